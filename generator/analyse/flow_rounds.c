/* flow_rounds.c: how often a loop runs that does not count in the plain way: from where what its
 * rounds change begins to what the conditions compare that with, by steps. */
#include <math.h>
#include <string.h>

#include "flow.h"

enum { DEEPEST_COPY = 4, MOST_CHANGED = 8 };

typedef struct counting {
    const flow_call *in;
    int loop;
    const ir_variable *changed[MOST_CHANGED]; /* by rounds, of a condition */
    size_t changed_count;
    bool is_data; /* the condition asks for what an array has */
} counting;

/* ---- how a round changes a variable ---- */

typedef enum pace {
    PACE_STEADY,   /* by a step */
    PACE_DOUBLING, /* to a part or a multiple of itself: few rounds lead anywhere */
    PACE_ANY
} pace;

static bool is_scaling(const counting *of, const ir_expression *value)
{
    switch (value->op) {
    case IR_MULTIPLY:
    case IR_DIVIDE:
    case IR_SHIFT_LEFT:
    case IR_SHIFT_RIGHT:
    case IR_BIT_AND:
        return true;
    case IR_REMAINDER: /* of a number that is the same in all rounds it goes round and round */
        return flow_is_changed(of->in, value->operands[1], of->loop);
    default:
        return false;
    }
}

/* Whether a value is made by scaling the variable, itself or what is made of it in the loop. */
static bool scales(const counting *of, const ir_expression *value, const ir_variable *variable,
                   bool is_scaled, unsigned depth)
{
    const flow_facts *facts = of->in->facts;
    if (!value || depth > DEEPEST_COPY)
        return false;
    if (value->kind == IR_VARIABLE && value->variable == variable)
        return is_scaled;
    const bool joins = value->kind == IR_BINARY || value->kind == IR_ASSIGN;
    is_scaled |= joins && is_scaling(of, value);
    for (size_t i = 0; value->kind == IR_VARIABLE && i < facts->update_count; i++) {
        const flow_update *one = &facts->updates[i];
        if (one->variable == value->variable && !one->is_step && !one->is_call &&
            flow_is_inside(facts, one->loop, of->loop) &&
            scales(of, one->value, variable, is_scaled, depth + 1))
            return true;
    }
    if (value->kind == IR_SUBSCRIPT || value->kind == IR_CALL)
        return false;
    for (size_t i = 0; i < value->operand_count; i++)
        if (scales(of, value->operands[i], variable, is_scaled, depth))
            return true;
    return false;
}

static pace find_pace(const counting *of, const ir_variable *variable, unsigned depth);

/* Of a variable that is set to a value: that of what the value is a copy of. */
static pace pace_of_value(const counting *of, const ir_expression *value, unsigned depth)
{
    value = ir_strip_casts(value);
    int64_t constant;
    if (value->kind == IR_UNARY && value->op >= IR_PRE_INCREMENT)
        value = ir_strip_casts(value->operands[0]);
    const bool adds = value->kind == IR_BINARY && (value->op == IR_ADD || value->op == IR_SUBTRACT);
    if (adds && ir_constant(value->operands[1], &constant))
        value = ir_strip_casts(value->operands[0]);
    if (value->kind == IR_VARIABLE && flow_changes(of->in->facts, value->variable, of->loop))
        return depth < DEEPEST_COPY ? find_pace(of, value->variable, depth + 1) : PACE_ANY;
    return flow_is_changed(of->in, value, of->loop) ? PACE_ANY : PACE_STEADY;
}

static pace pace_of_step(const counting *of, const flow_update *step)
{
    const bool is_known = !step->value || (!flow_is_changed(of->in, step->value, of->loop) &&
                                           flow_value(of->in, step->value).count);
    return is_known ? PACE_STEADY : PACE_ANY;
}

static pace find_pace(const counting *of, const ir_variable *variable, unsigned depth)
{
    const flow_facts *facts = of->in->facts;
    pace found = PACE_STEADY;
    for (size_t i = 0; i < facts->update_count; i++) {
        const flow_update *one = &facts->updates[i];
        if (one->variable != variable || !flow_is_inside(facts, one->loop, of->loop))
            continue;
        if (!one->is_step && !one->is_call && scales(of, one->value, variable, false, 0))
            return PACE_DOUBLING;
        const pace here = one->is_step   ? pace_of_step(of, one)
                          : one->is_call ? PACE_ANY
                                         : pace_of_value(of, one->value, depth);
        found = here > found ? here : found;
    }
    return found;
}

/* The least step of what changes; 1 where none is known. */
static size_sum find_step(const counting *of)
{
    const flow_facts *facts = of->in->facts;
    size_sum least = {0};
    for (size_t i = 0; i < facts->update_count; i++) {
        const flow_update *one = &facts->updates[i];
        bool changes = false;
        for (size_t k = 0; k < of->changed_count; k++)
            changes |= of->changed[k] == one->variable;
        if (!changes || !one->is_step || !flow_is_inside(facts, one->loop, of->loop))
            continue;
        const size_sum by = one->value ? flow_value(of->in, one->value) : sum_number(1);
        if (by.count == 1 &&
            (!least.count || (!sum_has_sizes(&by) && by.terms->factor < least.terms->factor)))
            least = by;
    }
    return least.count ? least : sum_number(1);
}

/* ---- from where to where ---- */

/* The only value that a variable is given outside of the loop; NULL: several, or none. */
static const ir_expression *only_value(const counting *of, const ir_variable *variable)
{
    const flow_facts *facts = of->in->facts;
    const ir_expression *found = NULL;
    for (size_t i = 0; i < facts->update_count; i++) {
        const flow_update *one = &facts->updates[i];
        if (one->variable != variable || one->is_step || flow_is_inside(facts, one->loop, of->loop))
            continue;
        if (found || one->is_call)
            return NULL;
        found = one->value;
    }
    return found;
}

/* Whether an end is a start and something more: then *rest is what. Of ends that it may be one is
 * enough. */
static bool find_distance(const counting *of, const ir_expression *end, const ir_expression *start,
                          size_sum *rest, unsigned depth)
{
    const flow_facts *facts = of->in->facts;
    end = ir_strip_casts(end), start = ir_strip_casts(start);
    if (depth > DEEPEST_COPY)
        return false;
    if (ir_same(end, start)) {
        *rest = sum_number(0);
        return end->kind != IR_LITERAL;
    }
    const bool adds = end->kind == IR_BINARY && (end->op == IR_ADD || end->op == IR_SUBTRACT);
    for (size_t i = 0; adds && i < (end->op == IR_ADD ? 2u : 1u); i++)
        if (find_distance(of, end->operands[i], start, rest, depth + 1)) {
            const size_sum more = flow_value(of->in, end->operands[1 - i]);
            *rest = end->op == IR_ADD ? sum_add(*rest, more) : *rest;
            return rest->count > 0;
        }
    const bool chooses = end->kind == IR_CONDITIONAL || end->kind == IR_CALL;
    for (size_t i = end->kind == IR_CONDITIONAL; chooses && i < end->operand_count; i++)
        if (find_distance(of, end->operands[i], start, rest, depth + 1))
            return true;
    for (size_t i = 0; end->kind == IR_VARIABLE && i < facts->update_count; i++) {
        const flow_update *one = &facts->updates[i];
        if (one->variable == end->variable && !one->is_step && !one->is_call && !one->is_own &&
            find_distance(of, one->value, start, rest, depth + 1))
            return true;
    }
    return false;
}

/* The distance from an expression that a variable starts with to the end that it is compared with,
 * either way round. */
static bool find_way(const counting *of, const ir_expression *comparison, size_sum *way)
{
    if (!ir_is_comparison(comparison) || of->changed_count != 1)
        return false;
    const ir_expression *start = only_value(of, of->changed[0]);
    for (size_t i = 0; start && i < 2; i++) {
        const ir_expression *end = comparison->operands[i];
        if (analyse_mentions(end, of->changed[0]))
            continue;
        const ir_expression *from = ir_strip_casts(start);
        const bool is_sum = from->kind == IR_BINARY && from->op == IR_ADD;
        if (find_distance(of, end, start, way, 0) || find_distance(of, start, end, way, 0) ||
            (is_sum && find_distance(of, end, from->operands[0], way, 0)))
            return true;
        if (from->kind == IR_VARIABLE && only_value(of, from->variable) &&
            find_distance(of, end, only_value(of, from->variable), way, 0))
            return true;
    }
    return false;
}

/* ---- conditions ---- */

/* Finds what of a condition the rounds change. */
static void find_changed(counting *of, const ir_expression *value)
{
    const bool is_element =
        value->kind == IR_SUBSCRIPT || (value->kind == IR_UNARY && value->op == IR_DEREFERENCE);
    const ir_variable *held =
        value->kind == IR_VARIABLE || value->kind == IR_MEMBER ? flow_held(value) : NULL;
    const bool turns = value->kind == IR_BINARY && value->op == IR_REMAINDER;
    if (held && flow_changes(of->in->facts, held, of->loop) && of->changed_count < MOST_CHANGED)
        of->changed[of->changed_count++] = held;
    const size_t before = of->changed_count;
    for (size_t i = 0; !held && i < value->operand_count; i++)
        find_changed(of, value->operands[i]);
    of->is_data |= (is_element || turns) && of->changed_count > before;
}

static bool is_floating(const ir_expression *condition)
{
    for (size_t i = 0; ir_is_comparison(condition) && i < 2; i++)
        if (ir_kind(condition->operands[i]->type) == 'f')
            return true;
    return ir_kind(condition->type) == 'f';
}

/* Whether the condition compares with something of which nothing is known. */
static bool asks_data(const counting *of, const ir_expression *condition)
{
    for (size_t i = 0; ir_is_comparison(condition) && i < 2; i++)
        if (!flow_is_changed(of->in, condition->operands[i], of->loop) &&
            !flow_value(of->in, condition->operands[i]).count)
            return true;
    return false;
}

/* Whether the rounds only take away from what the condition asks for. */
static bool goes_down(const counting *of)
{
    const flow_facts *facts = of->in->facts;
    for (size_t i = 0; i < facts->update_count; i++) {
        const flow_update *one = &facts->updates[i];
        for (size_t k = 0; k < of->changed_count; k++)
            if (one->variable == of->changed[k] && !one->is_down &&
                flow_is_inside(facts, one->loop, of->loop))
                return false;
    }
    return true;
}

static size_sum find_span(const counting *of, const ir_expression *condition)
{
    size_sum span = {0};
    if (find_way(of, condition, &span))
        return span;
    span = flow_unchanged(of->in, condition, of->loop);
    for (size_t i = 0; i < of->changed_count; i++)
        if (!sum_has_sizes(&span) || i > 0 || goes_down(of))
            span = sum_join(span, flow_start(of->in, of->changed[i], of->loop));
    return asks_data(of, condition) ? sum_of_sizes(span) : span;
}

static bool is_positive(const size_sum *sum)
{
    bool is = false;
    for (size_t i = 0; i < sum->count; i++)
        is |= sum->terms[i].factor > 0;
    return is;
}

/* The rounds until the condition changes; nothing where it does not tell. */
static size_sum count_condition(counting *of, const ir_expression *condition, double unknown)
{
    const size_sum nothing = {0};
    pace most = PACE_STEADY;
    of->changed_count = 0, of->is_data = false;
    find_changed(of, condition);
    if (!of->changed_count || of->is_data)
        return nothing;
    for (size_t i = 0; i < of->changed_count; i++) {
        const pace one = find_pace(of, of->changed[i], 0);
        if (one == PACE_DOUBLING)
            return is_floating(condition) ? nothing : sum_number(unknown);
        most = one > most ? one : most;
    }
    const size_sum span = find_span(of, condition);
    if (most == PACE_STEADY)
        return is_positive(&span) ? sum_divide(span, find_step(of)) : nothing;
    return is_floating(condition) || !sum_has_sizes(&span) ? nothing : sum_of_sizes(span);
}

/* The innermost loop around, or one inside of that, in whose rounds this one begins anew: one that
 * sets what it counts by. */
static int find_around(const counting *of, int innermost)
{
    const flow_facts *facts = of->in->facts;
    int around = facts->loops[of->loop].around;
    for (; around != innermost && around != NO_LOOP; around = facts->loops[around].around)
        for (size_t i = 0; i < of->changed_count; i++)
            if (flow_is_set(facts, of->changed[i], around, of->loop))
                return around;
    return around;
}

static void add_condition(counting *of, const ir_expression *condition, double unknown,
                          flow_rounds *found)
{
    const bool joins =
        condition->kind == IR_BINARY &&
        (condition->op == IR_AND || condition->op == IR_OR || condition->op == IR_COMMA);
    const bool turns =
        condition->kind == IR_CAST || (condition->kind == IR_UNARY && condition->op == IR_NOT);
    for (size_t i = 0; (joins || turns) && i < condition->operand_count; i++)
        add_condition(of, condition->operands[i], unknown, found);
    if (joins || turns)
        return;
    const size_sum here = count_condition(of, condition, unknown);
    if (here.count)
        found->around = find_around(of, found->around);
    found->rounds = sum_join(found->rounds, here);
}

/* ---- loops that ask data ---- */

static size_sum extent_of(const counting *of, const ir_type *array)
{
    if (array->kind != IR_TYPE_ARRAY || (array->extent < 0 && !array->extent_expression))
        return of->in->shared->all_sizes;
    return array->extent >= 0 ? (size_sum){0} : flow_value(of->in, array->extent_expression);
}

typedef struct walk_search {
    counting *of;
    size_sum longest;
} walk_search;

/* The axes of arrays that rounds walk along. */
static bool find_walk(void *context, const ir_expression *expression, const ir_statement *statement)
{
    walk_search *search = context;
    counting *of = search->of;
    (void)statement;
    of->changed_count = 0;
    if (expression->kind == IR_UNARY && expression->op == IR_DEREFERENCE) {
        find_changed(of, expression->operands[0]);
        if (of->changed_count)
            search->longest = sum_join(search->longest, of->in->shared->all_sizes);
    }
    if (expression->kind != IR_SUBSCRIPT)
        return true;
    const ir_variable *base = ir_base_variable(expression);
    const ir_type *axis = base ? base->type : expression->operands[0]->type;
    for (size_t i = 1; i < expression->operand_count && axis; i++, axis = axis->element) {
        of->changed_count = 0;
        find_changed(of, expression->operands[i]);
        if (of->changed_count &&
            (!base || base->storage == IR_PARAMETER || base->type->kind == IR_TYPE_POINTER))
            search->longest = sum_join(search->longest, extent_of(of, axis));
    }
    return true;
}

/* Nothing tells how long a walk through data takes; all of them together hardly pass an element
 * twice. */
static void count_by_data(counting *of, double unknown, flow_rounds *found)
{
    walk_search search = {.of = of};
    found->rounds = sum_number(unknown);
    found->around = of->in->facts->loops[of->loop].around;
    ir_visit(of->in->facts->loops[of->loop].loop, find_walk, &search);
    found->more = sum_of_sizes(search.longest);
}

flow_rounds flow_count(const flow_call *in, int loop, double unknown)
{
    counting of = {.in = in, .loop = loop};
    const flow_loop *one = &in->facts->loops[loop];
    flow_rounds found = {.around = NO_LOOP};
    int64_t again;
    if (one->loop->kind == IR_DO && ir_constant(one->loop->expression, &again) && !again)
        return (flow_rounds){.rounds = sum_number(1), .around = one->around};
    for (size_t i = 0; i < one->exit_count; i++)
        add_condition(&of, one->exits[i], unknown, &found);
    if (!found.rounds.count)
        count_by_data(&of, unknown, &found);
    return found;
}
