/* split_node.c: the nodes that a split function is made of. */
#include <string.h>

#include "split_parts.h"

ir_expression *split_copy_node(split *in, const ir_expression *expression)
{
    ir_expression *copy = arena_array(in->memory, 1, sizeof *copy);
    *copy = *expression;
    copy->operands = NULL;
    copy->operand_count = 0;
    return copy;
}

ir_expression *split_number(split *in, const ir_type *type, location place, int value)
{
    if (type->is_enumeration)
        type = ir_scalar(in->memory, type->dtype);
    ir_expression *number = ir_new_expression(in->memory, IR_LITERAL, type, place);
    const char *end = type->dtype == WEFT_FLOAT64 ? ".0" : ".0f";
    number->is_integer = ir_is_integer(type);
    number->integer = value;
    number->number = value;
    number->text = arena_format(in->memory, "%d%s", value, number->is_integer ? "" : end);
    return number;
}

ir_expression *split_use(split *in, ir_variable *variable, location place)
{
    ir_expression *use = ir_new_expression(in->memory, IR_VARIABLE, variable->type, place);
    use->variable = variable;
    return use;
}

static ir_expression *operation(split *in, ir_expression_kind kind, ir_operator op,
                                const ir_type *type, ir_expression *left, ir_expression *right)
{
    ir_expression *node = ir_new_expression(in->memory, kind, type, left->place);
    node->op = op;
    ir_add_operand(in->memory, node, left);
    ir_add_operand(in->memory, node, right);
    return node;
}

ir_expression *split_unary(split *in, ir_operator op, ir_expression *value)
{
    return operation(in, IR_UNARY, op, value->type, value, NULL);
}

ir_expression *split_binary(split *in, ir_operator op, ir_expression *left, ir_expression *right)
{
    return operation(in, IR_BINARY, op, left->type, left, right);
}

ir_expression *split_compare(split *in, ir_operator op, ir_expression *left, ir_expression *right)
{
    const ir_type *type = ir_scalar(in->memory, WEFT_INT32);
    return operation(in, right ? IR_BINARY : IR_UNARY, op, type, left, right);
}

ir_expression *split_choose(split *in, ir_expression *condition, ir_expression *yes,
                            ir_expression *no)
{
    ir_expression *node =
        operation(in, IR_CONDITIONAL, IR_OPERATOR_NONE, yes->type, condition, yes);
    ir_add_operand(in->memory, node, no);
    return node;
}

ir_expression *split_cast(split *in, const ir_type *type, ir_expression *value)
{
    if (value->type->kind == IR_TYPE_SCALAR && type->kind == IR_TYPE_SCALAR &&
        value->type->dtype == type->dtype)
        return value;
    ir_expression *cast = ir_new_expression(in->memory, IR_CAST, type, value->place);
    cast->implicit = true;
    ir_add_operand(in->memory, cast, value);
    return cast;
}

ir_expression *split_library(split *in, const char *name, ir_expression *first,
                             ir_expression *second)
{
    const char *end = first->type->dtype == WEFT_FLOAT32 ? "f" : "";
    ir_expression *call = operation(in, IR_CALL, IR_OPERATOR_NONE, first->type, first, second);
    call->callee = IR_CALLEE_LIBRARY;
    call->library = library_find(name);
    call->is_builtin = true;
    call->text = arena_format(in->memory, "%s%s", name, end);
    return call;
}

ir_expression *split_address(split *in, ir_expression *place)
{
    ir_type *type = arena_array(in->memory, 1, sizeof *type);
    type->kind = IR_TYPE_POINTER;
    type->dtype = WEFT_NONE;
    type->spelling = "";
    type->element = place->type;
    return operation(in, IR_UNARY, IR_ADDRESS, type, place, NULL);
}

ir_statement *split_add(split *in, ir_statement_kind kind, location place)
{
    ir_statement *statement = ir_new_statement(in->memory, kind, place);
    ir_add_child(in->memory, in->now, statement);
    return statement;
}

void split_store(split *in, ir_expression *place, ir_expression *value)
{
    split_add(in, IR_EVALUATE, place->place)->expression =
        operation(in, IR_ASSIGN, IR_OPERATOR_NONE, place->type, place, value);
}

ir_variable *split_temporary(split *in, const ir_type *type, location place)
{
    ir_variable *variable = arena_array(in->memory, 1, sizeof *variable);
    variable->name = arena_format(in->memory, "$c%zu", ++in->temporaries);
    variable->id = (unsigned)in->variable_count++;
    variable->storage = IR_LOCAL;
    variable->type = type;
    variable->place = place;
    ir_statement *statement = split_add(in, IR_DECLARATION, place);
    *ARENA_PUSH(in->memory, statement->variables, statement->variable_count) = variable;
    return variable;
}

ir_expression *split_hold(split *in, ir_expression *value)
{
    const ir_expression *inner = ir_strip(value);
    if (inner->kind == IR_VARIABLE || inner->kind == IR_LITERAL)
        return value;
    ir_variable *variable = split_temporary(in, value->type, value->place);
    variable->initializer = value;
    return split_use(in, variable, value->place);
}

ir_statement *split_open(split *in, location place)
{
    ir_statement *outside = in->now;
    in->now = ir_new_statement(in->memory, IR_BLOCK, place);
    return outside;
}

ir_statement *split_close(split *in, ir_statement *outside)
{
    ir_statement *block = in->now;
    in->now = outside;
    return block;
}
