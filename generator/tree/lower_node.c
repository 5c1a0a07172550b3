/* lower_node.c: the nodes that a lowered function is made of. */
#include <math.h>

#include "lower.h"

static bool is_volatile_read(const ir_expression *expression)
{
    bool place = expression->kind == IR_VARIABLE || expression->kind == IR_SUBSCRIPT ||
                 expression->kind == IR_MEMBER ||
                 (expression->kind == IR_UNARY && expression->op == IR_DEREFERENCE);
    return place && expression->type->is_volatile && expression->type->kind != IR_TYPE_ARRAY;
}

bool lower_has_effect(const ir_expression *expression)
{
    bool calls =
        expression->kind == IR_CALL &&
        (!expression->library || expression->library->impure || expression->library->writes);
    bool comma = expression->kind == IR_BINARY && expression->op == IR_COMMA;
    bool found = calls || comma || ir_written(expression) || expression->kind == IR_TEXT ||
                 is_volatile_read(expression);
    for (size_t i = 0; i < expression->operand_count && !found; i++)
        found = lower_has_effect(expression->operands[i]);
    return found;
}

ir_expression *lower_node(lowering *in, const ir_expression *expression)
{
    ir_expression *copy = arena_array(in->memory, 1, sizeof *copy);
    *copy = *expression;
    copy->operands = NULL;
    copy->operand_count = 0;
    if (copy->variable)
        copy->variable = lower_variable(in, copy->variable);
    for (size_t i = 0; copy->function && i < in->root->helper_count + 1; i++)
        if (copy->function == (i ? in->root->helpers[i - 1] : in->root)) {
            copy->function = in->functions[i];
            break;
        }
    return copy;
}

static ir_expression *new_number(lowering *in, const ir_expression *at, weft_dtype dtype,
                                 double number, const char *suffix)
{
    ir_expression *literal =
        ir_new_expression(in->memory, IR_LITERAL, ir_scalar(in->memory, dtype), at->place);
    literal->extent = at->extent;
    literal->number = number;
    literal->text = arena_format(in->memory, "%a%s", fabs(number), suffix);
    if (!signbit(number))
        return literal;
    literal->number = -number;
    return lower_operation(in, IR_NEGATE, literal->type, literal, NULL);
}

/* A complex constant: real + imaginary. */
static ir_expression *new_complex(lowering *in, const ir_expression *at, ir_complex value)
{
    const bool single = value.is_single;
    ir_expression *real =
        new_number(in, at, single ? WEFT_FLOAT32 : WEFT_FLOAT64, value.real, single ? "f" : "");
    ir_expression *imaginary =
        new_number(in, at, at->type->dtype, value.imaginary, single ? "fi" : "i");
    return lower_operation(in, IR_ADD, at->type, real, imaginary);
}

ir_expression *lower_copy(lowering *in, const ir_expression *expression)
{
    ir_complex value;
    if (ir_rounds_once(expression, &value))
        return new_complex(in, expression, value);
    ir_expression *copy = lower_node(in, expression);
    for (size_t i = 0; i < expression->operand_count; i++)
        ir_add_operand(in->memory, copy, lower_copy(in, expression->operands[i]));
    return copy;
}

/* A type with copies of its extents. */
static const ir_type *copy_type(lowering *in, const ir_type *type)
{
    if (type->kind != IR_TYPE_ARRAY)
        return type;
    ir_type *copy = arena_array(in->memory, 1, sizeof *copy);
    *copy = *type;
    copy->element = copy_type(in, type->element);
    if (type->extent_expression)
        copy->extent_expression = lower_copy(in, type->extent_expression);
    return copy;
}

ir_variable *lower_variable(lowering *in, ir_variable *variable)
{
    if (variable->id >= in->root->variable_count) /* a temporary */
        return variable;
    ir_variable **known = &in->variables[variable->id];
    if (*known)
        return *known;
    ir_variable *copy = *known = arena_array(in->memory, 1, sizeof *copy);
    *copy = *variable;
    copy->initializer = NULL;
    copy->type = copy_type(in, variable->type);
    return copy;
}

/* The type of a value of a type: neither const nor volatile. */
static const ir_type *value_type(lowering *in, const ir_type *type)
{
    if (type->kind == IR_TYPE_SCALAR && !type->is_enumeration)
        return ir_scalar(in->memory, type->dtype);
    ir_type *copy = arena_array(in->memory, 1, sizeof *copy);
    *copy = *type;
    copy->is_const = copy->is_volatile = false;
    return copy;
}

ir_variable *lower_new_temporary(lowering *in, const ir_type *type, location place)
{
    ir_variable *variable = arena_array(in->memory, 1, sizeof *variable);
    variable->name = arena_format(in->memory, "$%zu", ++in->temporaries);
    variable->id = (unsigned)in->variable_count++;
    variable->storage = IR_LOCAL;
    variable->type = value_type(in, type);
    variable->place = place;
    return variable;
}

ir_expression *lower_use(lowering *in, ir_variable *variable, const ir_expression *instead_of)
{
    ir_expression *use =
        ir_new_expression(in->memory, IR_VARIABLE, variable->type, instead_of->place);
    use->extent = instead_of->extent;
    use->variable = variable;
    return use;
}

ir_expression *lower_convert(lowering *in, ir_expression *value, const ir_type *type)
{
    bool same = type->kind == value->type->kind && type->dtype == value->type->dtype;
    if (same)
        return value;
    ir_expression *cast = ir_new_expression(in->memory, IR_CAST, type, value->place);
    cast->extent = value->extent;
    cast->implicit = true;
    ir_add_operand(in->memory, cast, value);
    return cast;
}

ir_expression *lower_operation(lowering *in, ir_operator op, const ir_type *type,
                               ir_expression *left, ir_expression *right)
{
    ir_expression_kind kind = right ? IR_BINARY : IR_UNARY;
    ir_expression *node = ir_new_expression(in->memory, kind, type, left->place);
    node->extent = left->extent;
    node->op = op;
    ir_add_operand(in->memory, node, left);
    ir_add_operand(in->memory, node, right);
    return node;
}

ir_expression *lower_one(lowering *in, const ir_type *type, location place)
{
    ir_expression *one = ir_new_expression(in->memory, IR_LITERAL, type, place);
    one->is_integer = type->kind != IR_TYPE_SCALAR || ir_is_integer(type);
    one->integer = 1;
    one->number = 1;
    one->text = one->is_integer ? "1" : type->dtype == WEFT_FLOAT64 ? "1.0" : "1.0f";
    return one;
}

ir_statement *lower_add(lowering *in, ir_statement_kind kind, location place)
{
    ir_statement *statement = ir_new_statement(in->memory, kind, place);
    ir_add_child(in->memory, in->now, statement);
    return statement;
}

void lower_add_declaration(lowering *in, ir_variable *variable)
{
    ir_statement *declaration = lower_add(in, IR_DECLARATION, variable->place);
    *ARENA_PUSH(in->memory, declaration->variables, declaration->variable_count) = variable;
}

void lower_add_assignment(lowering *in, ir_expression *target, ir_expression *value)
{
    ir_expression *assignment =
        ir_new_expression(in->memory, IR_ASSIGN, target->type, target->place);
    assignment->extent = target->extent;
    ir_add_operand(in->memory, assignment, target);
    ir_add_operand(in->memory, assignment, value);
    lower_add(in, IR_EVALUATE, target->place)->expression = assignment;
}
