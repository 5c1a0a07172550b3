/* analyse_division.c: integer divisions whose divisor may be zero. The check knows the usual ways
 * to keep zero out: a test around the division, a test before it that leaves, a divisor that cannot
 * be. */
#include "analyse.h"

/* The conditions that hold where the walk stands. */
typedef struct fact {
    const ir_expression *condition;
    bool holds; /* false: its negation does */
    const struct fact *outer;
} fact;

typedef struct check {
    diagnostics *messages;
    arena *memory;
} check;

/* What an order says once its sides are exchanged, and what its negation says. */
static const struct {
    ir_operator exchanged, negated;
} orders[IR_OPERATOR_COUNT] = {
    [IR_LESS] = {IR_GREATER, IR_GREATER_EQUAL},
    [IR_GREATER] = {IR_LESS, IR_LESS_EQUAL},
    [IR_LESS_EQUAL] = {IR_GREATER_EQUAL, IR_GREATER},
    [IR_GREATER_EQUAL] = {IR_LESS_EQUAL, IR_LESS},
    [IR_EQUAL] = {IR_EQUAL, IR_NOT_EQUAL},
    [IR_NOT_EQUAL] = {IR_NOT_EQUAL, IR_EQUAL},
};

/* Whether `value op other` keeps zero out. Of a variable to the right, as in i < n, it is taken
 * that it is not negative. */
static bool excludes_zero(ir_operator op, const ir_expression *other)
{
    int64_t limit = 0;
    bool known = ir_constant(other, &limit);
    switch (op) {
    case IR_EQUAL:
        return known && limit != 0;
    case IR_NOT_EQUAL:
        return known && limit == 0;
    case IR_GREATER:
        return !known || limit >= 0;
    case IR_GREATER_EQUAL:
        return known && limit > 0;
    case IR_LESS:
        return known && limit <= 0;
    case IR_LESS_EQUAL:
        return known && limit < 0;
    default:
        return false;
    }
}

/* Whether a condition, known to be true or false, says that a value is not zero. */
static bool implies_nonzero(const ir_expression *condition, bool holds, const ir_expression *value)
{
    condition = ir_strip_casts(condition);
    if (ir_same(condition, value))
        return holds;
    if (condition->kind == IR_UNARY && condition->op == IR_NOT)
        return implies_nonzero(condition->operands[0], !holds, value);
    if (condition->kind != IR_BINARY)
        return false;
    const ir_expression *a = condition->operands[0], *b = condition->operands[1];
    ir_operator op = condition->op;
    if (op == (holds ? IR_AND : IR_OR))
        return implies_nonzero(a, holds, value) || implies_nonzero(b, holds, value);
    if (orders[op].exchanged == IR_OPERATOR_NONE)
        return false;
    op = holds ? op : orders[op].negated;
    return (ir_same(a, value) && excludes_zero(op, b)) ||
           (ir_same(b, value) && excludes_zero(orders[op].exchanged, a));
}

/* Numbers from `low` to `high`. */
typedef struct range {
    int64_t low, high;
} range;

/* What an integer type holds, as far as int does. */
static range held(const ir_type *type)
{
    switch (type->dtype) {
    case WEFT_BOOL:
        return (range){0, 1};
    case WEFT_INT8:
        return (range){INT8_MIN, INT8_MAX};
    case WEFT_UINT8:
        return (range){0, UINT8_MAX};
    case WEFT_INT16:
        return (range){INT16_MIN, INT16_MAX};
    case WEFT_UINT16:
        return (range){0, UINT16_MAX};
    default:
        return (range){ir_kind(type) == 'u' ? 0 : INT32_MIN, INT32_MAX};
    }
}

/* Whether an integer lies in a range that its form tells: 3, n & 7, a byte, sums and differences of
 * such. */
static bool is_bounded(const ir_expression *value, range *in)
{
    const ir_expression *const *sides = (const ir_expression *const *)value->operands;
    const range type = held(value->type);
    range a = {0}, b = {0}, told = {INT64_MIN, INT64_MAX};
    int64_t constant;
    if (ir_constant(value, &constant))
        told = (range){constant, constant};
    else if (value->kind == IR_CAST && ir_is_integer(sides[0]->type) && is_bounded(sides[0], &a))
        told = a;
    else if (value->kind == IR_UNARY && value->op == IR_NEGATE && is_bounded(sides[0], &a))
        told = (range){-a.high, -a.low};
    else if (value->kind == IR_BINARY && value->op == IR_BIT_AND) {
        bool first = is_bounded(sides[0], &a) && a.low >= 0;
        bool second = is_bounded(sides[1], &b) && b.low >= 0;
        if (first || second)
            told = (range){0, !second || (first && a.high < b.high) ? a.high : b.high};
    } else if (value->kind == IR_BINARY && (value->op == IR_ADD || value->op == IR_SUBTRACT) &&
               is_bounded(sides[0], &a) && is_bounded(sides[1], &b))
        told = value->op == IR_ADD ? (range){a.low + b.low, a.high + b.high}
                                   : (range){a.low - b.high, a.high - b.low};
    const bool fits = told.low >= type.low && told.high <= type.high;
    *in = fits ? told : type;
    return fits || type.high < INT32_MAX;
}

/* A divisor that cannot be zero by its form: 3, d | 1, n + !n, (n & 7) + 1, (n & 15) - 20, d ? d
 * : 1. */
static bool never_zero(const ir_expression *divisor)
{
    int64_t value;
    range in;
    if (ir_is_integer(divisor->type) && is_bounded(divisor, &in) && (in.low > 0 || in.high < 0))
        return true;
    divisor = ir_strip_casts(divisor);
    if (ir_constant(divisor, &value))
        return value != 0;
    if (divisor->kind == IR_CONDITIONAL) {
        const ir_expression *condition = divisor->operands[0];
        bool first = never_zero(divisor->operands[1]) ||
                     implies_nonzero(condition, true, divisor->operands[1]);
        bool second = never_zero(divisor->operands[2]) ||
                      implies_nonzero(condition, false, divisor->operands[2]);
        return first && second;
    }
    if (divisor->kind != IR_BINARY)
        return false;
    const ir_expression *a = ir_strip_casts(divisor->operands[0]);
    const ir_expression *b = ir_strip_casts(divisor->operands[1]);
    if (divisor->op == IR_BIT_OR)
        return never_zero(a) || never_zero(b);
    return divisor->op == IR_ADD && b->kind == IR_UNARY && b->op == IR_NOT &&
           ir_same(b->operands[0], a);
}

static bool divides(const ir_expression *expression)
{
    return (expression->kind == IR_BINARY || expression->kind == IR_ASSIGN) &&
           (expression->op == IR_DIVIDE || expression->op == IR_REMAINDER) &&
           ir_is_integer(expression->type) &&
           ir_is_integer(ir_strip(expression->operands[1])->type);
}

static void warn(check *in, const ir_expression *division)
{
    const ir_expression *divisor = ir_strip_casts(division->operands[1]);
    diagnostics_add(in->messages, SEVERITY_PLACE_WARNING, division->place, division->length,
                    "integer %s by '%s', which may be zero: the result is then undefined",
                    division->op == IR_DIVIDE ? "division" : "remainder",
                    ir_expression_text(in->memory, divisor));
}

static void walk(check *in, const ir_expression *expression, const fact *known)
{
    if (!expression)
        return;
    if (divides(expression) && !never_zero(expression->operands[1])) {
        bool guarded = false;
        for (const fact *at = known; at && !guarded; at = at->outer)
            guarded = implies_nonzero(at->condition, at->holds, expression->operands[1]);
        if (!guarded)
            warn(in, expression);
    }
    bool logical =
        expression->kind == IR_BINARY && (expression->op == IR_AND || expression->op == IR_OR);
    for (size_t i = 0; i < expression->operand_count; i++) {
        fact inner = {expression->operands[0], true, known};
        inner.holds = logical ? expression->op == IR_AND : i == 1;
        bool knows = i > 0 && (logical || expression->kind == IR_CONDITIONAL);
        walk(in, expression->operands[i], knows ? &inner : known);
    }
}

/* Whether control never comes out of the end of a statement. */
static bool always_leaves(const ir_statement *statement)
{
    if (statement->kind == IR_BLOCK)
        return statement->child_count &&
               always_leaves(statement->children[statement->child_count - 1]);
    return statement->kind == IR_RETURN || statement->kind == IR_BREAK ||
           statement->kind == IR_CONTINUE;
}

/* if (d == 0) d = 1; */
static bool repairs(const ir_statement *statement)
{
    const ir_statement *inner = statement->children[0];
    while (inner->kind == IR_BLOCK && inner->child_count == 1)
        inner = inner->children[0];
    const ir_expression *value = inner->kind == IR_EVALUATE ? inner->expression : NULL;
    return value && value->kind == IR_ASSIGN && value->op == IR_OPERATOR_NONE &&
           never_zero(value->operands[1]) &&
           implies_nonzero(statement->expression, false, value->operands[0]);
}

static void walk_statement(check *in, const ir_statement *statement, const fact *known);

/* The children of a block or switch from `index` on: an `if` that leaves or repairs tells all that
 * follow, as far as no label lets control in. Returns where that is. */
static size_t walk_block(check *in, const ir_statement *block, size_t index, const fact *known)
{
    for (size_t first = index; index < block->child_count; index++) {
        if (index > first && ir_enters(block, index))
            break;
        const ir_statement *child = block->children[index];
        walk_statement(in, child, known);
        if (child->kind == IR_IF && child->child_count == 1 &&
            (always_leaves(child->children[0]) || repairs(child))) {
            fact rest = {child->expression, false, known};
            return walk_block(in, block, index + 1, &rest);
        }
    }
    return index;
}

static void walk_statement(check *in, const ir_statement *statement, const fact *known)
{
    if (!statement)
        return;
    if (statement->kind == IR_BLOCK) {
        walk_block(in, statement, 0, known);
        return;
    }
    if (statement->kind == IR_SWITCH) {
        walk(in, statement->expression, known);
        for (size_t i = 0; i < statement->child_count;)
            i = walk_block(in, statement, i, known);
        return;
    }
    for (size_t i = 0; i < statement->variable_count; i++)
        walk(in, statement->variables[i]->initializer, known);
    walk_statement(in, statement->first, known);
    walk(in, statement->expression, known);
    bool tested = statement->expression && (statement->kind == IR_IF || statement->kind == IR_FOR ||
                                            statement->kind == IR_WHILE);
    for (size_t i = 0; i < statement->child_count; i++) {
        fact inner = {statement->expression, i == 0, known};
        walk_statement(in, statement->children[i], tested ? &inner : known);
    }
    fact inner = {statement->expression, true, known};
    walk(in, statement->step, tested ? &inner : known);
}

void analyse_divisions(const ir_function *function, diagnostics *messages)
{
    check in = {messages, arena_new()};
    walk_statement(&in, function->body, NULL);
    arena_free(in.memory);
}
