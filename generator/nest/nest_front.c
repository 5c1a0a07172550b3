/* nest_front.c: a parallel loop whose rounds go side by side through a loop in order, each with
 * what is its own in registers:
 *
 *     for i: float best = INFINITY;
 *         for j: d = distance(x[i], y[j]); if (d < best) …
 *
 * It pays where the loop in order reads elements that all rounds share, and of a round's own only
 * such as it reads again. */
#include "nest_front.h"

/* ---- elements ---- */

int front_axis(const ir_expression *element, const ir_variable *counter)
{
    int axis = FRONT_NO_AXIS;
    for (size_t i = 1; i < element->operand_count; i++) {
        if (!analyse_mentions(element->operands[i], counter))
            continue;
        const nest_index index = nest_read_index(element->operands[i]);
        const bool is_counter = index.is_known && index.count == 1 && index.constant == 0 &&
                                index.factors[0] == 1 && index.variables[0] == counter;
        axis = axis == FRONT_NO_AXIS && is_counter ? (int)i - 1 : FRONT_NO_ONE_AXIS;
    }
    return axis;
}

bool front_is_in(const nest *all, int loop, const ir_statement *outer)
{
    while (loop >= 0 && all->loops[loop].loop != outer)
        loop = all->loops[loop].parent;
    return loop >= 0;
}

/* The type of an array without one of its axes. */
static const ir_type *without_axis(arena *memory, const ir_type *type, int axis)
{
    if (axis == 0)
        return type->element;
    ir_type *made = arena_array(memory, 1, sizeof *made);
    *made = *type;
    made->element = without_axis(memory, type->element, axis - 1);
    return made;
}

/* The same as a parameter: of an element a pointer to it. */
static const ir_type *own_type(arena *memory, const ir_type *type, int axis)
{
    const ir_type *left = without_axis(memory, type, axis);
    if (left->kind == IR_TYPE_ARRAY)
        return left;
    ir_type *made = arena_array(memory, 1, sizeof *made);
    *made = (ir_type){.kind = IR_TYPE_POINTER, .extent = -1, .element = left};
    return made;
}

ir_variable *front_new_array(front_search *search, const ir_variable *array, int axis,
                             const char *name)
{
    arena *memory = search->in->memory;
    ir_variable *made = arena_array(memory, 1, sizeof *made);
    *made = *array;
    made->name = arena_format(memory, "weft_%s%zu", name, search->variable_count);
    made->number = 0;
    made->id = (unsigned)search->variable_count++;
    made->is_size = axis == FRONT_NO_AXIS; /* the same for all rounds */
    made->type = axis == FRONT_NO_AXIS ? array->type : own_type(memory, array->type, axis);
    return made;
}

static bool has_extents(const ir_type *type)
{
    for (; type->kind == IR_TYPE_ARRAY; type = type->element)
        if (type->extent < 0 && !type->extent_expression)
            return false;
    return true;
}

/* Notes the array of an element of the loop's rounds. */
static bool note_array(front_search *search, const nest_access *access)
{
    nest_front *front = search->front;
    const ir_expression *element = access->element;
    const char *text = ir_expression_text(search->in->memory, element);
    const int axis = element->kind == IR_SUBSCRIPT
                         ? front_axis(element, search->in->tile.row.counter)
                         : FRONT_NO_ONE_AXIS;
    if (axis == FRONT_NO_ONE_AXIS || !tile_is_element(element) || !tile_is_number(element->type) ||
        element->operand_count - 1 != ir_subscript_rank(access->array->type) ||
        !has_extents(access->array->type) || (access->writes && axis == FRONT_NO_AXIS))
        return tile_refuse(search->in, element->place, "\"%s\" is no element of one round", text);
    for (size_t i = 0; i < front->array_count; i++)
        if (front->arrays[i].array == access->array && front->arrays[i].axis == axis) {
            front->arrays[i].written |= access->writes;
            return true;
        }
    const char *name = axis == FRONT_NO_AXIS ? "all" : "own";
    *ARENA_PUSH(search->in->memory, front->arrays, front->array_count) =
        (front_array){.array = access->array,
                      .parameter = front_new_array(search, access->array, axis, name),
                      .axis = axis,
                      .written = access->writes};
    return true;
}

const ir_type *front_axis_type(const ir_variable *array, int axis)
{
    const ir_type *type = array->type;
    for (; axis > 0; axis--)
        type = type->element;
    return type;
}

static void note_sure(front_search *search, const ir_expression *from)
{
    const int axis =
        tile_is_element(from) ? front_axis(from, search->in->tile.row.counter) : FRONT_NO_AXIS;
    for (size_t i = 0; axis >= 0 && i < search->front->array_count; i++) {
        const front_array *one = &search->front->arrays[i];
        search->sure[i] |= one->axis == axis && one->array == from->operands[0]->variable;
    }
    for (size_t i = 0; i < from->operand_count; i++)
        if (!tile_is_maybe(from, i))
            note_sure(search, from->operands[i]);
}

static bool may_jump(const ir_statement *statement)
{
    bool found = statement->kind == IR_CONTINUE || statement->kind == IR_BREAK ||
                 statement->kind == IR_RETURN;
    for (size_t i = 0; i < statement->child_count && !found; i++)
        found = may_jump(statement->children[i]);
    return found;
}

/* Notes the arrays of which each round has an element, if the loop in order has rounds. */
static void find_sure(front_search *search, const ir_statement *from)
{
    counted_loop counted;
    int64_t begin = 0, end = 0;
    const bool is_depth = from->kind == IR_FOR && analyse_counted(from, &counted) &&
                          counted.variable == search->in->tile.depth.counter;
    const bool runs =
        is_depth ||
        (from->kind == IR_FOR && analyse_counted(from, &counted) && counted.begin && counted.end &&
         ir_constant(counted.begin, &begin) && ir_constant(counted.end, &end) && begin < end);
    if (from->expression && !ir_is_loop(from))
        note_sure(search, from->expression);
    for (size_t i = 0; i < from->variable_count; i++)
        if (from->variables[i]->storage == IR_LOCAL && from->variables[i]->initializer)
            note_sure(search, from->variables[i]->initializer);
    for (size_t i = 0; i < from->child_count && (from->kind == IR_BLOCK || runs); i++) {
        find_sure(search, from->children[i]);
        if (may_jump(from->children[i]))
            break;
    }
}

/* Whether all parts of rounds are there, which are brought whatever the text does. */
static bool are_there(front_search *search)
{
    tile_search *in = search->in;
    nest_front *front = search->front;
    search->sure = arena_array(in->memory, front->array_count + 1, sizeof *search->sure);
    find_sure(search, in->tile.loop->children[0]);
    for (size_t i = 0; i < front->array_count; i++) {
        front_array *one = &front->arrays[i];
        one->is_whole = one->axis >= 0 &&
                        tile_counts_along(&in->tile.row, front_axis_type(one->array, one->axis));
        if (one->axis >= 0 && !one->is_whole && !search->sure[i])
            return tile_refuse(in, in->tile.loop->place, "\"%s\" is there under a condition",
                               one->array->name);
    }
    return true;
}

static bool is_local_array(const nest_access *access, const ir_statement *loop)
{
    const ir_variable *array = access->array;
    return array && (array->storage == IR_TABLE ||
                     (array->storage == IR_LOCAL && array->type->kind == IR_TYPE_ARRAY &&
                      ir_declares(loop, array)));
}

static bool find_arrays(front_search *search)
{
    tile_search *in = search->in;
    for (size_t i = 0; i < in->nest->access_count; i++) {
        const nest_access *one = &in->nest->accesses[i];
        if (front_is_in(in->nest, one->loop, in->tile.loop) &&
            !is_local_array(one, in->tile.loop) && !note_array(search, one))
            return false;
    }
    /* what is written is seen in one way */
    for (size_t i = 0; i < search->front->array_count; i++)
        for (size_t k = 0; k < search->front->array_count; k++) {
            const front_array *one = &search->front->arrays[i];
            if (i != k && one->written && search->front->arrays[k].array == one->array)
                return tile_refuse(search->in, in->tile.loop->place,
                                   "\"%s\" is read where it is written", one->array->name);
        }
    return true;
}

/* ---- the loop in order ---- */

bool front_is_walk(const tile_search *in, const ir_statement *loop, const ir_variable *counter)
{
    bool shares = false;
    for (size_t i = 0; i < in->nest->access_count; i++) {
        const nest_access *one = &in->nest->accesses[i];
        if (!front_is_in(in->nest, one->loop, loop) || !one->array ||
            one->array->storage != IR_PARAMETER || one->element->kind != IR_SUBSCRIPT)
            continue;
        const bool is_own = front_axis(one->element, in->tile.row.counter) != FRONT_NO_AXIS;
        const bool moves = front_axis(one->element, counter) != FRONT_NO_AXIS;
        if (is_own && moves)
            return false;
        shares |= !is_own && moves;
    }
    return shares;
}

tile_region front_rounds(const ir_statement *loop)
{
    const ir_statement *body = loop->children[0];
    return body->kind == IR_BLOCK ? (tile_region){body->children, body->child_count}
                                  : (tile_region){loop->children, 1};
}

static bool find_depth(tile_search *in, tile_region rounds)
{
    for (size_t i = 0; i < rounds.count; i++) {
        const int number = nest_find(in->nest, rounds.statements[i]);
        const nest_loop *loop = number < 0 ? NULL : &in->nest->loops[number];
        if (loop && loop->kind != AXIS_OPAQUE && loop->counted.variable &&
            front_is_walk(in, loop->loop, loop->counted.variable))
            return tile_take_loop(in, loop->loop, &in->tile.depth);
    }
    return false;
}

/* Whether a round is left by `continue`. */
static bool may_skip(const ir_statement *statement)
{
    bool found = statement->kind == IR_CONTINUE;
    for (size_t i = 0; i < statement->child_count && !found && !ir_is_loop(statement); i++)
        found = may_skip(statement->children[i]);
    return found;
}

/* ---- all ---- */

bool tile_front(tile_search *in)
{
    const ir_statement *loop = in->tile.loop;
    const int number = nest_find(in->nest, loop);
    front_search search = {.in = in, .variable_count = in->function->variable_count};
    if (number < 0 || in->nest->loops[number].kind != AXIS_PARALLEL ||
        !tile_take_loop(in, loop, &in->tile.row) || !find_depth(in, front_rounds(loop)))
        return false;
    if (may_skip(loop->children[0]))
        return tile_refuse(in, loop->place, "a round may end early%s", "");
    search.front = in->tile.front = arena_array(in->memory, 1, sizeof *search.front);
    search.is_private = arena_array(in->memory, search.variable_count + 1, sizeof(bool));
    if (!find_arrays(&search) || !are_there(&search) || !front_make_round(&search))
        return false;
    front_make_parts(&search);
    in->tile.whole = tile_is_whole(in);
    *ARENA_PUSH(in->memory, in->result->tiles, in->result->count) = in->tile;
    return true;
}
