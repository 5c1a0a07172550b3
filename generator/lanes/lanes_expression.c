/* lanes_expression.c: values as vectors and conditions as masks. */
#include "lanes_parts.h"

#include <string.h>

#include "split/split.h"
#include "text/dtype.h"

/* How tightly a text holds together. */
typedef enum binding_level { LOOSE, SUM, PRODUCT, TIGHT } binding_level;

typedef struct vector_text {
    const char *text;
    binding_level level;
} vector_text;

static vector_text value_of(lanes *in, const ir_expression *expression);

static const char *at(lanes *in, const ir_expression *expression, binding_level least)
{
    vector_text value = value_of(in, expression);
    return value.level < least ? arena_format(in->memory, "(%s)", value.text) : value.text;
}

static vector_text tight(const char *text)
{
    return (vector_text){text, TIGHT};
}

/* ---- types ---- */

const char *lanes_element(weft_dtype dtype)
{
    static const char *const names[WEFT_DTYPE_END] = {
        [WEFT_BOOL] = "u8",     [WEFT_INT8] = "i8",     [WEFT_INT16] = "i16",
        [WEFT_INT32] = "i32",   [WEFT_INT64] = "i64",   [WEFT_UINT8] = "u8",
        [WEFT_UINT16] = "u16",  [WEFT_UINT32] = "u32",  [WEFT_UINT64] = "u64",
        [WEFT_FLOAT32] = "f32", [WEFT_FLOAT64] = "f64",
    };
    return names[dtype];
}

static unsigned bits_of(const char *element)
{
    return strchr(element, '8') ? 8 : strchr(element, '1') ? 16 : strchr(element, '3') ? 32 : 64;
}

const char *lanes_type(lanes *in, const ir_type *type, location place)
{
    const char *name = type->kind == IR_TYPE_SCALAR ? lanes_element(type->dtype) : NULL;
    if (!name) {
        lanes_gap(in, place,
                  type->kind == IR_TYPE_RECORD    ? "a structure"
                  : ir_kind(type) == 'c'          ? "a complex number"
                  : type->kind == IR_TYPE_POINTER ? "a pointer that is a value"
                                                  : "a type that has no vectors");
        return "f64";
    }
    if (bits_of(name) > in->result->bits)
        in->result->bits = bits_of(name);
    return name;
}

static const char *type_of(lanes *in, const ir_expression *expression)
{
    return lanes_type(in, expression->type, expression->place);
}

/* ---- what does not vary ---- */

/* What only vectors have. */
static bool find_bits(void *context, const ir_expression *expression, const ir_statement *statement)
{
    bool *found = context;
    (void)statement;
    *found |= split_is_bits(expression);
    return !*found;
}

const char *lanes_plain(lanes *in, const ir_expression *expression)
{
    bool bits = false;
    ir_visit_expression(expression, NULL, find_bits, &bits);
    if (bits)
        lanes_gap(in, expression->place, "bits that are the same for all items");
    const char *text = c_expression(&in->scalars, expression);
    ir_gap *found = &in->scalars.result.gap;
    if (found->reason)
        lanes_gap(in, found->place, found->reason);
    return text;
}

/* A call that is the same for all items, but of one of whose arguments each item has its own: it
 * leads to a vector, which the function as it is written would take for one number. */
static const ir_expression *find_varying_call(const lanes *in, const ir_expression *expression)
{
    if (expression->kind == IR_CALL && expression->function)
        for (size_t i = 0; i < expression->operand_count; i++)
            if (lanes_varies(in, expression->operands[i]))
                return expression;
    for (size_t i = 0; i < expression->operand_count; i++) {
        const ir_expression *found = find_varying_call(in, expression->operands[i]);
        if (found)
            return found;
    }
    return NULL;
}

const char *lanes_scalar(lanes *in, const ir_expression *expression)
{
    const ir_expression *call = find_varying_call(in, expression);
    if (call)
        lanes_gap(in, call->place, "a call that is the same for all items, and writes what is not");
    const char *text = lanes_plain(in, expression);
    const char *some = lanes_is_risky(expression) ? lanes_ask_some(in) : NULL;
    return some ? arena_format(in->memory, "(%s ? %s : 0)", some, text) : text;
}

static bool is_literal(const ir_expression *expression)
{
    return ir_strip(expression)->kind == IR_LITERAL;
}

/* The text of a scalar as an operand of whatever operator. */
static const char *held(lanes *in, const char *text)
{
    return *text == '-' || strchr(text, ' ') ? arena_format(in->memory, "(%s)", text) : text;
}

/* A vector, or a literal that the compiler makes one of. */
static const char *operand(lanes *in, const ir_expression *expression, binding_level least)
{
    if (lanes_varies(in, expression) || !is_literal(expression))
        return at(in, expression, least);
    return held(in, lanes_scalar(in, expression));
}

/* ---- names for what is indexed ---- */

static bool is_vector_variable(const lanes *in, const ir_expression *expression)
{
    return expression->kind == IR_VARIABLE && lanes_variable_varies(in, expression->variable);
}

const char *lanes_named(lanes *in, const ir_expression *expression)
{
    const char *value = lanes_value(in, expression);
    if (is_vector_variable(in, expression))
        return value;
    const char *name = arena_format(in->memory, "t%u", ++in->value_names);
    lanes_line(in, "const WEFT_V(%s) %s = %s;", type_of(in, expression), name, value);
    return name;
}

/* An operand of what is computed lane by lane, in C. */
const char *lanes_in_lane(lanes *in, const ir_expression *expression)
{
    const char *type = c_cast_type(&in->scalars, expression->type, expression->place);
    const char *text = lanes_varies(in, expression)
                           ? arena_format(in->memory, "%s[l]", lanes_named(in, expression))
                           : lanes_scalar(in, expression);
    bool same = expression->type->dtype != WEFT_BOOL && !expression->type->is_enumeration;
    return same ? text : arena_format(in->memory, "(%s)%s", type, held(in, text));
}

static vector_text lane_by_lane(lanes *in, const char *element, const char *call)
{
    return tight(
        arena_format(in->memory, "WEFT_LANEWISE(%s, %s, %s)", element, lanes_mask_text(in), call));
}

/* ---- conditions ---- */

/* A part of an expression that is evaluated only where a condition holds, which has a name then. */
static const char *guarded(lanes *in, const char **condition, bool negated,
                           const ir_expression *part,
                           const char *(*print)(lanes *, const ir_expression *))
{
    const char *outside = in->guard;
    if (lanes_needs_mask(in, part) || lanes_is_risky(part)) {
        const char *name = arena_format(in->memory, "t%u", ++in->value_names);
        lanes_line(in, "const WEFT_MASK %s = %s;", name, *condition);
        *condition = name;
        const char *both =
            lanes_masked(in, arena_format(in->memory, "%s%s", negated ? "~" : "", name));
        in->guard = both;
        if (strcmp(both, name) != 0) {
            in->guard = arena_format(in->memory, "t%u", ++in->value_names);
            lanes_line(in, "const WEFT_MASK %s = %s;", in->guard, both);
        }
    }
    const char *text = print(in, part);
    in->guard = outside;
    return text;
}

/* A comparison as a mask. */
static const char *comparison(lanes *in, const ir_expression *expression)
{
    const ir_expression *left = expression->operands[0], *right = expression->operands[1];
    if (left->type->kind != IR_TYPE_SCALAR)
        lanes_gap(in, expression->place, "a comparison of pointers");
    const char *element = type_of(in, left), *first = operand(in, left, SUM);
    return arena_format(in->memory, "WEFT_IS(%s, %s %s %s)", element, first,
                        ir_operator_text(expression->op), operand(in, right, SUM));
}

static const char *logical(lanes *in, const ir_expression *expression)
{
    bool both = expression->op == IR_AND;
    const char *first = lanes_condition(in, expression->operands[0]);
    const char *second = guarded(in, &first, !both, expression->operands[1], lanes_condition);
    return arena_format(in->memory, "(%s %s %s)", first, both ? "&" : "|", second);
}

/* The functions of the C library that tell something of a number, as comparisons with itself. */
static bool is_test(const ir_expression *expression)
{
    const library_function *known = expression->kind == IR_CALL ? expression->library : NULL;
    return known && expression->operand_count == 1 &&
           ir_kind(expression->operands[0]->type) == 'f' &&
           (!strcmp(known->name, "isnan") || !strcmp(known->name, "isfinite"));
}

/* The comparisons of the C library, which raise no flags: "<"; NULL: it is none. */
static const char *quiet_operator(const ir_expression *expression)
{
    static const char *const names[][2] = {
        {"isless", "<"}, {"islessequal", "<="}, {"isgreater", ">"}, {"isgreaterequal", ">="}};
    const library_function *known = expression->kind == IR_CALL ? expression->library : NULL;
    if (!known || expression->operand_count != 2)
        return NULL;
    const ir_type *left = expression->operands[0]->type, *right = expression->operands[1]->type;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(known->name, names[i][0]) == 0 && ir_kind(left) == 'f' &&
            left->dtype == right->dtype)
            return names[i][1];
    return NULL;
}

static const char *compared_quietly(lanes *in, const ir_expression *expression)
{
    const char *element = type_of(in, expression->operands[0]);
    const char *left = operand(in, expression->operands[0], SUM);
    return arena_format(in->memory, "WEFT_IS(%s, %s %s %s)", element, left,
                        quiet_operator(expression), operand(in, expression->operands[1], SUM));
}

static const char *classified(lanes *in, const ir_expression *expression)
{
    const ir_expression *value = expression->operands[0];
    const char *name = lanes_named(in, value), *element = type_of(in, value);
    bool of_nan = strcmp(expression->library->name, "isnan") == 0;
    return arena_format(in->memory, of_nan ? "WEFT_IS(%s, %s != %s)" : "WEFT_IS(%s, %s - %s == 0)",
                        element, name, name);
}

const char *lanes_condition(lanes *in, const ir_expression *expression)
{
    const ir_expression *value = ir_strip(expression);
    if (!ir_is_condition(value) && !quiet_operator(value) &&
        !is_test(value)) /* another's conversion may make 0 of what is not */
        value = expression;
    if (!lanes_varies(in, value))
        return arena_format(in->memory, "WEFT_TRUE(%s)", lanes_scalar(in, value));
    if (is_test(value))
        return classified(in, value);
    if (quiet_operator(value))
        return compared_quietly(in, value);
    if (value->kind == IR_UNARY && value->op == IR_NOT)
        return arena_format(in->memory, "~%s", lanes_condition(in, value->operands[0]));
    if (ir_is_comparison(value))
        return comparison(in, value);
    if (ir_is_condition(value))
        return logical(in, value);
    const char *element = type_of(in, value);
    return arena_format(in->memory, "WEFT_IS(%s, %s != 0)", element, at(in, value, SUM));
}

/* A mask as the number 0 or 1. */
static vector_text truth(lanes *in, const ir_expression *expression)
{
    return tight(arena_format(in->memory, "WEFT_TRUTH(%s, %s)", type_of(in, expression),
                              lanes_condition(in, expression)));
}

/* ---- conversions ---- */

static vector_text cast(lanes *in, const ir_expression *expression)
{
    const ir_expression *value = expression->operands[0];
    const char *to = type_of(in, expression), *from = type_of(in, value);
    char kind = ir_kind(expression->type);
    if (kind == 'b')
        return tight(arena_format(in->memory, "WEFT_TRUTH(u8, %s)", lanes_condition(in, value)));
    if (ir_is_condition(ir_strip(value)) && kind != 'f')
        return tight(
            arena_format(in->memory, "WEFT_TRUTH(%s, %s)", to, lanes_condition(in, value)));
    bool saturates = (kind == 'i' || kind == 'u') && ir_kind(value->type) == 'f';
    if (saturates)
        return tight(arena_format(in->memory, "WEFT_SATURATE(%s, %s, %s)", to, from,
                                  lanes_value(in, value)));
    if (strcmp(to, from) == 0)
        return value_of(in, value);
    return tight(arena_format(in->memory, "WEFT_CONVERT(%s, %s)", to, lanes_value(in, value)));
}

/* ---- operators ---- */

static vector_text quotient(lanes *in, const ir_expression *expression)
{
    const char *op = ir_operator_text(expression->op), *element = type_of(in, expression);
    const ir_expression *divisor = expression->operands[1];
    int64_t value;
    if (ir_constant(divisor, &value) && value > 0) {
        const char *left = at(in, expression->operands[0], PRODUCT);
        return (vector_text){
            arena_format(in->memory, "%s %s %s", left, op, operand(in, divisor, TIGHT)), PRODUCT};
    }
    if (strcmp(element, "i32") == 0 || strcmp(element, "u32") == 0)
        return tight(arena_format(in->memory, "%s(%s, %s, %s)",
                                  expression->op == IR_DIVIDE ? "WEFT_QUOTIENT" : "WEFT_REST",
                                  element, lanes_value(in, expression->operands[0]),
                                  lanes_value(in, divisor)));
    const char *left = held(in, lanes_in_lane(in, expression->operands[0]));
    const char *right = held(in, lanes_in_lane(in, divisor));
    if (ir_quotient_overflows(expression))
        return lane_by_lane(
            in, element,
            arena_format(in->memory, "%s(%s, %s)",
                         expression->op == IR_DIVIDE ? "WEFT_DIVIDE" : "WEFT_REMAINDER", left,
                         right));
    return lane_by_lane(in, element, arena_format(in->memory, "%s %s %s", left, op, right));
}

/* The count of a shift has the type of what is shifted. */
static vector_text shift(lanes *in, const ir_expression *expression)
{
    const ir_expression *left = expression->operands[0], *count = expression->operands[1];
    const char *element = type_of(in, expression), *by;
    const char *value = at(in, left, TIGHT);
    if (is_literal(count))
        by = lanes_scalar(in, count);
    else if (strcmp(type_of(in, count), element) == 0)
        by = at(in, count, TIGHT);
    else
        by = arena_format(in->memory, "WEFT_CONVERT(%s, %s)", element, lanes_value(in, count));
    return (vector_text){
        arena_format(in->memory, "%s %s %s", value, ir_operator_text(expression->op), by), LOOSE};
}

static vector_text binary(lanes *in, const ir_expression *expression)
{
    ir_operator op = expression->op;
    if (lanes_is_wide_product(expression))
        return tight(arena_format(in->memory, "WEFT_WORDS_PRODUCT(%s, %s)",
                                  lanes_value(in, expression->operands[0]),
                                  lanes_value(in, expression->operands[1])));
    bool product = op == IR_MULTIPLY || op == IR_DIVIDE;
    bool sum = op == IR_ADD || op == IR_SUBTRACT;
    if (ir_is_condition(expression))
        return truth(in, expression);
    if (expression->operands[0]->type->kind != IR_TYPE_SCALAR)
        lanes_gap(in, expression->place, "a sum of a pointer and a number");
    if (op == IR_SHIFT_LEFT || op == IR_SHIFT_RIGHT)
        return shift(in, expression);
    if ((op == IR_DIVIDE || op == IR_REMAINDER) && ir_is_integer(expression->type))
        return quotient(in, expression);
    type_of(in, expression);
    binding_level level = product ? PRODUCT : sum ? SUM : LOOSE;
    const char *left = operand(in, expression->operands[0], level == LOOSE ? TIGHT : level);
    const char *right = operand(in, expression->operands[1], level == SUM ? PRODUCT : TIGHT);
    if (expression->is_recurrence)
        return (vector_text){arena_format(in->memory, "%s + %s", right, left), level};
    return (vector_text){arena_format(in->memory, "%s %s %s", left, ir_operator_text(op), right),
                         level};
}

static vector_text unary(lanes *in, const ir_expression *expression)
{
    const ir_expression *inner = expression->operands[0];
    switch (expression->op) {
    case IR_PLUS:
        return value_of(in, inner);
    case IR_NEGATE:
    case IR_BIT_NOT:
        type_of(in, expression);
        return (vector_text){arena_format(in->memory, "%s%s", ir_operator_text(expression->op),
                                          at(in, inner, TIGHT)),
                             PRODUCT};
    case IR_NOT:
        return truth(in, expression);
    case IR_DEREFERENCE:
        return tight(lanes_read(in, expression));
    default:
        lanes_gap(in, expression->place, "an address that is a value");
        return tight("0");
    }
}

static vector_text conditional(lanes *in, const ir_expression *expression)
{
    const char *condition = lanes_condition(in, expression->operands[0]);
    const char *first = guarded(in, &condition, false, expression->operands[1], lanes_value);
    const char *second = guarded(in, &condition, true, expression->operands[2], lanes_value);
    return tight(arena_format(in->memory, "WEFT_SELECT(%s, %s, %s, %s)", type_of(in, expression),
                              condition, first, second));
}

/* ---- calls ---- */

/* Functions whose vectors are exact, or rounded as C's are: no bit depends on who computes them. */
static bool is_exact(const char *name)
{
    static const char *const names[] = {"sqrt",  "fabs", "copysign", "rint",
                                        "floor", "ceil", "trunc",    "fma"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Functions with a twin of vectors in <weft/vector_math.h>. */
static bool has_name_of_twin(const char *name)
{
    static const char *const names[] = {
        "exp",   "exp2", "expm1", "log",  "log2",   "log10", "log1p", "sin",   "cos",
        "tan",   "asin", "acos",  "atan", "sinh",   "cosh",  "tanh",  "asinh", "acosh",
        "atanh", "erf",  "erfc",  "cbrt", "pow",    "hypot", "atan2", "round", "nearbyint",
        "fmin",  "fmax", "fdim",  "fmod", "tgamma", "lgamma"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Whether all operands of a call have its type, which is floating. */
static bool is_of_one_type(const ir_expression *call)
{
    for (size_t i = 0; i < call->operand_count; i++)
        if (call->operands[i]->type->dtype != call->type->dtype)
            return false;
    return ir_kind(call->type) == 'f';
}

static const char *list(lanes *in, const ir_expression *call,
                        const char *(*print)(lanes *, const ir_expression *))
{
    const char *text = "";
    for (size_t i = 0; i < call->operand_count; i++)
        text =
            arena_format(in->memory, "%s%s%s", text, i ? ", " : "", print(in, call->operands[i]));
    return text;
}

bool lanes_has_twin(const ir_expression *call)
{
    return call->kind == IR_CALL && call->callee == IR_CALLEE_LIBRARY && call->library &&
           has_name_of_twin(call->library->name) && is_of_one_type(call);
}

/* The twin, and what C computes where it is not wanted. */
static const char *twin(lanes *in, const ir_expression *call, const char *element, const char *name)
{
    const char *vectors = "", *scalars = "";
    in->result->twins = true;
    for (size_t i = 0; i < call->operand_count; i++) {
        const char *operand = lanes_named(in, call->operands[i]), *comma = i ? ", " : "";
        vectors = arena_format(in->memory, "%s%s%s", vectors, comma, operand);
        scalars = arena_format(in->memory, "%s%s%s[l]", scalars, comma, operand);
    }
    return arena_format(in->memory, "WEFT_MATH(%s, %s, %s, (%s), %s(%s))", element,
                        lanes_mask_text(in), call->library->name, vectors, name, scalars);
}

const char *lanes_call(lanes *in, const ir_expression *call)
{
    const library_function *known = call->library;
    const char *element = type_of(in, call);
    if (split_is_bits(call)) {
        type_of(in, call->operands[0]);
        return arena_format(in->memory, "((WEFT_V(%s))(%s))", element,
                            lanes_value(in, call->operands[0]));
    }
    /* All that lgamma does beside its result is to write signgam, which no body can read. */
    const bool is_followed = known && !known->writes && (!known->impure || lanes_has_twin(call));
    if (!is_followed || call->callee != IR_CALLEE_LIBRARY) {
        lanes_gap(in, call->place, "a call whose effects are not followed");
        return "0";
    }
    if (is_exact(known->name) && is_of_one_type(call))
        return arena_format(in->memory, "WEFT_EXACT(%s, %s)(%s)", element, known->name,
                            list(in, call, lanes_value));
    const char *name =
        call->is_builtin ? arena_format(in->memory, "__builtin_%s", call->text) : call->text;
    if (!in->strict && lanes_has_twin(call))
        return twin(in, call, element, name);
    return lane_by_lane(in, element,
                        arena_format(in->memory, "%s(%s)", name, list(in, call, lanes_in_lane)))
        .text;
}

/* ---- all of them ---- */

static vector_text value_of(lanes *in, const ir_expression *expression)
{
    if (!lanes_varies(in, expression) && expression->type->kind == IR_TYPE_SCALAR)
        return tight(arena_format(in->memory, "WEFT_SET(%s, %s)", type_of(in, expression),
                                  lanes_scalar(in, expression)));
    switch (expression->kind) {
    case IR_VARIABLE:
        type_of(in, expression);
        return tight(arena_format(in->memory, "%s[v]", expression->variable->name));
    case IR_SUBSCRIPT:
        type_of(in, expression);
        return tight(lanes_read(in, expression));
    case IR_UNARY:
        return unary(in, expression);
    case IR_BINARY:
        return binary(in, expression);
    case IR_CONDITIONAL:
        return conditional(in, expression);
    case IR_CAST:
        return cast(in, expression);
    case IR_CALL:
        return is_test(expression) || quiet_operator(expression)
                   ? truth(in, expression)
                   : tight(lanes_call(in, expression));
    case IR_MEMBER:
        lanes_gap(in, expression->place, "a structure");
        break;
    default:
        lanes_gap(in, expression->place, "a value of this kind");
    }
    return tight("0");
}

const char *lanes_value(lanes *in, const ir_expression *expression)
{
    return value_of(in, expression).text;
}
