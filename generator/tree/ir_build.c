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
