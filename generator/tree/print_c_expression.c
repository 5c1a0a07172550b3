/* print_c_expression.c: expressions in C. Parentheses stand where C needs them and where a reader
 * may doubt; conversions that C makes by itself are casts, but those of a literal, which is written
 * in the type it has at last. */
#include "print_c_parts.h"

#include <stdint.h>
#include <string.h>

/* How tightly an expression holds together. */
typedef enum binding_level {
    LEVEL_COMMA,
    LEVEL_ASSIGN,
    LEVEL_CONDITIONAL,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_BIT_OR,
    LEVEL_BIT_XOR,
    LEVEL_BIT_AND,
    LEVEL_EQUAL,
    LEVEL_RELATION,
    LEVEL_SHIFT,
    LEVEL_ADD,
    LEVEL_MULTIPLY,
    LEVEL_UNARY,
    LEVEL_POSTFIX,
    LEVEL_PRIMARY
} binding_level;

/* An expression's text. */
typedef struct c_value {
    const char *text;
    binding_level level;
} c_value;

static c_value value_of(c_printer *to, const ir_expression *expression);

static const char *enclosed(c_printer *to, c_value value, binding_level least)
{
    return value.level < least ? arena_format(to->memory, "(%s)", value.text) : value.text;
}

/* The text of an expression, in parentheses unless it holds together as tightly as `least`. */
static const char *at(c_printer *to, const ir_expression *expression, binding_level least)
{
    return enclosed(to, value_of(to, expression), least);
}

static c_value gap(c_printer *to, const ir_expression *expression, const char *reason)
{
    c_note_gap(to, expression->place, reason);
    return (c_value){"", LEVEL_PRIMARY};
}

/* ---- literals ---- */

/* "" for int; of long the one that the type is spelled as. */
static const char *integer_suffix(const ir_type *type)
{
    bool longer = strstr(type->spelling, "long long") != NULL;
    switch (type->dtype) {
    case WEFT_UINT32:
        return "u";
    case WEFT_INT64:
        return longer ? "ll" : "l";
    case WEFT_UINT64:
        return longer ? "ull" : "ul";
    default:
        return "";
    }
}

static c_value integer_literal(c_printer *to, int64_t value, const ir_type *type)
{
    const char *suffix = integer_suffix(type);
    if (type->dtype == WEFT_UINT32 || type->dtype == WEFT_UINT64)
        return (c_value){arena_format(to->memory, "%llu%s", (unsigned long long)value, suffix),
                         LEVEL_PRIMARY};
    int64_t least = type->dtype == WEFT_INT64 ? INT64_MIN : INT32_MIN;
    if (value == least) /* there are no negative literals in C */
        return (c_value){arena_format(to->memory, "-%lld%s - 1", (long long)-(value + 1), suffix),
                         LEVEL_ADD};
    return (c_value){arena_format(to->memory, "%lld%s", (long long)value, suffix),
                     value < 0 ? LEVEL_UNARY : LEVEL_PRIMARY};
}

static c_value literal(c_printer *to, const ir_expression *expression)
{
    const ir_type *type = expression->type;
    if (expression->is_integer) {
        c_value value = integer_literal(to, expression->integer, type);
        bool own = type->kind == IR_TYPE_SCALAR && type->dtype >= WEFT_INT32 &&
                   (type->dtype == WEFT_INT32 || *integer_suffix(type));
        if (own)
            return value;
        return (c_value){arena_format(to->memory, "(%s)%s",
                                      c_cast_type(to, type, expression->place),
                                      enclosed(to, value, LEVEL_UNARY)),
                         LEVEL_UNARY};
    }
    if (type->kind == IR_TYPE_OTHER)
        return gap(to, expression, arena_format(to->memory, "the type '%s'", type->spelling));
    if (type->dtype == WEFT_FLOAT16)
        return (c_value){arena_format(to->memory, "(%s)%s",
                                      c_cast_type(to, type, expression->place), expression->text),
                         LEVEL_UNARY};
    if (__builtin_isinf(expression->number))
        return (c_value){type->dtype == WEFT_FLOAT32 ? "__builtin_inff()" : "__builtin_inf()",
                         LEVEL_POSTFIX};
    return (c_value){expression->text, LEVEL_PRIMARY};
}

/* An integer literal that C converts by itself, as one of the type it becomes: "2.0" for 2. False
 * where it cannot be one. */
static bool converted_literal(c_printer *to, const ir_expression *cast, c_value *value)
{
    const ir_expression *inner = cast->operands[0];
    const ir_type *type = cast->type;
    if (!cast->implicit || inner->kind != IR_LITERAL || !inner->is_integer || inner->integer < 0 ||
        inner->integer > 1 << 24 || type->kind != IR_TYPE_SCALAR || type->is_enumeration ||
        type->variable)
        return false;
    switch (type->dtype) {
    case WEFT_INT32:
    case WEFT_UINT32:
    case WEFT_INT64:
    case WEFT_UINT64:
        *value = integer_literal(to, inner->integer, type);
        return true;
    case WEFT_FLOAT32:
    case WEFT_FLOAT64:
        *value = (c_value){arena_format(to->memory, "%lld.0%s", (long long)inner->integer,
                                        type->dtype == WEFT_FLOAT32 ? "f" : ""),
                           LEVEL_PRIMARY};
        return true;
    default:
        return false;
    }
}

/* ---- conversions ---- */

static bool saturates(const ir_type *to, const ir_type *from)
{
    char kind = ir_kind(to), before = ir_kind(from);
    return (kind == 'i' || kind == 'u') && (before == 'f' || before == 'c');
}

/* A value of one type as one of another. */
static c_value converted(c_printer *to, const ir_type *target, const ir_type *source, c_value value,
                         location place)
{
    const char *type = c_cast_type(to, target, place);
    if (!saturates(target, source))
        return (c_value){arena_format(to->memory, "(%s)%s", type, enclosed(to, value, LEVEL_UNARY)),
                         LEVEL_UNARY};
    const char *text = enclosed(to, value, LEVEL_ASSIGN);
    if (source->dtype == WEFT_FLOAT16)
        text = arena_format(to->memory, "(float)%s", enclosed(to, value, LEVEL_UNARY));
    return (c_value){arena_format(to->memory, "WEFT_CAST(%s, %s)", type, text), LEVEL_POSTFIX};
}

static const ir_type *pointed_at(const ir_type *type)
{
    return type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY ? type->element : NULL;
}

/* Conversions between pointers that C++ makes as C does: to const, and of an array. */
static bool is_silent(const ir_expression *cast)
{
    const ir_type *target = pointed_at(cast->type);
    const ir_type *source = pointed_at(cast->operands[0]->type);
    if (!cast->implicit || !target || !source)
        return false;
    return source->kind != IR_TYPE_VOID && (target->is_const || !source->is_const);
}

static c_value cast(c_printer *to, const ir_expression *expression)
{
    c_value value;
    if (converted_literal(to, expression, &value))
        return value;
    value = value_of(to, expression->operands[0]);
    if (is_silent(expression))
        return value;
    return converted(to, expression->type, expression->operands[0]->type, value, expression->place);
}

/* ---- operators ---- */

static const struct {
    binding_level level;
    binding_level operands; /* what they must hold together as tightly as */
} binary_levels[IR_OPERATOR_COUNT] = {
    [IR_MULTIPLY] = {LEVEL_MULTIPLY, LEVEL_UNARY},
    [IR_DIVIDE] = {LEVEL_MULTIPLY, LEVEL_UNARY},
    [IR_REMAINDER] = {LEVEL_MULTIPLY, LEVEL_UNARY},
    [IR_ADD] = {LEVEL_ADD, LEVEL_MULTIPLY},
    [IR_SUBTRACT] = {LEVEL_ADD, LEVEL_MULTIPLY},
    [IR_SHIFT_LEFT] = {LEVEL_SHIFT, LEVEL_UNARY},
    [IR_SHIFT_RIGHT] = {LEVEL_SHIFT, LEVEL_UNARY},
    [IR_LESS] = {LEVEL_RELATION, LEVEL_ADD},
    [IR_GREATER] = {LEVEL_RELATION, LEVEL_ADD},
    [IR_LESS_EQUAL] = {LEVEL_RELATION, LEVEL_ADD},
    [IR_GREATER_EQUAL] = {LEVEL_RELATION, LEVEL_ADD},
    [IR_EQUAL] = {LEVEL_EQUAL, LEVEL_ADD},
    [IR_NOT_EQUAL] = {LEVEL_EQUAL, LEVEL_ADD},
    [IR_BIT_AND] = {LEVEL_BIT_AND, LEVEL_UNARY},
    [IR_BIT_XOR] = {LEVEL_BIT_XOR, LEVEL_UNARY},
    [IR_BIT_OR] = {LEVEL_BIT_OR, LEVEL_UNARY},
    [IR_AND] = {LEVEL_AND, LEVEL_EQUAL},
    [IR_OR] = {LEVEL_OR, LEVEL_EQUAL},
    [IR_COMMA] = {LEVEL_COMMA, LEVEL_ASSIGN},
};

/* Whether the left operand may be another operation of the kind without parentheses. */
static bool continues(ir_operator op, const ir_expression *left)
{
    bool sums = op == IR_ADD || op == IR_SUBTRACT;
    bool products = op == IR_MULTIPLY || op == IR_DIVIDE;
    if (left->kind != IR_BINARY)
        return false;
    return left->op == op || (sums && (left->op == IR_ADD || left->op == IR_SUBTRACT)) ||
           (products && (left->op == IR_MULTIPLY || left->op == IR_DIVIDE));
}

/* The macros of loop.h for signed arithmetic that wraps: of two operands or of one, and of a target
 * and a value. */
static const char *const wrapping[IR_OPERATOR_COUNT] = {
    [IR_ADD] = "WEFT_ADD",
    [IR_SUBTRACT] = "WEFT_SUBTRACT",
    [IR_MULTIPLY] = "WEFT_MULTIPLY",
    [IR_DIVIDE] = "WEFT_DIVIDE",
    [IR_REMAINDER] = "WEFT_REMAINDER",
    [IR_NEGATE] = "WEFT_NEGATE",
    [IR_PRE_INCREMENT] = "WEFT_INCREMENT",
    [IR_PRE_DECREMENT] = "WEFT_DECREMENT",
    [IR_POST_INCREMENT] = "WEFT_POST_INCREMENT",
    [IR_POST_DECREMENT] = "WEFT_POST_DECREMENT",
};
static const char *const wrapping_store[IR_OPERATOR_COUNT] = {
    [IR_ADD] = "WEFT_ADD_TO",
    [IR_SUBTRACT] = "WEFT_SUBTRACT_FROM",
    [IR_MULTIPLY] = "WEFT_MULTIPLY_BY",
    [IR_DIVIDE] = "WEFT_DIVIDE_BY",
    [IR_REMAINDER] = "WEFT_REMAINDER_BY",
};
/* The same of a target that is written once, with a conversion that saturates. */
static const char *const store_at[IR_OPERATOR_COUNT] = {
    [IR_ADD] = "WEFT_ADD_AT",
    [IR_SUBTRACT] = "WEFT_SUBTRACT_AT",
    [IR_MULTIPLY] = "WEFT_MULTIPLY_AT",
    [IR_DIVIDE] = "WEFT_DIVIDE_AT",
    [IR_REMAINDER] = "WEFT_REMAINDER_AT",
};

/* Whether it is so under this binding of the type variables, too. */
static bool wraps(const c_printer *to, const ir_expression *expression)
{
    const ir_type *type = expression->computed ? expression->computed : expression->type;
    if (expression->op == IR_DIVIDE || expression->op == IR_REMAINDER)
        return ir_quotient_overflows(expression);
    return to->wraps && to->wraps[expression->id] && ir_kind(type) == 'i';
}

/* "WEFT_ADD(a, b)"; of one operand where right is NULL. */
static c_value wrapped(c_printer *to, const char *macro, const char *left, const char *right)
{
    return (c_value){
        arena_format(to->memory, "%s(%s%s%s)", macro, left, right ? ", " : "", right ? right : ""),
        LEVEL_POSTFIX};
}

static c_value operation(c_printer *to, ir_operator op, const char *left, const char *right)
{
    return (c_value){arena_format(to->memory, "%s%s%s %s", left, op == IR_COMMA ? "" : " ",
                                  ir_operator_text(op), right),
                     binary_levels[op].level};
}

static c_value binary(c_printer *to, const ir_expression *expression)
{
    const ir_expression *left = expression->operands[0], *right = expression->operands[1];
    ir_operator op = expression->op;
    binding_level least = binary_levels[op].operands;
    if (wraps(to, expression))
        return wrapped(to, wrapping[op], at(to, left, LEVEL_ASSIGN), at(to, right, LEVEL_ASSIGN));
    return operation(to, op, at(to, left, continues(op, left) ? binary_levels[op].level : least),
                     at(to, right, least));
}

static c_value unary(c_printer *to, const ir_expression *expression)
{
    const ir_expression *operand = expression->operands[0];
    const char *op = ir_operator_text(expression->op);
    if (wraps(to, expression))
        return wrapped(to, wrapping[expression->op], at(to, operand, LEVEL_ASSIGN), NULL);
    if (expression->op == IR_POST_INCREMENT || expression->op == IR_POST_DECREMENT)
        return (c_value){arena_format(to->memory, "%s%s", at(to, operand, LEVEL_POSTFIX), op),
                         LEVEL_POSTFIX};
    c_value inner = value_of(to, operand);
    bool touches = strchr("+-&", inner.text[0]) != NULL; /* -(-x), not --x */
    return (c_value){arena_format(to->memory, touches ? "%s(%s)" : "%s%s", op,
                                  touches ? inner.text : enclosed(to, inner, LEVEL_UNARY)),
                     LEVEL_UNARY};
}

static bool find_effect(void *context, const ir_expression *expression,
                        const ir_statement *statement)
{
    bool *found = context;
    (void)statement;
    *found |= ir_written(expression) || expression->kind == IR_CALL;
    return !*found;
}

static bool has_effects(const ir_expression *expression)
{
    bool found = false;
    ir_visit_expression(expression, NULL, find_effect, &found);
    return found;
}

/* x op= y, where the operator computes in another type than that of x: x = (T)((C)x op y). */
static c_value computed_assignment(c_printer *to, const ir_expression *expression)
{
    const ir_expression *target = expression->operands[0], *value = expression->operands[1];
    const ir_type *computed = expression->computed;
    ir_operator op = expression->op;
    c_value first = value_of(to, target);
    c_value before = converted(to, computed, target->type, first, target->place);
    binding_level least = binary_levels[op].operands;
    c_value result = wraps(to, expression)
                         ? wrapped(to, wrapping[op], before.text, at(to, value, LEVEL_ASSIGN))
                         : operation(to, op, enclosed(to, before, least), at(to, value, least));
    c_value stored = converted(to, target->type, computed, result, expression->place);
    return (c_value){arena_format(to->memory, "%s = %s", enclosed(to, first, LEVEL_UNARY),
                                  enclosed(to, stored, LEVEL_ASSIGN)),
                     LEVEL_ASSIGN};
}

static c_value assignment(c_printer *to, const ir_expression *expression)
{
    const ir_expression *target = expression->operands[0], *value = expression->operands[1];
    if (expression->op != IR_OPERATOR_NONE && target->type->kind == IR_TYPE_SCALAR) {
        const ir_type *computed = expression->computed;
        bool twice = !has_effects(target);
        bool bit_field = wraps(to, expression) && ir_is_bit_field(target); /* no reference to it */
        if (twice && (bit_field || computed->dtype != target->type->dtype))
            return computed_assignment(to, expression);
        const bool once =
            !twice && (saturates(target->type, computed) || ir_quotient_overflows(expression));
        if (once && !ir_is_bit_field(target))
            return wrapped(to, store_at[expression->op], at(to, target, LEVEL_ASSIGN),
                           at(to, value, LEVEL_ASSIGN));
        if (once)
            return gap(to, expression, "a bit-field that is computed but once");
    }
    if (wraps(to, expression))
        return wrapped(to, wrapping_store[expression->op], at(to, target, LEVEL_ASSIGN),
                       at(to, value, LEVEL_ASSIGN));
    return (c_value){arena_format(to->memory, "%s %s= %s", at(to, target, LEVEL_UNARY),
                                  ir_operator_text(expression->op), at(to, value, LEVEL_ASSIGN)),
                     LEVEL_ASSIGN};
}

static c_value conditional(c_printer *to, const ir_expression *expression)
{
    return (c_value){arena_format(to->memory, "%s ? %s : %s",
                                  at(to, expression->operands[0], LEVEL_OR),
                                  at(to, expression->operands[1], LEVEL_OR),
                                  at(to, expression->operands[2], LEVEL_CONDITIONAL)),
                     LEVEL_CONDITIONAL};
}

/* ---- what stands by itself ---- */

static const char *list(c_printer *to, const ir_expression *expression)
{
    const char *text = "";
    for (size_t i = 0; i < expression->operand_count; i++)
        text = arena_format(to->memory, "%s%s%s", text, i ? ", " : "",
                            at(to, expression->operands[i], LEVEL_ASSIGN));
    return text;
}

/* ".low = 1", "[2 ... 5] = x" */
static c_value designated(c_printer *to, const ir_expression *expression)
{
    const char *text = "";
    for (size_t i = 0; i < expression->designator_count; i++) {
        const ir_designator *step = &expression->designators[i];
        long long first = (long long)step->first, last = (long long)step->last;
        text = step->member    ? arena_format(to->memory, "%s.%s", text, step->member)
               : first == last ? arena_format(to->memory, "%s[%lld]", text, first)
                               : arena_format(to->memory, "%s[%lld ... %lld]", text, first, last);
    }
    return (c_value){
        arena_format(to->memory, "%s = %s", text, at(to, expression->operands[0], LEVEL_ASSIGN)),
        LEVEL_ASSIGN};
}

static c_value call(c_printer *to, const ir_expression *expression)
{
    const char *name = expression->text;
    if (expression->is_builtin)
        name = arena_format(to->memory, "__builtin_%s", name);
    else if (expression->callee != IR_CALLEE_LIBRARY)
        name = c_outer_name(to, name);
    return (c_value){arena_format(to->memory, "%s(%s)", name, list(to, expression)), LEVEL_POSTFIX};
}

static c_value subscript(c_printer *to, const ir_expression *expression)
{
    const char *text = at(to, expression->operands[0], LEVEL_POSTFIX);
    for (size_t i = 1; i < expression->operand_count; i++)
        text =
            arena_format(to->memory, "%s[%s]", text, at(to, expression->operands[i], LEVEL_COMMA));
    return (c_value){text, LEVEL_POSTFIX};
}

static c_value member(c_printer *to, const ir_expression *expression)
{
    const ir_expression *record = expression->operands[0];
    bool through = record->type->kind == IR_TYPE_POINTER || record->type->kind == IR_TYPE_ARRAY;
    return (c_value){arena_format(to->memory, "%s%s%s", at(to, record, LEVEL_POSTFIX),
                                  through ? "->" : ".", expression->text),
                     LEVEL_POSTFIX};
}

static c_value value_of(c_printer *to, const ir_expression *expression)
{
    switch (expression->kind) {
    case IR_LITERAL:
        return literal(to, expression);
    case IR_VARIABLE:
        return (c_value){c_variable(to, expression->variable), LEVEL_PRIMARY};
    case IR_SUBSCRIPT:
        return subscript(to, expression);
    case IR_MEMBER:
        return member(to, expression);
    case IR_UNARY:
        return unary(to, expression);
    case IR_BINARY:
        return binary(to, expression);
    case IR_ASSIGN:
        return assignment(to, expression);
    case IR_CONDITIONAL:
        return conditional(to, expression);
    case IR_CAST:
        return cast(to, expression);
    case IR_CALL:
        return call(to, expression);
    case IR_LIST:
        return (c_value){arena_format(to->memory, "{%s}", list(to, expression)), LEVEL_PRIMARY};
    case IR_DESIGNATED:
        return designated(to, expression);
    case IR_TEXT: /* such a function is not printed */
        break;
    }
    return (c_value){"", LEVEL_PRIMARY};
}

const char *c_integer(c_printer *to, int64_t value, const ir_type *type)
{
    return enclosed(to, integer_literal(to, value, type), LEVEL_CONDITIONAL);
}

const char *c_expression(c_printer *to, const ir_expression *expression)
{
    return at(to, expression, LEVEL_ASSIGN);
}

const char *c_whole(c_printer *to, const ir_expression *expression)
{
    return at(to, expression, LEVEL_COMMA);
}
