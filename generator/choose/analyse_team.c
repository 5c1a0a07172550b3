/* analyse_team.c: functions whose walks along an axis a team of threads may share: each thread has
 * some rounds, and what they sum up is combined behind the walk. Everything between walks all
 * threads compute alike.
 *
 * A walk is a loop to an end that sizes say, whose counter indexes the last axis of arrays. A round
 * may write what it declares itself, the elements with its own index, which no other thread
 * touches, and what team_value.c and team_count.c know. Outside of walks outputs are written only,
 * by all threads the same; and no output is used in both ways.
 *
 * Without sums of floating numbers every bit is as one thread computes it, and the function need
 * not be reorderable. */
#include "analyse_shape.h"

#include <string.h>

#include "effects/effects.h"
#include "team.h"
#include "text/dtype.h"

bool team_refuse(team_search *in, location place, const char *text)
{
    if (!in->result->obstacle.text)
        in->result->obstacle = (body_obstacle){text, place};
    return false;
}

int team_operand(const team_search *in, const ir_variable *variable)
{
    if (variable->storage != IR_PARAMETER || variable->is_size)
        return -1;
    for (size_t i = 0; i < in->from->operand_count; i++)
        if (in->from->operand_parameter[i] == (int)variable->position)
            return in->from->core.operands[i].rank ? (int)i : -1;
    return -1;
}

/* ---- how often a variable is there ---- */

typedef struct mentions {
    const ir_variable *variable;
    size_t count;
} mentions;

static bool count_mention(void *context, const ir_expression *expression,
                          const ir_statement *statement)
{
    mentions *in = context;
    (void)statement;
    in->count += expression->kind == IR_VARIABLE && expression->variable == in->variable;
    return true;
}

size_t team_mentions(const ir_statement *statement, const ir_variable *variable)
{
    mentions all = {.variable = variable};
    ir_visit(statement, count_mention, &all);
    return all.count;
}

size_t team_mentions_of(const ir_expression *expression, const ir_variable *variable)
{
    mentions all = {.variable = variable};
    ir_visit_expression(expression, NULL, count_mention, &all);
    return all.count;
}

/* ---- expressions ---- */

int team_element(const team_search *in, const ir_expression *expression)
{
    return expression->kind == IR_SUBSCRIPT && expression->operands[0]->kind == IR_VARIABLE
               ? team_operand(in, expression->operands[0]->variable)
               : -1;
}

static bool is_output(const team_search *in, int operand)
{
    return operand >= (int)in->from->core.input_count;
}

static bool is_counter(const ir_expression *index, const ir_variable *counter)
{
    const ir_expression *bare = analyse_strip_widening(index);
    return bare->kind == IR_VARIABLE && bare->variable == counter;
}

/* Notes a use of an output's element. */
static bool use(team_search *in, const ir_expression *element, int operand, team_use as)
{
    if (in->uses[operand] != TEAM_UNUSED && in->uses[operand] != as)
        return team_refuse(in, element->place,
                           arena_format(in->memory, "\"%s\" is used in a walk and outside",
                                        ir_expression_text(in->memory, element->operands[0])));
    in->uses[operand] = as;
    return true;
}

static bool has_loop(const ir_statement *statement)
{
    bool found = statement && ir_is_loop(statement);
    for (size_t i = 0; statement && i < statement->child_count && !found; i++)
        found = has_loop(statement->children[i]);
    return found;
}

bool team_calls_loop(const ir_expression *expression)
{
    if (expression->kind != IR_CALL || expression->callee != IR_CALLEE_HELPER ||
        !expression->function)
        return false;
    arena *memory = arena_new();
    const ir_reach reached = ir_find_reach(memory, expression->function);
    bool found = reached.cycles;
    for (size_t i = 0; i < reached.count && !found; i++)
        found = has_loop(reached.functions[i]->body);
    arena_free(memory);
    return found;
}

/* Outside of walks outputs are written alone. */
static bool look_outside(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    team_search *in = context;
    const int operand = team_element(in, expression);
    (void)statement;
    if (in->result->obstacle.text)
        return false;
    if (team_calls_loop(expression))
        in->repeated = statement;
    if (expression->kind == IR_ASSIGN && expression->op == IR_OPERATOR_NONE)
        in->target = ir_strip(expression->operands[0]);
    if (operand < 0 || !is_output(in, operand))
        return true;
    return in->target == expression
               ? use(in, expression, operand, TEAM_ALIKE)
               : team_refuse(in, expression->place,
                             arena_format(in->memory, "\"%s\" is read outside of a walk",
                                          ir_expression_text(in->memory, expression)));
}

bool team_is_own_element(const team_search *in, const ir_expression *expression)
{
    return team_element(in, expression) >= 0 &&
           is_counter(expression->operands[expression->operand_count - 1], in->walk->counter);
}

static bool may_write(const team_search *in, const ir_expression *target)
{
    const ir_variable *base = ir_base_variable(target);
    return base && (ir_declares(in->walk->loop, base) || team_is_own_element(in, ir_strip(target)));
}

static bool look_in_round(void *context, const ir_expression *expression,
                          const ir_statement *statement)
{
    team_search *in = context;
    const ir_expression *target = ir_written(expression);
    const int operand = team_element(in, expression);
    (void)statement;
    if (in->result->obstacle.text)
        return false;
    if (expression->kind == IR_UNARY && expression->op == IR_ADDRESS)
        target = expression->operands[0];
    if (target && !may_write(in, target))
        return team_refuse(in, target->place,
                           arena_format(in->memory, "\"%s\" goes from round to round",
                                        ir_expression_text(in->memory, target)));
    if (expression->kind == IR_VARIABLE && expression->variable->storage == IR_LOCAL &&
        !ir_kind(expression->variable->type) && !ir_declares(in->walk->loop, expression->variable))
        return team_refuse(in, expression->place, "an array outlives the round");
    if (operand < 0 || !is_output(in, operand))
        return true;
    if (!team_is_own_element(in, expression))
        return team_refuse(in, expression->place,
                           arena_format(in->memory, "\"%s\" is another round's element",
                                        ir_expression_text(in->memory, expression)));
    return use(in, expression, operand, TEAM_SPLIT);
}

bool team_look_inside(team_search *in, const ir_expression *expression)
{
    ir_visit_expression(expression, NULL, look_in_round, in);
    return !in->result->obstacle.text;
}

/* ---- walks ---- */

/* How a counter indexes arrays. */
typedef struct indexing {
    const team_search *in;
    team_walk *walk;
    bool elsewhere; /* an array has it on another axis */
} indexing;

/* Whether a walk ends where an operand's last axis does. */
static bool has_length(const team_search *in, int operand, const ir_expression *end)
{
    const layout_operand *core = &in->from->core.operands[operand];
    const extent *last = &core->extents[core->rank - 1];
    const ir_expression *bare = ir_strip_casts(end);
    return bare->kind == IR_VARIABLE && bare->variable->is_size && extent_is_name(last) &&
           !analyse_writes(in->tree->body, bare->variable) &&
           strcmp(last->terms[0].name, in->from->parameters[bare->variable->position].name) == 0;
}

static void add_row(team_walk *walk, const team_search *in, const ir_variable *array, int operand)
{
    if (!has_length(in, operand, walk->end)) {
        walk->leaves_rows = true;
        return;
    }
    for (size_t i = 0; i < walk->row_count; i++)
        if (walk->rows[i] == array)
            return;
    *ARENA_PUSH(in->memory, walk->rows, walk->row_count) = array;
}

static bool look_at_indices(void *context, const ir_expression *expression,
                            const ir_statement *statement)
{
    indexing *found = context;
    team_walk *walk = found->walk;
    const int operand = team_element(found->in, expression);
    (void)statement;
    for (size_t i = 1; operand >= 0 && i < expression->operand_count; i++) {
        const bool is_last = i + 1 == expression->operand_count;
        if (!analyse_mentions(expression->operands[i], walk->counter))
            continue;
        const ir_variable *array = expression->operands[0]->variable;
        if (!is_last)
            found->elsewhere = true;
        else if (is_counter(expression->operands[i], walk->counter) &&
                 found->in->read->subscripted[array->position]) {
            walk->array = array;
            add_row(walk, found->in, array, operand);
        }
    }
    return true;
}

/* Whether a loop's head does nothing but count: no other variable begins or steps beside the
 * counter. */
static bool counts_alone(const ir_statement *loop)
{
    const ir_expression *step = ir_strip(loop->step), *begin = NULL;
    if (loop->first && loop->first->kind == IR_EVALUATE)
        begin = ir_strip(loop->first->expression);
    return (step->kind == IR_UNARY || step->kind == IR_ASSIGN) && loop->first &&
           (begin ? begin->kind == IR_ASSIGN
                  : loop->first->kind == IR_DECLARATION && loop->first->variable_count == 1);
}

/* Whether an end is a sum, difference or product of sizes and constants that no type cuts off, so
 * that it can be computed in 64 bits. */
static bool is_fixed(const ir_statement *loop, const ir_expression *expression)
{
    int64_t constant;
    const ir_expression *bare = analyse_strip_widening(expression);
    if (bare->kind == IR_VARIABLE)
        return bare->variable->is_size && !analyse_writes(loop, bare->variable);
    if (bare->kind != IR_BINARY)
        return ir_is_integer(bare->type) && ir_constant(bare, &constant);
    const bool wraps = ir_kind(bare->type) == 'u' && dtype_size(bare->type->dtype) < 8;
    return (bare->op == IR_ADD || bare->op == IR_SUBTRACT || bare->op == IR_MULTIPLY) && !wraps &&
           is_fixed(loop, bare->operands[0]) && is_fixed(loop, bare->operands[1]);
}

/* Whether sizes say where a loop ends; of a size alone (int)n is n, but (short)n is not. */
static bool has_fixed_end(const ir_statement *loop, const ir_expression *end)
{
    const ir_expression *bare = end;
    while (bare->kind == IR_CAST && ir_is_integer(bare->type) && dtype_size(bare->type->dtype) >= 4)
        bare = bare->operands[0];
    return is_fixed(loop, bare->kind == IR_VARIABLE ? bare : end);
}

bool team_is_walk(const team_search *in, const ir_statement *statement, team_walk *walk)
{
    counted_loop counted;
    int64_t constant;
    if (statement->kind != IR_FOR || !analyse_counted(statement, &counted) || !counted.by_one ||
        counted.includes_end || !counts_alone(statement) || ir_constant(counted.end, &constant) ||
        !has_fixed_end(statement, counted.end))
        return false;
    *walk = (team_walk){.loop = statement, .counter = counted.variable, .end = counted.end};
    indexing found = {.in = in, .walk = walk};
    ir_visit(statement->children[0], look_at_indices, &found);
    return walk->array && !found.elsewhere && ir_constant(counted.begin, &walk->first) &&
           walk->first >= 0;
}

static bool look_at_round(team_search *in, const ir_statement *statement, bool nested)
{
    bool good = true;
    if (team_read_value(in, statement, &good))
        return good || team_refuse(in, statement->place, "a variable is changed in several ways");
    if (team_read_count(in, statement, &good))
        return good;
    if ((statement->kind == IR_CONTINUE && !nested) || statement->kind == IR_TEXT_STATEMENT)
        return team_refuse(in, statement->place, "a round may end early");
    for (size_t i = 0; i < statement->variable_count; i++)
        if (statement->variables[i]->initializer &&
            !team_look_inside(in, statement->variables[i]->initializer))
            return false;
    if (statement->expression && !team_look_inside(in, statement->expression))
        return false;
    if (statement->first && !look_at_round(in, statement->first, nested))
        return false;
    if (statement->step && !team_look_inside(in, statement->step))
        return false;
    for (size_t i = 0; i < statement->child_count; i++)
        if (!look_at_round(in, statement->children[i], nested || ir_is_loop(statement)))
            return false;
    return true;
}

/* What threads need of each other for the values and counts of a walk. */
static team_bond find_bond(const team_walk *walk)
{
    team_bond bond = walk->counted_count > 0 ? TEAM_EXACT : TEAM_APART;
    for (size_t i = 0; i < walk->value_count; i++) {
        const char kind = ir_kind(walk->values[i].variable->type);
        const bool exact =
            walk->values[i].kind < TEAM_PICK && (kind == 'i' || kind == 'u' || kind == 'b');
        bond = exact && bond < TEAM_ORDERED ? TEAM_EXACT : TEAM_ORDERED;
    }
    return bond;
}

static bool look_at_walk(team_search *in, team_walk walk)
{
    team_walk *kept = ARENA_PUSH(in->memory, in->result->walks, in->result->walk_count);
    bool good =
        !analyse_leaves(walk.loop) || team_refuse(in, walk.loop->place, "a round may end the loop");
    in->walk = &walk;
    good = good && look_at_round(in, walk.loop->children[0], false) && team_values_alone(in) &&
           team_counts_alone(in);
    in->walk = NULL;
    const team_bond bond = find_bond(&walk);
    if (good && bond == TEAM_ORDERED && !in->from->reorderable)
        good = team_refuse(in, walk.loop->place,
                           "its order decides the result, which is not reorderable");
    if (bond > in->result->bond)
        in->result->bond = bond;
    *kept = walk;
    return good;
}

/* Outside of walks. */
static void look_at(team_search *in, const ir_statement *statement)
{
    team_walk walk;
    if (!statement || in->result->obstacle.text)
        return;
    if (team_is_walk(in, statement, &walk)) {
        look_at_walk(in, walk);
        return;
    }
    const ir_statement *around = in->around;
    const size_t walks = in->result->walk_count;
    if (ir_is_loop(statement))
        in->around = statement;
    for (size_t i = 0; i < statement->variable_count; i++)
        if (statement->variables[i]->initializer)
            ir_visit_expression(statement->variables[i]->initializer, statement, look_outside, in);
    if (statement->expression)
        ir_visit_expression(statement->expression, statement, look_outside, in);
    if (statement->step)
        ir_visit_expression(statement->step, statement, look_outside, in);
    look_at(in, statement->first);
    for (size_t i = 0; i < statement->child_count; i++)
        look_at(in, statement->children[i]);
    in->around = around;
    const trip_count trips =
        ir_is_loop(statement) ? analyse_trips(statement, NULL, 0) : (trip_count){0};
    if (ir_is_loop(statement) && walks == in->result->walk_count &&
        (!trips.known || count_degree(&trips) > 0))
        in->repeated = statement;
}

bool team_counter_ends(const team_search *in, const team_walk *walks, size_t count, size_t i)
{
    const ir_variable *counter = walks[i].counter;
    size_t inside = 0;
    for (size_t k = 0; k < count; k++)
        if (walks[k].counter == counter)
            inside += team_mentions(walks[k].loop, counter);
    return ir_declares(walks[i].loop, counter) || team_mentions(in->tree->body, counter) == inside;
}

static bool counters_end(team_search *in)
{
    const body_team *found = in->result;
    for (size_t i = 0; i < found->walk_count; i++)
        if (!team_counter_ends(in, found->walks, found->walk_count, i))
            return team_refuse(in, found->walks[i].loop->place, "its counter is used elsewhere");
    return true;
}

/* Whether the tree tells all that the function does to its arrays, and that is what their side of
 * the arrow says. */
static bool is_told(team_search *in, const body *read)
{
    const function *from = in->from;
    const ir_gap text = ir_find_text(in->tree), opaque = ir_find_opaque(in->tree);
    if (text.reason || opaque.reason)
        return team_refuse(in, text.reason ? text.place : opaque.place,
                           text.reason ? text.reason : opaque.reason);
    if (!read->pure || read->recursive)
        return team_refuse(in, in->tree->place,
                           read->recursive ? "it calls itself"
                                           : "it has effects beside its results");
    for (size_t i = 0; i < from->operand_count; i++) {
        const int parameter = from->operand_parameter[i];
        if (from->core.operands[i].rank && i >= from->core.input_count &&
            !read->subscripted[parameter])
            return team_refuse(
                in, read->packed_location[parameter],
                arena_format(in->memory, "\"%s\" is no element", read->packed_reason[parameter]));
        if (read->effects[i].is && (i < from->core.input_count || !from->core.operands[i].rank))
            return team_refuse(in, read->effects[i].text ? read->effects[i].place : in->tree->place,
                               i < from->core.input_count ? "an input is written"
                                                          : "an output may be left as it is");
    }
    return true;
}

void analyse_team(arena *memory, const function *from, body *read)
{
    team_search in = {
        .memory = memory, .from = from, .tree = read->tree, .result = &read->team, .read = read};
    in.uses = arena_array(memory, from->operand_count + 1, sizeof *in.uses);
    if (!is_told(&in, read))
        return;
    look_at(&in, read->tree->body);
    if (in.repeated && !from->reorderable)
        team_refuse(&in, in.repeated->place, "each thread of a team would run this loop");
    if (!read->team.obstacle.text && counters_end(&in) && read->team.walk_count == 0)
        team_refuse(&in, read->tree->place, "no loop walks along the last axis of an array");
    if (read->team.obstacle.text)
        read->team.walk_count = 0;
}

void analyse_team_give_up(body *read, const team_walk *spelled)
{
    read->team.obstacle = (body_obstacle){"a macro spells the loop", spelled->loop->place};
    read->team.walk_count = 0;
}
