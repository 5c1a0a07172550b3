/* analyse_loop.c: which loops count, how often they run, and which depend on data. */
#include "analyse.h"
#include "text/dtype.h"
#include "uniform.h"

/* ---- who writes what ---- */

typedef struct write_search {
    const ir_variable *variable;
    bool found;
} write_search;

static bool find_write(void *context, const ir_expression *expression,
                       const ir_statement *statement)
{
    write_search *search = context;
    (void)statement;
    const ir_expression *target = ir_written(expression);
    bool address = expression->kind == IR_UNARY && expression->op == IR_ADDRESS;
    if (address)
        target = expression->operands[0];
    if (target && ir_base_variable(target) == search->variable)
        search->found = true;
    return !search->found;
}

bool analyse_writes(const ir_statement *statement, const ir_variable *variable)
{
    write_search search = {variable, false};
    ir_visit(statement, find_write, &search);
    return search.found;
}

static bool find_mention(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    write_search *search = context;
    (void)statement;
    search->found |= expression->kind == IR_VARIABLE && expression->variable == search->variable;
    return !search->found;
}

bool analyse_mentions(const ir_expression *expression, const ir_variable *variable)
{
    write_search search = {variable, false};
    ir_visit_expression(expression, NULL, find_mention, &search);
    return search.found;
}

/* ---- loops that count ---- */

/* The value that `v = begin`, alone or between commas, starts a variable with; NULL if none
 * does. */
static const ir_expression *assigned_start(const ir_expression *value, const ir_variable *variable)
{
    if (value->kind == IR_BINARY && value->op == IR_COMMA) {
        const ir_expression *first = assigned_start(value->operands[0], variable);
        return first ? first : assigned_start(value->operands[1], variable);
    }
    const ir_expression *target = value->kind == IR_ASSIGN ? ir_strip(value->operands[0]) : NULL;
    bool starts = target && value->op == IR_OPERATOR_NONE && target->kind == IR_VARIABLE &&
                  target->variable == variable;
    return starts ? value->operands[1] : NULL;
}

/* What a `for` starts a variable with; NULL if it starts it with nothing. */
static const ir_expression *find_start(const ir_statement *first, const ir_variable *variable)
{
    if (first && first->kind == IR_EVALUATE)
        return assigned_start(first->expression, variable);
    for (size_t i = 0; first && i < first->variable_count; i++)
        if (first->variables[i] == variable)
            return variable->initializer;
    return NULL;
}

/* v++, ++v, v += c, v = v + c, and the same downwards; c a positive constant. Other variables may
 * step beside it. */
static bool find_step(const ir_expression *step, const ir_variable *variable, int64_t *by)
{
    if (step && step->kind == IR_BINARY && step->op == IR_COMMA)
        return find_step(step->operands[0], variable, by) ||
               find_step(step->operands[1], variable, by);
    const ir_expression *target = step ? ir_written(step) : NULL;
    if (!target || target->kind != IR_VARIABLE || target->variable != variable)
        return false;
    if (step->kind == IR_UNARY) {
        *by = step->op == IR_PRE_INCREMENT || step->op == IR_POST_INCREMENT ? 1 : -1;
        return true;
    }
    const ir_expression *amount = step->operands[1];
    ir_operator op = step->op;
    if (op == IR_OPERATOR_NONE) {
        amount = ir_strip_casts(amount);
        const ir_expression *left =
            amount->kind == IR_BINARY ? ir_strip_casts(amount->operands[0]) : amount;
        if (amount->kind != IR_BINARY || left->kind != IR_VARIABLE || left->variable != variable)
            return false;
        op = amount->op;
        amount = amount->operands[1];
    }
    if (!ir_constant(amount, by) || *by <= 0 || (op != IR_ADD && op != IR_SUBTRACT))
        return false;
    *by = op == IR_ADD ? *by : -*by;
    return true;
}

/* v < end, v <= end, v != end, v > end, v >= end, or turned around, for a variable that steps. */
static bool find_end(const ir_statement *loop, counted_loop *found)
{
    const ir_expression *condition = ir_strip_casts(loop->expression);
    if (!condition || condition->kind != IR_BINARY || condition->op < IR_LESS ||
        condition->op > IR_NOT_EQUAL || condition->op == IR_EQUAL)
        return false;
    for (size_t i = 0; i < 2; i++) {
        const ir_expression *side = ir_strip_casts(condition->operands[i]);
        int64_t by;
        if (side->kind != IR_VARIABLE || !find_step(loop->step, side->variable, &by))
            continue;
        found->variable = side->variable;
        found->end = condition->operands[1 - i];
        found->includes_end = condition->op == IR_LESS_EQUAL || condition->op == IR_GREATER_EQUAL;
        found->by_one = by == 1;
        found->downward = by < 0;
        return true;
    }
    return false;
}

/* for (v = n; v-- > 0;): the condition itself steps. */
static bool is_countdown(const ir_statement *loop, counted_loop *found)
{
    const ir_expression *test = ir_strip_casts(loop->expression);
    int64_t zero;
    if (loop->step || !test || test->kind != IR_BINARY ||
        (test->op != IR_GREATER && test->op != IR_NOT_EQUAL) ||
        !ir_constant(test->operands[1], &zero) || zero != 0)
        return false;
    const ir_expression *step = ir_strip_casts(test->operands[0]);
    if (step->kind != IR_UNARY || step->op != IR_POST_DECREMENT)
        return false;
    found->variable = ir_base_variable(step->operands[0]);
    found->end = test->operands[1];
    found->downward = true;
    return true;
}

bool analyse_counted(const ir_statement *loop, counted_loop *found)
{
    *found = (counted_loop){0};
    if (loop->kind != IR_FOR || loop->child_count != 1 ||
        (!is_countdown(loop, found) && !find_end(loop, found)))
        return false;
    found->body = loop->children[0];
    found->begin = find_start(loop->first, found->variable);
    return found->begin && !analyse_writes(found->body, found->variable);
}

/* Without the conversions around it that keep every value: (int64_t)n of an int, not (int8_t)n. */
static const ir_expression *strip_widening(const ir_expression *value)
{
    while (value->kind == IR_CAST) {
        const ir_type *to = value->type, *from = value->operands[0]->type;
        bool scalars = to->kind == IR_TYPE_SCALAR && from->kind == IR_TYPE_SCALAR;
        if (!scalars || dtype_digits(to->dtype) < dtype_digits(from->dtype))
            return value;
        value = value->operands[0];
    }
    return value;
}

bool analyse_full_range(const counted_loop *loop, const ir_expression **size)
{
    int64_t begin, end;
    const ir_expression *bound = strip_widening(loop->end);
    *size = bound;
    return loop->by_one && !loop->includes_end && ir_constant(loop->begin, &begin) && begin == 0 &&
           (ir_constant(bound, &end) ||
            (bound->kind == IR_VARIABLE && bound->variable->storage == IR_PARAMETER &&
             bound->variable->is_size));
}

/* ---- how often ---- */

/* The loop around this one that counts this variable; NULL if there is none. */
static const ir_statement *find_enclosing(const ir_variable *variable,
                                          const ir_statement *const *enclosing, size_t count,
                                          size_t *index)
{
    counted_loop outer;
    for (size_t i = 0; i < count; i++)
        if (analyse_counted(enclosing[i], &outer) && outer.variable == variable) {
            *index = i;
            return enclosing[i];
        }
    return NULL;
}

static trip_count magnitude(const ir_expression *value, const ir_statement *const *enclosing,
                            size_t count, int depth);

/* Whether some variable of the loop's bounds is changed while it runs. */
static bool bound_changes(const counted_loop *loop)
{
    const ir_expression *ends[] = {loop->begin, loop->end};
    for (size_t i = 0; i < 2; i++) {
        const ir_expression *value = ir_strip_casts(ends[i]);
        if (value->kind == IR_VARIABLE && value->variable->storage == IR_LOCAL &&
            analyse_writes(loop->body, value->variable))
            return true;
    }
    return false;
}

/* a + sign × b as one product: the one of more sizes, where they differ. */
static trip_count sum(trip_count a, trip_count b, double sign)
{
    if (!count_is_alike(&a, &b))
        return count_degree(&b) > count_degree(&a) ? b : a;
    a.factor += sign * b.factor;
    return a;
}

/* What a counter is, on average: half of the way from its begin to its end. */
static trip_count average_value(const ir_statement *loop, const ir_statement *const *enclosing,
                                size_t count)
{
    counted_loop counted;
    trip_count unknown = {0};
    if (!analyse_counted(loop, &counted) || bound_changes(&counted))
        return unknown;
    trip_count begin = magnitude(counted.begin, enclosing, count, 0);
    trip_count end = magnitude(counted.end, enclosing, count, 0);
    if (!begin.known || !end.known)
        return unknown;
    trip_count both = sum(begin, end, 1);
    both.factor /= 2;
    return both;
}

static trip_count parameter_magnitude(const ir_variable *size)
{
    trip_count result = {.known = true, .factor = 1};
    if (size->position < MOST_SIZES)
        result.sizes.powers[size->position] = 1;
    return result;
}

static trip_count variable_magnitude(const ir_variable *variable,
                                     const ir_statement *const *enclosing, size_t count, int depth)
{
    trip_count unknown = {0};
    size_t index;
    if (variable->storage == IR_PARAMETER && variable->is_size)
        return parameter_magnitude(variable);
    const ir_statement *outer = find_enclosing(variable, enclosing, count, &index);
    if (outer)
        return average_value(outer, enclosing, index);
    bool fixed = variable->storage == IR_LOCAL && variable->initializer && variable->type->is_const;
    return fixed ? magnitude(variable->initializer, enclosing, count, depth + 1) : unknown;
}

/* The size of a value that sizes and constants make, as one product: the larger term of a sum. */
static trip_count magnitude(const ir_expression *value, const ir_statement *const *enclosing,
                            size_t count, int depth)
{
    trip_count unknown = {0};
    int64_t constant;
    value = ir_strip_casts(value);
    if (!value || depth > 16)
        return unknown;
    if (ir_constant(value, &constant))
        return (trip_count){.known = true, .factor = (double)constant};
    if (value->kind == IR_VARIABLE)
        return variable_magnitude(value->variable, enclosing, count, depth);
    if (value->kind != IR_BINARY)
        return unknown;
    trip_count a = magnitude(value->operands[0], enclosing, count, depth + 1);
    trip_count b = magnitude(value->operands[1], enclosing, count, depth + 1);
    if (!a.known || !b.known)
        return unknown;
    switch (value->op) {
    case IR_MULTIPLY:
        return count_multiply(a, b);
    case IR_ADD:
    case IR_SUBTRACT:
        return sum(a, b, value->op == IR_ADD ? 1 : -1);
    case IR_DIVIDE:
        a.factor /= b.factor > 0 && count_degree(&b) == 0 ? b.factor : 1;
        return a;
    default:
        return unknown;
    }
}

/* The c of a loop from b to b + c; NULL where its end is not written so. */
static const ir_expression *constant_above(const ir_expression *begin, const ir_expression *end)
{
    end = ir_strip_casts(end);
    bool adds = end->kind == IR_BINARY && end->op == IR_ADD;
    return adds && ir_same(ir_strip_casts(begin), ir_strip_casts(end->operands[0]))
               ? end->operands[1]
               : NULL;
}

trip_count analyse_trips(const ir_statement *loop, const ir_statement *const *enclosing,
                         size_t enclosing_count)
{
    trip_count unknown = {0};
    counted_loop counted;
    if (!analyse_counted(loop, &counted) || bound_changes(&counted))
        return unknown;
    trip_count begin = magnitude(counted.begin, enclosing, enclosing_count, 0);
    trip_count end = magnitude(counted.end, enclosing, enclosing_count, 0);
    if (!begin.known || !end.known)
        return unknown;
    trip_count low = counted.downward ? end : begin, high = counted.downward ? begin : end;
    const ir_expression *above = constant_above(counted.begin, counted.end);
    high = above ? magnitude(above, enclosing, enclosing_count, 0) : sum(high, low, -1);
    if (counted.includes_end && count_degree(&high) == 0)
        high.factor += 1;
    int64_t by = 1;
    if (find_step(loop->step, counted.variable, &by) && by)
        high.factor /= by > 0 ? (double)by : -(double)by;
    high.factor = high.factor > 0 ? high.factor : 0;
    return high;
}

/* ---- loops that depend on data ---- */

static bool leaves(const ir_statement *statement, bool in_inner_loop)
{
    if (!statement)
        return false;
    bool breaks = statement->kind == IR_BREAK && !in_inner_loop;
    bool jumps = statement->kind == IR_TEXT_STATEMENT && statement->jump == IR_GOTO;
    if (breaks || jumps || statement->kind == IR_RETURN)
        return true;
    bool inner = in_inner_loop || ir_holds_break(statement);
    for (size_t i = 0; i < statement->child_count; i++)
        if (leaves(statement->children[i], inner))
            return true;
    return false;
}

bool analyse_leaves(const ir_statement *loop)
{
    for (size_t i = 0; i < loop->child_count; i++)
        if (leaves(loop->children[i], false))
            return true;
    return false;
}

enum { DEEPEST_NEST = 32 };

/* The loops around the statement that is being looked at. */
typedef struct nest {
    const ir_statement *loops[DEEPEST_NEST];
    size_t depth;
    bool any, divergent;
} nest;

/* Whether a statement that is text may run what is inside more than once; a goto may go back. */
static bool may_repeat(const ir_statement *statement)
{
    return statement->kind == IR_TEXT_STATEMENT &&
           (statement->jump == IR_NO_JUMP || statement->jump == IR_GOTO);
}

static bool find_hidden(void *context, const ir_expression *expression,
                        const ir_statement *statement)
{
    nest *around = context;
    (void)statement;
    if (expression->holds_jumps)
        around->any = around->divergent = true;
    return true;
}

static void walk(nest *around, const ir_statement *statement)
{
    if (!statement)
        return;
    size_t depth = around->depth;
    if (ir_is_loop(statement)) {
        around->any = true;
        trip_count trips = analyse_trips(statement, around->loops, around->depth);
        around->divergent |= !trips.known || analyse_leaves(statement);
        if (around->depth < DEEPEST_NEST)
            around->loops[around->depth++] = statement;
    }
    if (may_repeat(statement))
        around->any = around->divergent = true;
    for (size_t i = 0; i < statement->child_count; i++)
        walk(around, statement->children[i]);
    around->depth = depth;
}

static void walk_function(nest *around, const ir_function *function)
{
    walk(around, function->body);
    ir_visit(function->body, find_hidden, around);
}

/* Whether the items of a call leave some loop after different numbers of rounds, though the sizes
 * are the same for all. Where there is no telling they do. */
static bool diverges(const ir_function *function)
{
    arena *memory = arena_new();
    const char *reason;
    location place;
    const ir_function *lowered = ir_lower(memory, function, &reason, &place);
    bool *uniform = arena_array(memory, function->parameter_count + 1, sizeof *uniform);
    for (size_t i = 0; i < function->parameter_count; i++)
        uniform[i] = function->parameters[i]->is_size;
    bool found = true;
    if (lowered) {
        uniformity known = uniform_find(memory, lowered, uniform, NULL);
        found = uniform_has_divergent(&known, lowered);
    }
    arena_free(memory);
    return found;
}

void analyse_loops(body *result)
{
    nest around = {.depth = 0};
    walk_function(&around, result->tree);
    for (size_t i = 0; i < result->tree->helper_count; i++)
        walk_function(&around, result->tree->helpers[i]);
    result->has_loops = around.any || result->recursive;
    result->divergent = result->recursive || (around.divergent && diverges(result->tree));
}
