/* nest_tile.c: nests of two parallel loops around one in order, over results that need no other:
 * products of any kind, distances, scores. Their statements become three functions: before, in and
 * behind the rounds of one result. */
#include "nest_parts.h"

#include <string.h>

#include "text/dtype.h"

static bool refuse(tile_search *in, location place, const char *text)
{
    if (!in->result->obstacle.text)
        in->result->obstacle = (body_obstacle){text, place};
    in->failed = true;
    return false;
}

bool tile_refuse(tile_search *in, location place, const char *format, const char *what)
{
    return refuse(in, place, arena_format(in->memory, format, what));
}

/* ---- the three loops ---- */

static bool holds_loop(const ir_statement *statement)
{
    bool found = ir_is_loop(statement);
    for (size_t i = 0; i < statement->child_count && !found; i++)
        found = holds_loop(statement->children[i]);
    return found;
}

/* The statements of a body, and which of them is the only loop; false if there is another. */
static bool find_inner(const ir_statement *body, tile_body *found)
{
    const bool is_block = body->kind == IR_BLOCK;
    *found = (tile_body){.loop = -1};
    found->count = is_block ? body->child_count : 1;
    found->single = body;
    found->statements = is_block ? body->children : NULL;
    for (size_t i = 0; i < found->count; i++) {
        const ir_statement *one = tile_statement(found, i);
        if (!holds_loop(one))
            continue;
        if (found->loop >= 0 || one->kind != IR_FOR)
            return false;
        found->loop = (int)i;
    }
    return found->loop >= 0;
}

/* Whether an expression is the same all through the nest. */
static bool is_fixed(const tile_search *in, const ir_expression *value)
{
    bool fixed = value->kind != IR_CALL && value->kind != IR_SUBSCRIPT && !ir_written(value) &&
                 value->kind != IR_TEXT;
    if (value->kind == IR_VARIABLE)
        fixed = ir_is_integer(value->variable->type) &&
                !ir_declares(in->tile.loop, value->variable) &&
                !analyse_writes(in->tile.loop, value->variable) &&
                value->variable->storage != IR_GLOBAL;
    for (size_t i = 0; i < value->operand_count && fixed; i++)
        fixed = is_fixed(in, value->operands[i]);
    return fixed;
}

/* Whether the counter reaches its end: that is no number beyond its type. */
static bool reaches_end(const counted_loop *counted)
{
    int64_t constant;
    const ir_type *type = counted->variable->type;
    const ir_expression *end = analyse_strip_widening(counted->end);
    if (ir_constant(end, &constant))
        return constant >= 0 && constant <= INT8_MAX;
    const bool is_size = end->kind == IR_VARIABLE && end->variable->is_size;
    return ir_is_integer(end->type) && dtype_size(end->type->dtype) <= dtype_size(type->dtype) &&
           (is_size || ir_kind(end->type) == ir_kind(type));
}

bool tile_take_loop(tile_search *in, const ir_statement *loop, tile_loop *taken)
{
    counted_loop counted;
    if (!analyse_counted(loop, &counted) || !counted.by_one || counted.includes_end ||
        counted.variable->storage != IR_LOCAL || !counted.begin)
        return refuse(in, loop->place, "a loop does not count from a first to a last by one");
    if (!reaches_end(&counted))
        return refuse(in, loop->place, "a counter may be narrower than what it counts to");
    if (!is_fixed(in, counted.begin) || !is_fixed(in, counted.end))
        return refuse(in, loop->place, "a loop's length changes with another loop");
    if (analyse_leaves(loop))
        return refuse(in, loop->place, "a loop is left early");
    if (nest_mentions(in->function->body, counted.variable) !=
        nest_mentions(in->tile.loop, counted.variable))
        return refuse(in, loop->place, "a counter is used behind its loop");
    *taken = (tile_loop){counted.variable, counted.begin, counted.end};
    return true;
}

static bool is_parallel(tile_search *in, const ir_statement *loop)
{
    const nest_loop *found = &in->nest->loops[nest_find(in->nest, loop)];
    if (found->kind == AXIS_PARALLEL)
        return true;
    return tile_refuse(in, found->place, "%s", found->reason);
}

/* ---- which side is which ---- */

typedef struct result_search {
    const ir_statement *nest;
    const ir_expression *found; /* the first element that is written */
} result_search;

static bool find_result(void *context, const ir_expression *expression,
                        const ir_statement *statement)
{
    result_search *in = context;
    const ir_expression *target = ir_written(expression);
    (void)statement;
    if (target && ir_strip(target)->kind == IR_SUBSCRIPT && !in->found)
        in->found = ir_strip(target);
    return true;
}

/* Whether the counter is a term of a flat index that is no sum of known terms. */
static bool is_flat_term(const ir_expression *flat, const ir_variable *counter)
{
    while (flat->kind == IR_BINARY && flat->op == IR_ADD) {
        for (size_t i = 0; i < 2; i++) {
            const ir_expression *term = analyse_strip_widening(flat->operands[i]);
            if (term->kind == IR_VARIABLE && term->variable == counter)
                return !analyse_mentions(flat->operands[1 - i], counter);
        }
        flat = analyse_strip_widening(flat->operands[0]);
    }
    return false;
}

int tile_direction(const ir_expression *element, const ir_variable *counter)
{
    for (size_t i = 1; i + 1 < element->operand_count; i++)
        if (analyse_mentions(element->operands[i], counter))
            return 0;
    const ir_expression *index = element->operands[element->operand_count - 1];
    const nest_index last = nest_read_index(index);
    for (size_t i = 0; i < last.count && last.is_known; i++)
        if (last.variables[i] == counter)
            return last.factors[i] == 1 ? 1 : last.factors[i] == -1 ? -1 : 0;
    return !last.is_known && is_flat_term(analyse_strip_widening(index), counter);
}

static bool choose_sides(tile_search *in, const tile_loop *outer, const tile_loop *inner)
{
    result_search search = {.nest = in->tile.loop};
    ir_visit(in->tile.loop, find_result, &search);
    if (!search.found)
        return refuse(in, in->tile.loop->place, "it stores no results");
    const bool is_outer = tile_direction(search.found, outer->counter) == 1;
    in->tile.column = is_outer ? *outer : *inner;
    in->tile.row = is_outer ? *inner : *outer;
    in->tile.is_row_outer = !is_outer;
    return true;
}

/* ---- variables that go through ---- */

static bool is_counter(const tile_search *in, const ir_variable *variable)
{
    return variable == in->tile.row.counter || variable == in->tile.column.counter ||
           variable == in->tile.depth.counter;
}

bool tile_is_number(const ir_type *type)
{
    const char kind = ir_kind(type);
    return type->kind == IR_TYPE_SCALAR && !type->is_enumeration && !type->is_volatile &&
           (kind == 'i' || kind == 'u' || kind == 'f');
}

bool tile_is_state(const tile_search *in, const ir_variable *variable)
{
    for (size_t i = 0; i < in->tile.state_count; i++)
        if (in->tile.states[i] == variable)
            return true;
    return false;
}

static bool note_state(void *context, const ir_expression *expression,
                       const ir_statement *statement)
{
    tile_search *in = context;
    ir_variable *variable = expression->kind == IR_VARIABLE ? expression->variable : NULL;
    (void)statement;
    if (!variable || variable->storage != IR_LOCAL || is_counter(in, variable) ||
        tile_is_state(in, variable))
        return true;
    bool is_own = false;
    for (size_t i = 0; i < in->part_count && !is_own; i++)
        is_own = ir_declares(in->parts[i], variable) && in->part_of[i] != TILE_START;
    const bool is_declared = ir_declares(in->tile.loop, variable);
    if (is_own || (!is_declared && !analyse_writes(in->tile.loop, variable)))
        return true;
    if (!tile_is_number(variable->type) || variable->residence != IR_REGISTER)
        return tile_refuse(in, expression->place, "\"%s\" is no number", variable->name);
    *ARENA_PUSH(in->memory, in->tile.states, in->tile.state_count) = variable;
    return true;
}

/* What is known before the rounds and asked for in them or behind them; and what the text has
 * declared outside of the nest, for nothing but it. */
static bool find_states(tile_search *in)
{
    for (size_t i = 0; i < in->part_count; i++)
        if (in->part_of[i] != TILE_START)
            ir_visit(in->parts[i], note_state, in);
    if (in->failed)
        return false;
    for (size_t i = 0; i < in->part_count; i++)
        for (size_t k = 0; in->part_of[i] == TILE_START && k < in->nest->carried_count; k++) {
            const nest_carried *one = &in->nest->carried[k];
            ir_variable *variable = (ir_variable *)(uintptr_t)one->variable;
            if (in->nest->loops[one->loop].loop == in->tile.loop && !is_counter(in, variable) &&
                variable->storage == IR_LOCAL && !ir_declares(in->tile.loop, variable) &&
                !tile_is_state(in, variable) && nest_mentions(in->parts[i], variable))
                *ARENA_PUSH(in->memory, in->tile.states, in->tile.state_count) = variable;
        }
    for (size_t i = 0; i < in->tile.state_count; i++)
        if (!tile_is_number(in->tile.states[i]->type))
            return tile_refuse(in, in->tile.loop->place, "\"%s\" is no number",
                               in->tile.states[i]->name);
    return in->tile.state_count <= TILE_MOST_STATES ||
           refuse(in, in->tile.loop->place, "it carries too many variables");
}

/* ---- the nest ---- */

static void add_part(tile_search *in, ir_statement *statement, tile_part_kind kind)
{
    *ARENA_PUSH(in->memory, in->parts, in->part_count) = statement;
    size_t count = in->part_count - 1;
    *ARENA_PUSH(in->memory, in->part_of, count) = kind;
}

static bool are_private(tile_search *in)
{
    for (size_t i = 0; i < in->nest->carried_count; i++) {
        const nest_carried *one = &in->nest->carried[i];
        if (in->nest->loops[one->loop].loop == in->tile.loop && one->variable->storage != IR_LOCAL)
            return tile_refuse(in, one->at->place, "\"%s\" is no variable of the function alone",
                               one->variable->name);
    }
    return true;
}

/* What becomes of loops that are known to be nested as they should. */
static bool read_tile(tile_search *in, const tile_body *outer, const tile_body *inner)
{
    const ir_statement *inner_loop = tile_statement(outer, (size_t)outer->loop);
    const ir_statement *depth = tile_statement(inner, (size_t)inner->loop);
    tile_loop first, second;
    if (!is_parallel(in, in->tile.loop) || !is_parallel(in, inner_loop) ||
        !tile_take_loop(in, in->tile.loop, &first) || !tile_take_loop(in, inner_loop, &second) ||
        !tile_take_loop(in, depth, &in->tile.depth) || !choose_sides(in, &first, &second) ||
        !are_private(in))
        return false;
    for (size_t i = 0; i < (size_t)outer->loop; i++)
        add_part(in, tile_statement(outer, i), TILE_START);
    for (size_t i = 0; i < (size_t)inner->loop; i++)
        add_part(in, tile_statement(inner, i), TILE_START);
    add_part(in, depth->children[0], TILE_STEP);
    for (size_t i = (size_t)inner->loop + 1; i < inner->count; i++)
        add_part(in, tile_statement(inner, i), TILE_FINISH);
    for (size_t i = 0; i < in->part_count; i++)
        if (in->part_of[i] != TILE_STEP && nest_mentions(in->parts[i], in->tile.depth.counter))
            return refuse(in, depth->place, "a counter is used behind its loop");
    return find_states(in) && tile_make(in);
}

/* Whether the rest of the function, around the nest, computes numbers and no elements. */
static bool is_pure(const ir_statement *statement, const ir_statement *nest)
{
    if (statement == nest)
        return true;
    if (statement->kind != IR_BLOCK && statement->kind != IR_DECLARATION &&
        statement->kind != IR_EVALUATE)
        return false;
    result_search search = {0};
    if (statement->kind != IR_BLOCK)
        ir_visit(statement, find_result, &search);
    bool pure = !search.found;
    for (size_t i = 0; i < statement->child_count && pure; i++)
        pure = is_pure(statement->children[i], nest);
    return pure;
}

bool tile_is_whole(const tile_search *in)
{
    return is_pure(in->function->body, in->tile.loop);
}

bool tile_read(tile_search *in)
{
    tile_body outer, inner, deepest;
    const ir_statement *loop = in->tile.loop;
    if (nest_find(in->nest, loop) < 0 || !find_inner(loop->children[0], &outer) ||
        outer.loop + 1 != (int)outer.count ||
        !find_inner(tile_statement(&outer, (size_t)outer.loop)->children[0], &inner))
        return false;
    const ir_statement *innermost = tile_statement(&inner, (size_t)inner.loop)->children[0];
    if (find_inner(innermost, &deepest) || holds_loop(innermost) || !read_tile(in, &outer, &inner))
        return false;
    in->tile.whole = tile_is_whole(in);
    *ARENA_PUSH(in->memory, in->result->tiles, in->result->count) = in->tile;
    return true;
}

/* How many loops stand in each other. */
static unsigned depth_of(const ir_statement *statement)
{
    unsigned deepest = 0;
    for (size_t i = 0; i < statement->child_count; i++) {
        const unsigned one = depth_of(statement->children[i]);
        deepest = one > deepest ? one : deepest;
    }
    return deepest + ir_is_loop(statement);
}

static bool look_at_region(const tile_search *in, ir_statement *const *statements, size_t count)
{
    tile_search next = {
        .memory = in->memory,
        .function = in->function,
        .nest = in->nest,
        .result = in->result,
        .tile = {.loop = statements[0], .first = statements[0], .last = statements[count - 1]}};
    return (count == 1 && tile_read(&next)) ||
           tile_project(&next, (tile_region){statements, count});
}

/* A nest, with the loops before and behind it if they go together; the statement behind all that it
 * takes, or `at`. */
static size_t look_around(const tile_search *in, ir_statement *const *statements, size_t least,
                          size_t at, size_t most)
{
    size_t first = at, behind = at + 1;
    while (first > least && statements[first - 1]->kind == IR_FOR)
        first--;
    while (behind < most && statements[behind]->kind == IR_FOR)
        behind++;
    const size_t firsts[] = {first, first, at, at}, ends[] = {behind, at + 1, behind, at + 1};
    for (size_t i = 0; i < 4; i++) {
        bool again = false;
        for (size_t k = 0; k < i; k++)
            again |= firsts[k] == firsts[i] && ends[k] == ends[i];
        if (!again && look_at_region(in, statements + firsts[i], ends[i] - firsts[i]))
            return ends[i];
    }
    return at;
}

static void look_at(const tile_search *in, const ir_statement *statement)
{
    size_t least = 0;
    for (size_t i = 0; i < statement->child_count; i++) {
        const ir_statement *child = statement->children[i];
        const bool deep = child->kind == IR_FOR && depth_of(child) >= 3;
        const size_t behind =
            deep ? look_around(in, statement->children, least, i, statement->child_count) : i;
        if (behind > i) {
            least = behind;
            i = behind - 1;
        } else {
            look_at(in, child);
        }
    }
}

/* Loops whose rounds go side by side, the outermost that there are. */
static void look_for_fronts(const tile_search *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->child_count; i++) {
        const ir_statement *child = statement->children[i];
        tile_search next = *in;
        next.tile = (nest_tile){.loop = child, .first = child, .last = child};
        if (child->kind != IR_FOR || depth_of(child) < 2 || !tile_front(&next))
            look_for_fronts(in, child);
    }
}

void nest_find_tiles(arena *memory, const ir_function *function, body_tiles *found)
{
    const nest read = nest_read(memory, function);
    tile_search in = {.memory = memory, .function = function, .nest = &read, .result = found};
    *found = (body_tiles){0};
    if (function->body && read.loop_count >= 3)
        look_at(&in, function->body);
    if (function->body && read.loop_count >= 2 && !found->count)
        look_for_fronts(&in, function->body);
    if (found->count)
        found->obstacle = (body_obstacle){0};
}
