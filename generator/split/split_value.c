/* split_value.c: values that have no parts themselves, and what is evaluated only sometimes. */
#include <string.h>

#include "split_parts.h"

static bool is_complex(const ir_expression *value)
{
    return ir_kind(value->type) == 'c';
}

static bool is_pointer(const ir_expression *value)
{
    return value->type->kind == IR_TYPE_POINTER || value->type->kind == IR_TYPE_ARRAY;
}

/* ---- what is evaluated only sometimes ---- */

static bool find_harm(void *context, const ir_expression *expression, const ir_statement *statement)
{
    bool *found = context;
    int64_t index;
    (void)statement;
    bool divides = expression->kind == IR_BINARY && ir_is_integer(expression->type) &&
                   (expression->op == IR_DIVIDE || expression->op == IR_REMAINDER);
    bool leads = expression->kind == IR_UNARY && expression->op == IR_DEREFERENCE;
    *found |= divides || leads;
    for (size_t i = 1; expression->kind == IR_SUBSCRIPT && i < expression->operand_count; i++)
        *found |= !ir_constant(expression->operands[i], &index) ||
                  (expression->operands[0]->type->kind == IR_TYPE_POINTER && index != 0);
    return !*found;
}

bool split_is_harmless(const ir_statement *block)
{
    bool found = false;
    for (size_t i = 0; i < block->child_count; i++)
        found |= block->children[i]->kind != IR_DECLARATION;
    ir_visit(block, find_harm, &found);
    return !found;
}

void split_append(split *in, const ir_statement *block)
{
    for (size_t i = 0; i < block->child_count; i++)
        ir_add_child(in->memory, in->now, block->children[i]);
}

/* A branch that ends by giving a variable its value. */
static void add_branch(split *in, ir_statement *choice, ir_statement *block, ir_variable *result,
                       ir_expression *value)
{
    ir_statement *outside = in->now;
    in->now = block;
    split_store(in, split_use(in, result, value->place), value);
    ir_add_child(in->memory, choice, split_close(in, outside));
}

static ir_expression *conditional(split *in, const ir_expression *value)
{
    ir_expression *condition = split_condition(in, value->operands[0]);
    ir_statement *blocks[2], *outside;
    ir_expression *values[2];
    for (size_t i = 0; i < 2; i++) {
        outside = split_open(in, value->place);
        values[i] = split_value(in, value->operands[i + 1]);
        blocks[i] = split_close(in, outside);
    }
    if (split_is_harmless(blocks[0]) && split_is_harmless(blocks[1])) {
        split_append(in, blocks[0]);
        split_append(in, blocks[1]);
        return split_choose(in, condition, values[0], values[1]);
    }
    ir_variable *result = split_temporary(in, value->type, value->place);
    ir_statement *choice = split_add(in, IR_IF, value->place);
    choice->expression = condition;
    add_branch(in, choice, blocks[0], result, values[0]);
    add_branch(in, choice, blocks[1], result, values[1]);
    return split_use(in, result, value->place);
}

static ir_expression *logical(split *in, const ir_expression *value)
{
    const bool both = value->op == IR_AND;
    ir_expression *first = split_condition(in, value->operands[0]);
    ir_statement *outside = split_open(in, value->place);
    ir_expression *second = split_condition(in, value->operands[1]);
    ir_statement *block = split_close(in, outside);
    if (split_is_harmless(block)) {
        split_append(in, block);
        return split_compare(in, value->op, first, second);
    }
    ir_variable *result = split_temporary(in, value->type, value->place);
    result->initializer = split_number(in, value->type, value->place, !both);
    ir_statement *choice = split_add(in, IR_IF, value->place);
    choice->expression = both ? first : split_compare(in, IR_NOT, first, NULL);
    second = split_compare(in, IR_NOT, split_compare(in, IR_NOT, second, NULL), NULL);
    add_branch(in, choice, block, result, second);
    return split_use(in, result, value->place);
}

/* ---- what complex numbers give ---- */

static ir_expression *is_not_0(split *in, ir_expression *value)
{
    return split_compare(in, IR_NOT_EQUAL, value, split_number(in, value->type, value->place, 0));
}

ir_expression *split_condition(split *in, const ir_expression *value)
{
    if (is_pointer(value))
        return split_given(in, value);
    if (!is_complex(value))
        return split_value(in, value);
    split_pair pair = split_complex(in, value);
    return split_compare(in, IR_OR, is_not_0(in, pair.real), is_not_0(in, pair.imaginary));
}

static split_pair any_pair(split *in, const ir_expression *value)
{
    if (is_complex(value))
        return split_complex(in, value);
    ir_expression *real = split_value(in, value);
    return (split_pair){real, split_number(in, value->type, value->place, 0)};
}

static ir_expression *equality(split *in, const ir_expression *value)
{
    split_pair a = any_pair(in, value->operands[0]), b = any_pair(in, value->operands[1]);
    ir_expression *real = split_compare(in, value->op, a.real, b.real);
    ir_expression *imaginary = split_compare(in, value->op, a.imaginary, b.imaginary);
    return split_compare(in, value->op == IR_EQUAL ? IR_AND : IR_OR, real, imaginary);
}

static ir_expression *half(split *in, const ir_expression *value)
{
    split_pair pair = any_pair(in, value->operands[0]);
    return value->op == IR_IMAGINARY ? pair.imaginary : pair.real;
}

/* A call with a complex argument. */
static ir_expression *call(split *in, const ir_expression *value)
{
    const char *name = value->library ? value->library->name : "";
    split_pair pair = split_complex(in, value->operands[0]);
    if (strcmp(name, "creal") == 0)
        return pair.real;
    if (strcmp(name, "cimag") == 0)
        return pair.imaginary;
    if (strcmp(name, "cabs") == 0 || strcmp(name, "fabs") == 0) /* that of <tgmath.h> */
        return split_library(in, "hypot", pair.real, pair.imaginary);
    if (strcmp(name, "carg") == 0)
        return split_library(in, "atan2", pair.imaginary, pair.real);
    split_gap(in, value->place, "a call on complex numbers whose effects are not followed");
    return pair.real;
}

/* ---- all of them ---- */

static ir_expression *cast(split *in, const ir_expression *value)
{
    const ir_expression *inner = value->operands[0];
    if (is_pointer(inner) && ir_kind(value->type) == 'b')
        return split_given(in, inner);
    if (!is_complex(inner))
        return NULL;
    return ir_kind(value->type) == 'b' ? is_not_0(in, split_condition(in, inner))
                                       : split_complex(in, inner).real;
}

static ir_expression *with_operands(split *in, const ir_expression *value)
{
    ir_expression *node = split_copy_node(in, value);
    for (size_t i = 0; i < value->operand_count; i++)
        ir_add_operand(in->memory, node, split_value(in, value->operands[i]));
    return node;
}

static ir_expression *binary(split *in, const ir_expression *value)
{
    bool parts = is_complex(value->operands[0]) || is_complex(value->operands[1]);
    bool pointers = value->operands[0]->type->kind == IR_TYPE_POINTER &&
                    value->operands[1]->type->kind == IR_TYPE_POINTER;
    ir_expression *null = split_null_comparison(in, value);
    if (null)
        return null;
    if (pointers)
        return split_pointer_comparison(in, value);
    if (value->op == IR_AND || value->op == IR_OR)
        return logical(in, value);
    return parts ? equality(in, value) : with_operands(in, value);
}

static ir_expression *unary(split *in, const ir_expression *value)
{
    const ir_expression *inner = value->operands[0];
    if (value->op == IR_NOT)
        return split_compare(in, IR_NOT, split_condition(in, inner), NULL);
    if (value->op == IR_REAL || value->op == IR_IMAGINARY)
        return half(in, value);
    return with_operands(in, value);
}

ir_expression *split_value(split *in, const ir_expression *value)
{
    ir_expression *made = NULL;
    if (split_is_composite(value->type))
        split_gap(in, value->place, "a value of this kind");
    if (value->type->kind == IR_TYPE_POINTER && ir_strip_casts(value)->kind == IR_LITERAL)
        return with_operands(in, value); /* nan("") */
    if (value->type->kind == IR_TYPE_POINTER)
        return split_pointer_part(in, split_find_pointer(in, value), 0, value->place);
    if (split_is_read(value))
        return split_place_text(in, split_find_place(in, value), value->type, value->place);
    switch (value->kind) {
    case IR_UNARY:
        return unary(in, value);
    case IR_BINARY:
        return binary(in, value);
    case IR_CONDITIONAL:
        return conditional(in, value);
    case IR_CAST:
        made = cast(in, value);
        if (made && ir_kind(value->type) != 'b')
            made = split_cast(in, value->type, made);
        break;
    case IR_CALL:
        if (value->operand_count && is_complex(value->operands[0]))
            made = call(in, value);
        break;
    default:
        break;
    }
    return made ? made : with_operands(in, value);
}
