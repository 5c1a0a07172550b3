/* split_complex.c: complex numbers as pairs. C computes with a real operand as it is, but for a
 * dividend. */
#include <string.h>

#include "split_parts.h"

static bool is_complex(const ir_expression *value)
{
    return ir_kind(value->type) == 'c';
}

static ir_expression *zero(split *in, const ir_expression *beside)
{
    return split_number(in, beside->type, beside->place, 0);
}

static split_pair hold(split *in, split_pair pair)
{
    ir_expression *real = split_hold(in, pair.real);
    return (split_pair){real, split_hold(in, pair.imaginary)};
}

/* An operand; of a real one the imaginary part is NULL. */
static split_pair operand(split *in, const ir_expression *value)
{
    if (is_complex(value))
        return hold(in, split_complex(in, value));
    return (split_pair){split_hold(in, split_value(in, value)), NULL};
}

/* ---- arithmetic ---- */

static split_pair sum(split *in, ir_operator op, split_pair a, split_pair b)
{
    split_pair result = {split_binary(in, op, a.real, b.real), a.imaginary};
    if (a.imaginary && b.imaginary)
        result.imaginary = split_binary(in, op, a.imaginary, b.imaginary);
    else if (b.imaginary)
        result.imaginary = op == IR_ADD ? b.imaginary : split_unary(in, IR_NEGATE, b.imaginary);
    return result;
}

static split_pair scaled(split *in, ir_operator op, split_pair a, ir_expression *by)
{
    return (split_pair){split_binary(in, op, a.real, by), split_binary(in, op, a.imaginary, by)};
}

static split_pair product(split *in, split_pair a, split_pair b)
{
    const ir_operator by = IR_MULTIPLY;
    if (!b.imaginary)
        return scaled(in, by, a, b.real);
    if (!a.imaginary)
        return (split_pair){split_binary(in, by, a.real, b.real),
                            split_binary(in, by, a.real, b.imaginary)};
    return (split_pair){split_binary(in, IR_SUBTRACT, split_binary(in, by, a.real, b.real),
                                     split_binary(in, by, a.imaginary, b.imaginary)),
                        split_binary(in, IR_ADD, split_binary(in, by, a.real, b.imaginary),
                                     split_binary(in, by, a.imaginary, b.real))};
}

/* Whether the imaginary part of a divisor is the larger one. gcc and clang differ where both are of
 * a size, which WEFT_LARGER of <weft/lanes.h> knows. */
static ir_expression *is_larger(split *in, split_pair divisor)
{
    ir_expression *real = split_hold(in, split_library(in, "fabs", divisor.real, NULL));
    ir_expression *imaginary = split_hold(in, split_library(in, "fabs", divisor.imaginary, NULL));
    ir_expression *ties = split_number(in, ir_scalar(in->memory, WEFT_INT32), real->place, 0);
    ties->is_integer = false;
    ties->text = "WEFT_TIES_ARE_LARGER";
    ir_expression *same =
        split_compare(in, IR_AND, split_compare(in, IR_EQUAL, real, imaginary), ties);
    ir_expression *larger =
        split_compare(in, IR_OR, split_compare(in, IR_LESS, real, imaginary), same);
    ir_variable *result = split_temporary(in, larger->type, real->place);
    result->initializer = larger;
    return split_use(in, result, real->place);
}

/* Smith's: by the part of the divisor that is larger. */
static split_pair quotient(split *in, split_pair a, split_pair b)
{
    const ir_operator by = IR_MULTIPLY;
    if (!b.imaginary)
        return scaled(in, IR_DIVIDE, a, b.real);
    if (!a.imaginary)
        a.imaginary = zero(in, a.real);
    ir_expression *turned = is_larger(in, b);
    ir_expression *large = split_hold(in, split_choose(in, turned, b.imaginary, b.real));
    ir_expression *small = split_hold(in, split_choose(in, turned, b.real, b.imaginary));
    ir_expression *ratio = split_hold(in, split_binary(in, IR_DIVIDE, small, large));
    ir_expression *divisor =
        split_hold(in, split_binary(in, IR_ADD, split_binary(in, by, small, ratio), large));
    ir_expression *p = split_hold(in, split_choose(in, turned, a.real, a.imaginary));
    ir_expression *q = split_hold(in, split_choose(in, turned, a.imaginary, a.real));
    ir_expression *turned_part = split_hold(in, split_binary(in, by, q, ratio));
    ir_expression *real = split_binary(in, IR_ADD, split_binary(in, by, p, ratio), q);
    ir_expression *imaginary =
        split_choose(in, turned, split_binary(in, IR_SUBTRACT, turned_part, p),
                     split_binary(in, IR_SUBTRACT, p, turned_part));
    return scaled(in, IR_DIVIDE, (split_pair){real, imaginary}, divisor);
}

static split_pair binary(split *in, const ir_expression *value)
{
    split_pair a = operand(in, value->operands[0]), b = operand(in, value->operands[1]);
    switch (value->op) {
    case IR_ADD:
    case IR_SUBTRACT:
        return sum(in, value->op, a, b);
    case IR_MULTIPLY:
        return product(in, a, b);
    case IR_DIVIDE:
        return quotient(in, a, b);
    default:
        split_gap(in, value->place, "a value of this kind");
        return a;
    }
}

static split_pair conjugate(split *in, split_pair of)
{
    return (split_pair){of.real, split_unary(in, IR_NEGATE, of.imaginary)};
}

static split_pair unary(split *in, const ir_expression *value)
{
    split_pair inner = split_complex(in, value->operands[0]);
    if (value->op == IR_BIT_NOT)
        return conjugate(in, inner);
    if (value->op == IR_NEGATE)
        inner.real = split_unary(in, IR_NEGATE, inner.real);
    return value->op == IR_NEGATE ? conjugate(in, inner) : inner;
}

/* ---- the others ---- */

/* "2.0fi" without the letter that makes it imaginary. */
static split_pair literal(split *in, const ir_expression *value)
{
    ir_expression *number = split_copy_node(in, value);
    char *text = arena_copy(in->memory, value->text ? value->text : "0"), *end = text;
    for (const char *byte = text; *byte; byte++)
        if (!strchr("ijIJ", *byte))
            *end++ = *byte;
    *end = '\0';
    number->type = split_real_type(in, value->type);
    number->text = text;
    return (split_pair){zero(in, number), number};
}

static split_pair cast(split *in, const ir_expression *value)
{
    const ir_expression *inner = value->operands[0];
    const ir_type *type = split_real_type(in, value->type);
    if (!is_complex(inner)) {
        ir_expression *real = split_cast(in, type, split_value(in, inner));
        return (split_pair){real, zero(in, real)};
    }
    split_pair pair = split_complex(in, inner);
    return (split_pair){split_cast(in, type, pair.real), split_cast(in, type, pair.imaginary)};
}

/* Two temporaries that the branches of an `if` give their values. */
static split_pair choose_by_if(split *in, const ir_expression *value, ir_expression *condition,
                               ir_statement *const *blocks, const split_pair *values)
{
    const ir_type *type = split_real_type(in, value->type);
    ir_variable *real = split_temporary(in, type, value->place);
    ir_variable *imaginary = split_temporary(in, type, value->place);
    ir_statement *choice = split_add(in, IR_IF, value->place);
    choice->expression = condition;
    for (size_t i = 0; i < 2; i++) {
        ir_statement *outside = in->now;
        in->now = blocks[i];
        split_store(in, split_use(in, real, value->place), values[i].real);
        split_store(in, split_use(in, imaginary, value->place), values[i].imaginary);
        ir_add_child(in->memory, choice, split_close(in, outside));
    }
    return (split_pair){split_use(in, real, value->place), split_use(in, imaginary, value->place)};
}

static split_pair conditional(split *in, const ir_expression *value)
{
    ir_expression *condition = split_condition(in, value->operands[0]);
    ir_statement *blocks[2], *outside;
    split_pair values[2];
    for (size_t i = 0; i < 2; i++) {
        outside = split_open(in, value->place);
        values[i] = split_complex(in, value->operands[i + 1]);
        blocks[i] = split_close(in, outside);
    }
    if (!split_is_harmless(blocks[0]) || !split_is_harmless(blocks[1]))
        return choose_by_if(in, value, condition, blocks, values);
    split_append(in, blocks[0]);
    split_append(in, blocks[1]);
    return (split_pair){split_choose(in, condition, values[0].real, values[1].real),
                        split_choose(in, condition, values[0].imaginary, values[1].imaginary)};
}

/* ---- calls ---- */

/* A statement that stores the halves of what a function of the C library gives. */
static split_pair call_library(split *in, const ir_expression *value)
{
    library_function *known = arena_array(in->memory, 1, sizeof *known);
    ir_expression *call = split_copy_node(in, value), *halves[2];
    for (size_t i = 0; i < value->operand_count; i++) {
        split_pair part = operand(in, value->operands[i]);
        if (!part.imaginary)
            split_gap(in, value->place, "a call on complex numbers whose effects are not followed");
        ir_add_operand(in->memory, call, part.real);
        ir_add_operand(in->memory, call, part.imaginary);
    }
    *known = *value->library;
    known->writes = 3u << call->operand_count;
    call->library = known;
    for (size_t i = 0; i < 2; i++) {
        ir_variable *half = split_temporary(in, split_real_type(in, value->type), value->place);
        half->residence = IR_ADDRESSED;
        halves[i] = split_use(in, half, value->place);
        ir_add_operand(in->memory, call, split_address(in, halves[i]));
    }
    split_add(in, IR_EVALUATE, value->place)->expression = call;
    return (split_pair){halves[0], halves[1]};
}

bool split_is_complex_call(const ir_expression *call)
{
    return call->kind == IR_CALL && ir_kind(call->type) == 'c';
}

static split_pair call(split *in, const ir_expression *value)
{
    const library_function *known = value->library;
    if (!known || known->writes || known->impure || value->callee != IR_CALLEE_LIBRARY) {
        split_gap(in, value->place, "a call whose effects are not followed");
        return (split_pair){zero(in, value), zero(in, value)};
    }
    if (strcmp(known->name, "conj") == 0)
        return conjugate(in, split_complex(in, value->operands[0]));
    if (strcmp(known->name, "complex") == 0) {
        ir_expression *real = split_value(in, value->operands[0]);
        return (split_pair){real, split_value(in, value->operands[1])};
    }
    return call_library(in, value);
}

/* ---- all of them ---- */

split_pair split_complex(split *in, const ir_expression *value)
{
    const ir_type *type = split_real_type(in, value->type);
    if (split_is_read(value)) {
        split_place place = split_find_place(in, value);
        ir_expression *real =
            split_place_text(in, split_half(in, place, false), type, value->place);
        return (split_pair){real,
                            split_place_text(in, split_half(in, place, true), type, value->place)};
    }
    switch (value->kind) {
    case IR_LITERAL:
        return literal(in, value);
    case IR_UNARY:
        return unary(in, value);
    case IR_BINARY:
        return binary(in, value);
    case IR_CONDITIONAL:
        return conditional(in, value);
    case IR_CAST:
        return cast(in, value);
    case IR_CALL:
        return call(in, value);
    default:
        split_gap(in, value->place, "a value of this kind");
        return (split_pair){zero(in, value), zero(in, value)};
    }
}
