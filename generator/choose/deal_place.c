/* deal_place.c: places along axes, and whether those of two rounds differ: one is always below the
 * other, or both are the round's own number. What is between two places is known of the ends of
 * loops alone: k < j where k counts up to j. */
#include "deal.h"

#include "text/dtype.h"

enum { MOST_BOUNDS = 16, DEEPEST = 8 };

static const int64_t most_constant = INT32_MAX;

static bool is_signed(const ir_type *type)
{
    return ir_kind(type) == 'i';
}

/* A type that holds what counts elements: no such sum of it is cut off unseen. */
static bool is_wide(const ir_type *type)
{
    return ir_is_integer(type) && dtype_size(type->dtype) >= (is_signed(type) ? 4 : 8);
}

/* Without conversions that keep each value; *turns: one is from a signed type, of which negative
 * numbers become others. */
static const ir_expression *strip(const ir_expression *value, bool *turns)
{
    while (value->kind == IR_CAST) {
        const ir_expression *inner = value->operands[0];
        const bool is_size =
            inner->kind == IR_VARIABLE && inner->variable->is_size && is_wide(value->type);
        if (!ir_is_integer(value->type) || !ir_is_integer(inner->type) ||
            (!is_size && analyse_strip_widening(value) == value))
            return value;
        *turns |= !is_size && is_signed(inner->type) && !is_signed(value->type);
        value = inner;
    }
    return value;
}

static bool read_place(const ir_expression *value, deal_place *place, bool *turns, bool *falls)
{
    int64_t more;
    const ir_expression *bare = strip(value, turns);
    if (ir_is_integer(bare->type) && ir_constant(bare, &more)) {
        *place = (deal_place){NULL, more};
        return more <= most_constant && more >= -most_constant;
    }
    if (bare->kind == IR_VARIABLE) {
        *place = (deal_place){bare->variable, 0};
        return bare->variable->storage <= IR_LOCAL && is_wide(bare->type);
    }
    if (bare->kind != IR_BINARY || !is_wide(bare->type) ||
        (bare->op != IR_ADD && bare->op != IR_SUBTRACT))
        return false;
    const bool turned = bare->op == IR_ADD && ir_constant(bare->operands[0], &more);
    if (!turned && !ir_constant(bare->operands[1], &more))
        return false;
    if (more > most_constant || more < -most_constant ||
        !read_place(bare->operands[turned], place, turns, falls))
        return false;
    place->more += bare->op == IR_ADD ? more : -more;
    *falls |= !is_signed(bare->type) && (bare->op == IR_SUBTRACT ? more > 0 : more < 0);
    return place->base && place->more <= most_constant && place->more >= -most_constant;
}

bool deal_read_place(const ir_expression *value, deal_place *place)
{
    bool turns = false, falls = false;
    return read_place(value, place, &turns, &falls);
}

static bool read_end(const ir_expression *value, deal_place *place, bool *falls)
{
    bool turns = false;
    return read_place(value, place, &turns, falls) &&
           (!turns || (!place->base && place->more >= 0));
}

bool deal_read_end(const ir_expression *value, deal_place *place)
{
    bool falls = false;
    return read_end(value, place, &falls);
}

/* The same of what is never above it: of a difference of unsigned numbers below 0 that is not so.
 */
static bool read_most(const ir_expression *value, deal_place *place)
{
    bool falls = false;
    return read_end(value, place, &falls) && !falls;
}

/* ---- what counters are between ---- */

bool deal_counts_alone(const ir_statement *loop, const counted_loop *counted)
{
    const ir_statement *first = loop->first;
    const ir_expression *step = loop->step ? ir_strip(loop->step) : NULL;
    return first && first->kind == IR_DECLARATION && first->variable_count == 1 &&
           first->variables[0] == counted->variable && is_wide(counted->variable->type) &&
           (!step || step->kind == IR_UNARY || (step->kind == IR_ASSIGN && counted->by_one));
}

/* Whether a place is the same while a loop runs. */
static bool stays(const ir_statement *loop, const deal_place *place)
{
    return !place->base || (place->base->storage <= IR_LOCAL && !ir_declares(loop, place->base) &&
                            !analyse_writes(loop, place->base));
}

/* By the loop's head: for (v = least; v < end; v++), for (v = most; v >= least; v--), for (v = end;
 * v-- > 0;). */
static void read_range(const ir_statement *loop, const counted_loop *counted, deal_range *range)
{
    const ir_expression *condition = ir_strip_casts(loop->expression);
    const bool is_strict = condition->op == IR_LESS || condition->op == IR_GREATER;
    const bool holds =
        is_strict || condition->op == IR_LESS_EQUAL || condition->op == IR_GREATER_EQUAL;
    const bool is_upward = condition->op == IR_LESS || condition->op == IR_LESS_EQUAL;
    const bool is_turned =
        loop->step && ir_base_variable(ir_strip_casts(condition->operands[0])) != counted->variable;
    bool turns = false; /* a negative counter is compared as an unsigned number */
    strip(condition->operands[is_turned], &turns);
    *range = (deal_range){.counter = counted->variable};
    if (counted->by_one) {
        range->has_least = deal_read_place(counted->begin, &range->least);
        range->has_most = holds && is_upward != is_turned && read_most(counted->end, &range->most);
        range->most.more -= is_strict;
    } else if (!loop->step) {
        range->has_least = condition->op == IR_GREATER;
        range->has_most = read_most(counted->begin, &range->most);
        range->most.more -= 1;
    } else if (holds && is_upward == is_turned) {
        range->has_least = !turns && deal_read_place(counted->end, &range->least);
        range->has_most = read_most(counted->begin, &range->most);
        range->least.more += is_strict;
    }
    range->has_least = range->has_least && stays(loop, &range->least);
    range->has_most = range->has_most && stays(loop, &range->most);
}

static void add_ranges(arena *memory, const ir_statement *statement, deal_range **ranges,
                       size_t *count)
{
    counted_loop counted;
    if (!statement)
        return;
    if (statement->kind == IR_FOR && statement->expression &&
        analyse_counted(statement, &counted) && deal_counts_alone(statement, &counted))
        read_range(statement, &counted, ARENA_PUSH(memory, *ranges, *count));
    add_ranges(memory, statement->first, ranges, count);
    for (size_t i = 0; i < statement->child_count; i++)
        add_ranges(memory, statement->children[i], ranges, count);
}

deal_range *deal_find_ranges(arena *memory, const ir_function *tree, size_t *count)
{
    deal_range *ranges = NULL;
    *count = 0;
    add_ranges(memory, tree->body, &ranges, count);
    return ranges;
}

/* ---- what is below what ---- */

bool deal_is_fixed(const deal_search *in, const ir_variable *variable)
{
    return !ir_declares(in->loop, variable) && !analyse_writes(in->loop, variable);
}

/* Places that are the same in all rounds. */
typedef struct bounds {
    deal_place places[MOST_BOUNDS];
    size_t count;
} bounds;

/* Those that a place is never above, or never below. */
static void add_bounds(const deal_search *in, deal_place place, bool above, int depth, bounds *to)
{
    if (to->count == MOST_BOUNDS || depth == DEEPEST)
        return;
    if (!place.base || deal_is_fixed(in, place.base))
        to->places[to->count++] = place;
    if (!place.base)
        return;
    if (!above && (place.base->is_size || !is_signed(place.base->type)))
        add_bounds(in, (deal_place){NULL, place.more}, above, depth + 1, to);
    for (size_t i = 0; i < in->range_count; i++) {
        const deal_range *range = &in->ranges[i];
        const deal_place *next = above ? &range->most : &range->least;
        if (range->counter == place.base && (above ? range->has_most : range->has_least))
            add_bounds(in, (deal_place){next->base, next->more + place.more}, above, depth + 1, to);
    }
}

static bool is_below(const deal_search *in, deal_place a, deal_place b)
{
    bounds above = {.count = 0}, below = {.count = 0};
    add_bounds(in, a, true, 0, &above);
    add_bounds(in, b, false, 0, &below);
    for (size_t i = 0; i < above.count; i++)
        for (size_t k = 0; k < below.count; k++)
            if (above.places[i].base == below.places[k].base &&
                above.places[i].more < below.places[k].more)
                return true;
    return false;
}

/* Whether a write at the round's own number was kept from a place. */
static bool is_guarded(const deal_search *in, const deal_access *access, deal_place own,
                       deal_place other)
{
    if (own.base != in->counter || (other.base && !deal_is_fixed(in, other.base)))
        return false;
    for (const deal_guard *guard = access->guards; guard; guard = guard->before)
        if (guard->place.base == other.base && guard->place.more + own.more == other.more)
            return true;
    return false;
}

bool deal_are_apart(const deal_search *in, const deal_access *write, const deal_access *other)
{
    for (size_t axis = 1; axis < write->element->operand_count; axis++) {
        deal_place a, b;
        if (!deal_read_place(write->element->operands[axis], &a) ||
            !deal_read_place(other->element->operands[axis], &b))
            continue;
        if (a.base == in->counter && b.base == in->counter && a.more == b.more)
            return true;
        if (is_below(in, a, b) || is_below(in, b, a) || is_guarded(in, write, a, b) ||
            is_guarded(in, other, b, a))
            return true;
    }
    return false;
}
