/* analyse_deal.c: functions some loops of which a team of threads may share, though the loops
 * around are in order: for (j …) { …; for (i = j + 1; i < n; i++) L[i][j] = …; } of a
 * factorisation. The threads wait for each other before and behind such a loop. What is between
 * they run alike, but that one of them writes elements for all.
 *
 * A loop is dealt out if it ends at a place that is the same in all rounds, and a round writes but
 * to what it declares itself and to elements that no other round reads or writes (deal_place.c).
 * Each element then is computed as one thread would, bit by bit. Of loops in each other the
 * outermost is dealt out. */
#include "analyse_shape.h"

#include <string.h>

#include "deal.h"
#include "effects/effects.h"
#include "team.h"

enum { DEEPEST_NEST = 16 };

/* A function that is looked at. */
typedef struct function_search {
    team_search operands; /* finds operands by their parameters */
    body_deal *result;
    deal_search deal;      /* its loop: NULL between those that are dealt out */
    deal_access *accesses; /* of its rounds */
    size_t access_count;
    const deal_guard *guards;
    const ir_expression *alone; /* the element that the statement that is looked at writes */
    const ir_statement *around[DEEPEST_NEST];
    size_t depth;
    unsigned dealt_degree,
        ordered_degree; /* sizes multiplied, of rounds in loops that are dealt out, and in others */
    bool good;
} function_search;

static bool refuse(function_search *in, location place, const char *text)
{
    if (!in->result->obstacle.text)
        in->result->obstacle = (body_obstacle){text, place};
    in->good = false;
    return false;
}

static bool is_element(const function_search *in, const ir_expression *expression)
{
    return team_element(&in->operands, expression) >= 0;
}

/* ---- a round ---- */

static void add_access(function_search *in, const ir_expression *element, bool is_write)
{
    *ARENA_PUSH(in->operands.memory, in->accesses, in->access_count) =
        (deal_access){element, in->guards, is_write};
}

static bool look_in_round(void *context, const ir_expression *expression,
                          const ir_statement *statement)
{
    function_search *in = context;
    const ir_expression *target = ir_written(expression);
    (void)statement;
    if (expression->kind == IR_UNARY && expression->op == IR_ADDRESS)
        target = expression->operands[0];
    if (target) {
        const ir_expression *element = ir_strip(target);
        const ir_variable *base = ir_base_variable(target);
        if (ir_written(expression) && is_element(in, element))
            add_access(in, element, true);
        else if (!base || !ir_declares(in->deal.loop->children[0], base))
            in->good = false;
    }
    if (expression->kind == IR_VARIABLE && expression->variable->storage == IR_LOCAL &&
        !ir_kind(expression->variable->type) &&
        !ir_declares(in->deal.loop->children[0], expression->variable))
        in->good = false; /* an array that outlives the round: each thread has its own */
    if (is_element(in, expression))
        add_access(in, expression, false);
    return in->good;
}

/* The other side where a condition compares the counter with something; NULL where it does not, or
 * otherwise. */
static const ir_expression *find_compared(const function_search *in, const ir_expression *condition,
                                          ir_operator op)
{
    condition = ir_strip_casts(condition);
    for (size_t i = 0; i < 2 && condition->kind == IR_BINARY && condition->op == op; i++) {
        const ir_expression *side = ir_strip_casts(condition->operands[i]);
        if (side->kind == IR_VARIABLE && side->variable == in->deal.counter)
            return condition->operands[1 - i];
    }
    return NULL;
}

/* What follows stands under the condition that the counter is not at a place, where one that is
 * `op` it says so. */
static void add_guards(function_search *in, const ir_expression *condition, ir_operator op)
{
    const ir_expression *bare = ir_strip_casts(condition),
                        *other = find_compared(in, condition, op);
    deal_guard guard = {.before = in->guards};
    if (bare->kind == IR_BINARY && bare->op == (op == IR_EQUAL ? IR_OR : IR_AND)) {
        add_guards(in, bare->operands[0], op);
        add_guards(in, bare->operands[1], op);
    } else if (other && deal_read_place(other, &guard.place)) {
        deal_guard *kept = arena_array(in->operands.memory, 1, sizeof *kept);
        *kept = guard;
        in->guards = kept;
    }
}

static bool goes_on(const ir_statement *statement)
{
    while (statement->kind == IR_BLOCK && statement->child_count == 1)
        statement = statement->children[0];
    return statement->kind == IR_CONTINUE;
}

static void look_at_round(function_search *in, const ir_statement *statement, bool nested)
{
    const deal_guard *const before = in->guards;
    if (!statement || !in->good)
        return;
    for (size_t i = 0; i < statement->variable_count; i++)
        if (statement->variables[i]->initializer)
            ir_visit_expression(statement->variables[i]->initializer, statement, look_in_round, in);
    if (statement->expression)
        ir_visit_expression(statement->expression, statement, look_in_round, in);
    if (statement->step)
        ir_visit_expression(statement->step, statement, look_in_round, in);
    look_at_round(in, statement->first, nested);
    for (size_t i = 0; i < statement->child_count; i++) {
        const ir_statement *child = statement->children[i];
        if (statement->kind == IR_IF)
            add_guards(in, statement->expression, i == 0 ? IR_NOT_EQUAL : IR_EQUAL);
        look_at_round(in, child, nested || ir_is_loop(statement));
        if (statement->kind == IR_IF)
            in->guards = before;
        else if (statement->kind == IR_BLOCK && !nested && child->kind == IR_IF &&
                 child->child_count == 1 && goes_on(child->children[0]))
            add_guards(in, child->expression, IR_EQUAL);
    }
    in->guards = before;
}

/* Whether no round comes to an element that another one writes. */
static bool are_apart(const function_search *in)
{
    for (size_t i = 0; i < in->access_count; i++) {
        const deal_access *write = &in->accesses[i];
        for (size_t k = 0; k < in->access_count && write->is_write; k++) {
            const deal_access *other = &in->accesses[k];
            if (write->element->operands[0]->variable == other->element->operands[0]->variable &&
                !deal_are_apart(&in->deal, write, other))
                return false;
        }
    }
    return true;
}

static bool writes_any(const function_search *in)
{
    for (size_t i = 0; i < in->access_count; i++)
        if (in->accesses[i].is_write)
            return true;
    return false;
}

/* A place as C has it. */
static const char *print_place(arena *memory, deal_place place, bool includes_end)
{
    place.more += includes_end;
    if (!place.base)
        return arena_format(memory, "%lld", (long long)place.more);
    return place.more == 0
               ? place.base->name
               : arena_format(memory, "%s %c %lld", place.base->name, place.more < 0 ? '-' : '+',
                              (long long)(place.more < 0 ? -place.more : place.more));
}

/* Whether a place is the same in all rounds, and means the same where the loop's head does. */
static bool is_fixed_place(const function_search *in, const ir_expression *value, deal_place *place)
{
    return deal_read_end(value, place) && (!place->base || deal_is_fixed(&in->deal, place->base));
}

/* Whether the rounds of a loop may be dealt out; then notes it. */
static bool is_dealt(function_search *in, const ir_statement *statement)
{
    counted_loop counted;
    deal_place begin, end;
    if (statement->kind != IR_FOR || !statement->expression ||
        !analyse_counted(statement, &counted) || !counted.by_one ||
        !deal_counts_alone(statement, &counted) || analyse_leaves(statement))
        return false;
    const ir_operator op = ir_strip_casts(statement->expression)->op;
    in->deal.loop = statement;
    in->deal.counter = counted.variable;
    in->accesses = NULL;
    in->access_count = 0;
    in->good = op != IR_NOT_EQUAL && is_fixed_place(in, counted.begin, &begin) &&
               is_fixed_place(in, counted.end, &end);
    look_at_round(in, statement->children[0], false);
    const bool found = in->good && writes_any(in) && are_apart(in);
    in->good = true;
    in->deal.loop = NULL;
    if (!found)
        return false;
    for (size_t i = 0; i < in->access_count; i++)
        if (in->accesses[i].is_write)
            in->result->array = in->accesses[i].element->operands[0]->variable;
    *ARENA_PUSH(in->operands.memory, in->result->loops, in->result->loop_count) =
        (deal_loop){.loop = statement,
                    .counter = counted.variable,
                    .begin = print_place(in->operands.memory, begin, false),
                    .end = print_place(in->operands.memory, end, counted.includes_end)};
    return true;
}

/* ---- how many rounds there are ---- */

/* The sizes that say how often a loop runs, those around it included; false where none do. */
static bool find_degree(const function_search *in, const ir_statement *loop, unsigned *degree)
{
    *degree = 0;
    for (size_t i = 0; i <= in->depth; i++) {
        const ir_statement *one = i < in->depth ? in->around[i] : loop;
        const trip_count trips = analyse_trips(one, in->around, i);
        if (!trips.known)
            return false;
        *degree += count_degree(&trips);
    }
    return true;
}

/* The highest degree of a loop and those inside of it; *degree is what it was where that is higher.
 */
static bool find_highest(function_search *in, const ir_statement *statement, unsigned *degree)
{
    unsigned own;
    const size_t depth = in->depth;
    bool known = true;
    if (!statement)
        return true;
    if (ir_is_loop(statement)) {
        if (in->depth == DEEPEST_NEST || !find_degree(in, statement, &own))
            return false;
        *degree = own > *degree ? own : *degree;
        in->around[in->depth++] = statement;
    }
    for (size_t i = 0; i < statement->child_count && known; i++)
        known = find_highest(in, statement->children[i], degree);
    in->depth = depth;
    return known;
}

/* Counts a loop that is dealt out: the sizes of the longest count, for what is done in the others
 * takes little time. */
static bool count_dealt(function_search *in, const ir_statement *loop)
{
    unsigned degree = 0;
    const trip_count trips = analyse_trips(loop, in->around, in->depth);
    if (!trips.known || !find_highest(in, loop, &degree))
        return false;
    if (degree > in->dealt_degree) {
        in->dealt_degree = degree;
        in->result->sizes = 0;
    }
    for (unsigned p = 0; p < MOST_SIZES && degree == in->dealt_degree; p++)
        in->result->sizes |= (uint64_t)(trips.sizes.powers[p] > 0) << p;
    return true;
}

/* ---- between such loops ---- */

/* Whether an expression may hand on where a variable is that each thread has of its own. */
static bool takes_address(const function_search *in, const ir_expression *expression)
{
    return (expression->kind == IR_UNARY && expression->op == IR_ADDRESS) ||
           (expression->kind == IR_VARIABLE && expression->variable->storage <= IR_LOCAL &&
            !ir_kind(expression->variable->type) &&
            team_operand(&in->operands, expression->variable) < 0);
}

static bool look_between(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    function_search *in = context;
    const ir_expression *target = ir_written(expression);
    (void)statement;
    if (team_calls_loop(expression))
        return refuse(in, expression->place, "each thread of a team would run this loop");
    if (target && is_element(in, ir_strip(target)) && ir_strip(target) != in->alone)
        return refuse(in, expression->place, "an element is written inside of an expression");
    if (in->alone && ((target && ir_strip(target) != in->alone) || takes_address(in, expression)))
        return refuse(in, expression->place,
                      "a statement writes an element, and may write another variable");
    return in->good;
}

/* A statement of its own that writes an element, which one thread does. */
static const ir_expression *find_alone(const function_search *in, const ir_statement *statement)
{
    const ir_expression *target =
        statement->kind == IR_EVALUATE ? ir_written(ir_strip(statement->expression)) : NULL;
    return target && is_element(in, ir_strip(target)) ? ir_strip(target) : NULL;
}

static void look_at(function_search *in, const ir_statement *statement)
{
    unsigned degree;
    if (!statement || !in->good)
        return;
    if (statement->kind == IR_FOR && is_dealt(in, statement)) {
        if (!count_dealt(in, statement))
            refuse(in, statement->place, "sizes do not say how many rounds it has");
        return;
    }
    const size_t depth = in->depth;
    if (ir_is_loop(statement)) {
        if (depth == DEEPEST_NEST || !find_degree(in, statement, &degree)) {
            refuse(in, statement->place, "sizes do not say how many rounds it has");
            return;
        }
        in->ordered_degree = degree > in->ordered_degree ? degree : in->ordered_degree;
        in->around[in->depth++] = statement;
    }
    in->alone = find_alone(in, statement);
    if (in->alone)
        *ARENA_PUSH(in->operands.memory, in->result->alone, in->result->alone_count) = statement;
    for (size_t i = 0; i < statement->variable_count; i++)
        if (statement->variables[i]->initializer)
            ir_visit_expression(statement->variables[i]->initializer, statement, look_between, in);
    if (statement->expression)
        ir_visit_expression(statement->expression, statement, look_between, in);
    in->alone = NULL;
    if (statement->step)
        ir_visit_expression(statement->step, statement, look_between, in);
    ir_visit(statement->first, look_between, in);
    for (size_t i = 0; i < statement->child_count; i++)
        look_at(in, statement->children[i]);
    in->depth = depth;
}

/* Whether the tree tells all that the function does to its arrays, which it has by their elements.
 */
static bool is_told(function_search *in, const body *read)
{
    const function *from = in->operands.from;
    const ir_gap text = ir_find_text(read->tree), opaque = ir_find_opaque(read->tree);
    if (text.reason || opaque.reason)
        return refuse(in, text.reason ? text.place : opaque.place,
                      text.reason ? text.reason : opaque.reason);
    if (!read->pure || read->recursive)
        return refuse(in, read->tree->place, "it calls itself, or has effects beside its results");
    for (size_t i = 0; i < from->operand_count; i++) {
        const int parameter = from->operand_parameter[i];
        if (from->core.operands[i].rank && !read->subscripted[parameter])
            return refuse(in, read->packed_location[parameter],
                          arena_format(in->operands.memory, "\"%s\" is no element",
                                       read->packed_reason[parameter]));
        if (i < from->core.input_count && from->core.operands[i].rank && !read->effects[i].is &&
            !from->parameters[parameter].is_const)
            return refuse(in, read->tree->place, "an array that is not const is only read");
        if (read->effects[i].is && !from->core.operands[i].rank)
            return refuse(in, read->effects[i].text ? read->effects[i].place : read->tree->place,
                          "a number that is no array is written, or left as it is");
    }
    return true;
}

void analyse_deal(arena *memory, const function *from, body *read)
{
    function_search in = {
        .operands = {.memory = memory, .from = from, .tree = read->tree, .read = read},
        .result = &read->deal,
        .deal = {.memory = memory},
        .good = true};
    if (!is_told(&in, read))
        return;
    in.deal.ranges = deal_find_ranges(memory, read->tree, &in.deal.range_count);
    look_at(&in, read->tree->body);
    if (in.good && read->deal.sizes == 0)
        refuse(&in, read->tree->place, "no loop has rounds that may be dealt out");
    if (in.good && in.ordered_degree == 0)
        refuse(&in, read->tree->place,
               "no loop in order is around loops whose rounds may be dealt out");
    if (in.good && in.ordered_degree >= in.dealt_degree)
        refuse(&in, read->tree->place, "the longest loops are none whose rounds may be dealt out");
    if (!in.good)
        read->deal.loop_count = 0;
}

/* Bit d: the C parameters of some bits are named as dimension d of the ufunc. */
static uint32_t find_dimensions(const ufunc *owner, const function *from, uint64_t parameters)
{
    uint32_t found = 0;
    for (size_t p = 0; p < from->parameter_count && p < MOST_SIZES; p++)
        for (size_t d = 0; d < owner->dimension_count && d < 32; d++)
            if (parameters >> p & 1 && extent_is_name(&owner->dimensions[d]) &&
                strcmp(owner->dimensions[d].terms[0].name, from->parameters[p].name) == 0)
                found |= (uint32_t)1 << d;
    return found;
}

uint32_t analyse_deal_dimensions(const ufunc *owner)
{
    uint32_t found = 0;
    for (size_t f = 0; f < owner->function_count; f++) {
        const function *from = owner->functions[f];
        if (from->shape.teamed)
            return 0; /* its dimensions are those of walks */
        if (from->shape.dealt)
            found |= find_dimensions(owner, from, from->bodies[0]->deal.sizes);
    }
    return found;
}

void analyse_deal_give_up(body *read, location place)
{
    read->deal.obstacle = (body_obstacle){"a macro spells the loop", place};
    read->deal.loop_count = 0;
}
