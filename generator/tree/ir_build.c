/* ir_build.c: makes the nodes of a syntax tree. */
#include "ir.h"

ir_expression *ir_new_expression(arena *memory, ir_expression_kind kind, const ir_type *type,
                                 location place)
{
    ir_expression *expression = arena_array(memory, 1, sizeof *expression);
    expression->kind = kind;
    expression->type = type;
    expression->place = place;
    expression->length = 1;
    return expression;
}

ir_statement *ir_new_statement(arena *memory, ir_statement_kind kind, location place)
{
    ir_statement *statement = arena_array(memory, 1, sizeof *statement);
    statement->kind = kind;
    statement->place = place;
    return statement;
}

ir_expression *ir_put_variable(arena *memory, const ir_expression *at, ir_variable *variable)
{
    ir_expression *made = arena_array(memory, 1, sizeof *made);
    *made = *at;
    made->kind = IR_VARIABLE;
    made->variable = variable;
    made->operands = NULL;
    made->operand_count = 0;
    return made;
}

ir_statement *ir_copy_without_children(arena *memory, const ir_statement *from)
{
    ir_statement *made = arena_array(memory, 1, sizeof *made);
    *made = *from;
    made->children = NULL;
    made->child_count = 0;
    return made;
}

void ir_add_operand(arena *memory, ir_expression *parent, ir_expression *operand)
{
    if (operand)
        *ARENA_PUSH(memory, parent->operands, parent->operand_count) = operand;
}

void ir_add_child(arena *memory, ir_statement *parent, ir_statement *child)
{
    if (child)
        *ARENA_PUSH(memory, parent->children, parent->child_count) = child;
}

/* ---- numbers ---- */

/* How many have been numbered. */
typedef struct numbering {
    size_t expressions, statements;
} numbering;

static void number_expression(numbering *all, ir_expression *expression)
{
    if (!expression)
        return;
    expression->id = (unsigned)all->expressions++;
    number_expression(all, expression->called);
    for (size_t i = 0; i < expression->operand_count; i++)
        number_expression(all, expression->operands[i]);
}

static void number_variable(numbering *all, const ir_variable *variable)
{
    const ir_type *type = variable->type;
    for (; type && type->kind == IR_TYPE_ARRAY; type = type->element)
        number_expression(all, type->extent_expression);
    number_expression(all, variable->initializer);
}

static void number_statement(numbering *all, ir_statement *statement)
{
    if (!statement)
        return;
    statement->id = (unsigned)all->statements++;
    for (size_t i = 0; i < statement->variable_count; i++)
        number_variable(all, statement->variables[i]);
    number_statement(all, statement->first);
    number_expression(all, statement->expression);
    for (size_t i = 0; i < statement->child_count; i++)
        number_statement(all, statement->children[i]);
    number_expression(all, statement->step);
}

static void number_function(numbering *all, ir_function *function)
{
    for (size_t i = 0; i < function->parameter_count; i++)
        number_variable(all, function->parameters[i]);
    number_statement(all, function->body);
}

void ir_number(ir_function *function)
{
    numbering all = {0, 0};
    number_function(&all, function);
    for (size_t i = 0; i < function->helper_count; i++)
        number_function(&all, function->helpers[i]);
    function->expression_count = all.expressions;
    function->statement_count = all.statements;
    for (size_t i = 0; i < function->helper_count; i++) {
        function->helpers[i]->expression_count = all.expressions;
        function->helpers[i]->statement_count = all.statements;
        function->helpers[i]->variable_count = function->variable_count;
    }
}
