/* overflow_range.c: how large an integer value can be by the types it is computed from, so that
 * sums of narrow integers stay as they are. */
#include <string.h>

#include "overflow.h"
#include "text/dtype.h"

bool value_is_integer(const ir_type *type)
{
    return ir_is_integer(type) && ir_kind(type) != 'b' && !type->is_enumeration;
}

bool value_is_signed_wide(const ir_type *type)
{
    bool wide = type->dtype == WEFT_INT32 || type->dtype == WEFT_INT64;
    return wide && value_is_integer(type);
}

/* ---- type variables ---- */

/* Whose type a value has. */
typedef enum value_kind {
    KIND_PLAIN,
    KIND_GENERIC, /* the type variable's, or one computed from it */
    KIND_FLOATING /* floating, whatever a type variable is */
} value_kind;

static value_kind kind_of_type(const ir_type *type, const char *variable)
{
    if (type->variable)
        return !variable || strcmp(type->variable, variable) == 0 ? KIND_GENERIC : KIND_PLAIN;
    bool floating = type->kind == IR_TYPE_SCALAR &&
                    (type->dtype == WEFT_FLOAT32 || type->dtype == WEFT_FLOAT64 ||
                     dtype_kind(type->dtype) == 'c');
    return floating ? KIND_FLOATING : KIND_PLAIN;
}

static value_kind kind_of(const value_flow *flow, const ir_expression *value, const char *variable);

/* The kind of what is computed from the operands from `first` on, before `end`. */
static value_kind kind_of_operands(const value_flow *flow, const ir_expression *value, size_t first,
                                   size_t end, const char *variable)
{
    value_kind found = KIND_PLAIN;
    for (size_t i = first; i < end && found != KIND_FLOATING; i++) {
        value_kind next = kind_of(flow, value->operands[i], variable);
        found = next > found ? next : found;
    }
    return found;
}

static value_kind kind_of_binary(const value_flow *flow, const ir_expression *value,
                                 const char *variable)
{
    const ir_operator op = value->op;
    if ((op >= IR_LESS && op <= IR_NOT_EQUAL) || op == IR_AND || op == IR_OR)
        return KIND_PLAIN;
    bool of_first = op == IR_SHIFT_LEFT || op == IR_SHIFT_RIGHT;
    return kind_of_operands(flow, value, op == IR_COMMA, of_first ? 1 : 2, variable);
}

/* A conversion to double tells of the other operand. */
static value_kind find_kind(const value_flow *flow, const ir_expression *value,
                            const char *variable)
{
    switch (value->kind) {
    case IR_CAST:
        return value->implicit ? kind_of(flow, value->operands[0], variable)
                               : kind_of_type(value->type, variable);
    case IR_UNARY:
        return value->op == IR_NOT || value->op == IR_DEREFERENCE
                   ? kind_of_type(value->type, variable)
                   : kind_of(flow, value->operands[0], variable);
    case IR_CONDITIONAL:
        return kind_of_operands(flow, value, 1, 3, variable);
    case IR_BINARY:
        return kind_of_binary(flow, value, variable);
    case IR_ASSIGN:
        return kind_of(flow, value->operands[0], variable);
    default:
        return kind_of_type(value->type, variable);
    }
}

static value_kind kind_of(const value_flow *flow, const ir_expression *value, const char *variable)
{
    unsigned kind;
    if (value_recall(flow, QUESTION_KIND, value, variable, &kind))
        return (value_kind)kind;
    value_kind found = find_kind(flow, value, variable);
    value_remember(flow, QUESTION_KIND, value, variable, found);
    return found;
}

bool value_is_generic(const value_flow *flow, const ir_expression *value, const char *variable)
{
    return kind_of(flow, value, variable) == KIND_GENERIC;
}

/* ---- magnitudes ---- */

unsigned value_type_bits(const ir_type *type)
{
    if (type->variable || !ir_is_integer(type))
        return 64;
    if (type->is_enumeration)
        return 32;
    return ir_kind(type) == 'b' ? 1 : (unsigned)dtype_digits(type->dtype);
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned literal_magnitude(const ir_expression *literal)
{
    const uint64_t number = (uint64_t)literal->integer;
    unsigned bits = 0;
    while (bits < 64 && number > UINT64_C(1) << bits)
        bits++;
    return bits;
}

static bool is_unsigned(const ir_type *type)
{
    return ir_kind(type) == 'b' || (ir_kind(type) == 'u' && !type->is_enumeration);
}

/* A negative value becomes a large one of an unsigned type. */
static unsigned converted_magnitude(const value_flow *flow, const ir_expression *cast)
{
    const ir_expression *inner = cast->operands[0];
    unsigned bits = value_type_bits(cast->type);
    bool keeps = !is_unsigned(cast->type) || is_unsigned(inner->type) ||
                 (inner->kind == IR_LITERAL && inner->is_integer);
    return keeps ? smaller(bits, value_magnitude(flow, inner)) : bits;
}

unsigned value_magnitude_of(ir_operator op, unsigned left, unsigned right)
{
    return op == IR_MULTIPLY ? left + right : larger(left, right) + 1;
}

static unsigned binary_magnitude(const value_flow *flow, const ir_expression *value)
{
    const unsigned left = value_magnitude(flow, value->operands[0]);
    const unsigned right = value_magnitude(flow, value->operands[1]);
    switch (value->op) {
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MULTIPLY:
        return smaller(value_type_bits(value->type), value_magnitude_of(value->op, left, right));
    case IR_DIVIDE:
    case IR_SHIFT_RIGHT:
        return left;
    case IR_REMAINDER:
        return smaller(left, right);
    case IR_BIT_AND:
        return value->operands[1]->kind == IR_LITERAL ? right : larger(left, right);
    case IR_BIT_OR:
    case IR_BIT_XOR:
        return larger(left, right);
    case IR_COMMA:
        return right;
    case IR_SHIFT_LEFT:
        return value_type_bits(value->type);
    default: /* a comparison */
        return 1;
    }
}

/* The bits of a bit-field without its sign. */
static unsigned field_bits(const ir_expression *member)
{
    if (!ir_is_bit_field(member))
        return 64;
    return (unsigned)member->field->bits - (ir_kind(member->type) == 'i');
}

static unsigned find_magnitude(const value_flow *flow, const ir_expression *value)
{
    const unsigned limit = value_type_bits(value->type);
    if (!value_is_integer(value->type) && ir_kind(value->type) != 'b')
        return 64;
    switch (value->kind) {
    case IR_LITERAL:
        return value->is_integer ? literal_magnitude(value) : limit;
    case IR_CAST:
        return converted_magnitude(flow, value);
    case IR_MEMBER:
        return smaller(limit, field_bits(value));
    case IR_BINARY:
        return binary_magnitude(flow, value);
    case IR_UNARY:
        if (value->op == IR_NEGATE || value->op == IR_PLUS)
            return value_magnitude(flow, value->operands[0]);
        return value->op == IR_NOT ? 1 : limit;
    case IR_CONDITIONAL:
        return larger(value_magnitude(flow, value->operands[1]),
                      value_magnitude(flow, value->operands[2]));
    default:
        return limit;
    }
}

unsigned value_magnitude(const value_flow *flow, const ir_expression *value)
{
    unsigned magnitude;
    if (value_recall(flow, QUESTION_MAGNITUDE, value, NULL, &magnitude))
        return magnitude;
    magnitude = find_magnitude(flow, value);
    value_remember(flow, QUESTION_MAGNITUDE, value, NULL, magnitude);
    return magnitude;
}

/* ---- loops ---- */

/* Whether a loop's condition compares a variable with what ends the loop before it overflows. */
static bool is_bounded(const value_flow *flow, const ir_expression *condition,
                       const ir_variable *variable)
{
    const ir_operator op = condition->op;
    if (condition->kind != IR_BINARY || op < IR_LESS || op > IR_NOT_EQUAL || op == IR_EQUAL)
        return false;
    bool strict = op == IR_LESS || op == IR_GREATER || op == IR_NOT_EQUAL;
    for (size_t i = 0; i < 2; i++) {
        const ir_expression *side = ir_strip(condition->operands[i]);
        bool same = side->kind == IR_VARIABLE && side->variable == variable;
        if (same && (strict || value_magnitude(flow, condition->operands[1 - i]) < 31))
            return true;
    }
    return false;
}

bool value_is_counting(const value_flow *flow, const ir_expression *condition,
                       const ir_expression *step)
{
    bool one = step->kind == IR_UNARY && step->op >= IR_PRE_INCREMENT;
    bool several = step->kind == IR_ASSIGN && (step->op == IR_ADD || step->op == IR_SUBTRACT) &&
                   value_magnitude(flow, step->operands[1]) < 8;
    return (one || several) && step->operands[0]->kind == IR_VARIABLE &&
           is_bounded(flow, condition, step->operands[0]->variable);
}
