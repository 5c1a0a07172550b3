/* nest_project.c: loops whose order is another, or that are several, as the nest of two parallel
 * loops around one in order that computes the same:
 *
 *     for i, for j: C[i][j] = 0;             for i, for j:
 *     for i, for k, for j:            ->         T s = 0;
 *         C[i][j] += a(i, k) * b(k, j);          for k: s += a(i, k) * b(k, j);
 *     for i, for j: C[i][j] *= c;                s *= c; C[i][j] = s;
 *
 * What one result gets is what is left where the loops along the results stand for one round each.
 * It is the same, in the same order, if these loops are parallel and all that is stored is elements
 * of that result. */
#include "nest_parts.h"

#include "text/dtype.h"

enum { MOST_ARRAYS = TILE_MOST_STATES };

typedef struct projection {
    tile_search *in;
    tile_region region;
    const nest_loop *sides[2]; /* the loops along the results that the first sum stands in */
    const nest_loop *depth;    /* the one in order */
    bool open[2], in_depth, may_continue;
    const nest_access *lead; /* the first sum's element */
    size_t last;             /* the last access in the rounds in order */
    /* Of what is stored: its array, the one element of a result, and the variable that it is until
     * the end; NULL of what is stored behind the rounds alone. */
    const ir_variable *arrays[MOST_ARRAYS];
    const ir_expression *elements[MOST_ARRAYS];
    ir_variable *states[MOST_ARRAYS];
    size_t array_count;
    const ir_variable **from; /* variables that have another name */
    ir_variable **to;
    size_t renamed_count;
    ir_function *made;
} projection;

static bool refuse(projection *in, location place, const char *format, const char *what)
{
    return tile_refuse(in->in, place, format, what);
}

/* ---- what is looked at ---- */

static bool is_in(const projection *in, int loop)
{
    for (; loop >= 0; loop = in->in->nest->loops[loop].parent)
        for (size_t i = 0; i < in->region.count; i++)
            if (in->in->nest->loops[loop].loop == in->region.statements[i])
                return true;
    return false;
}

static bool is_around(const projection *in, const nest_loop *outer, int loop)
{
    while (loop >= 0 && &in->in->nest->loops[loop] != outer)
        loop = in->in->nest->loops[loop].parent;
    return loop >= 0;
}

static bool moves_with(const ir_expression *element, const nest_loop *loop)
{
    for (size_t i = 1; i < element->operand_count && loop->kind != AXIS_OPAQUE; i++)
        if (analyse_mentions(element->operands[i], loop->counted.variable))
            return true;
    return false;
}

/* Whether an element is stored in three loops, of which two are along the results. */
static bool is_lead(projection *in, const nest_access *access)
{
    size_t sides = 0, others = 0;
    if (!access->writes || !is_in(in, access->loop) || access->element->kind != IR_SUBSCRIPT)
        return false;
    for (int loop = access->loop; is_in(in, loop); loop = in->in->nest->loops[loop].parent) {
        const nest_loop *one = &in->in->nest->loops[loop];
        if (one->kind == AXIS_OPAQUE)
            return false;
        if (!moves_with(access->element, one)) {
            in->depth = one;
            others++;
        } else if (sides < 2) {
            in->sides[1 - sides++] = one;
        } else {
            return false;
        }
    }
    in->lead = access;
    return sides == 2 && others == 1;
}

static int find_array(const projection *in, const ir_variable *array)
{
    for (size_t i = 0; i < in->array_count; i++)
        if (in->arrays[i] == array)
            return (int)i;
    return -1;
}

/* What is stored, and which of it in the rounds or before them. */
static bool find_arrays(projection *in)
{
    const nest *all = in->in->nest;
    for (size_t i = 0; i < all->access_count; i++)
        if (is_around(in, in->depth, all->accesses[i].loop))
            in->last = i;
    for (size_t i = 0; i < all->access_count; i++) {
        const nest_access *one = &all->accesses[i];
        if (!one->writes || !is_in(in, one->loop) || find_array(in, one->array) >= 0)
            continue;
        if (!one->array || one->array->storage != IR_PARAMETER || in->array_count == MOST_ARRAYS ||
            !tile_is_number(one->element->type))
            return refuse(in, one->element->place, "\"%s\" is no element of one result",
                          ir_expression_text(in->in->memory, one->element));
        in->arrays[in->array_count++] = one->array;
    }
    return true;
}

/* Makes the variable that the elements of an array are, if any are used so early. */
static void add_state(projection *in, size_t array)
{
    arena *memory = in->in->memory;
    const nest *all = in->in->nest;
    bool early = false;
    for (size_t i = 0; i <= in->last; i++)
        early |= all->accesses[i].array == in->arrays[array] && is_in(in, all->accesses[i].loop);
    if (!early)
        return;
    const ir_expression *element = in->elements[array];
    ir_variable *made = arena_array(memory, 1, sizeof *made);
    *made = (ir_variable){.name = arena_format(memory, "weft_sum%zu", array),
                          .id = (unsigned)in->made->variable_count++,
                          .storage = IR_LOCAL,
                          .type = element->type,
                          .place = element->place,
                          .assigned = true};
    in->states[array] = made;
}

/* ---- expressions ---- */

/* Whether integers in it may become narrower: it is then another value than it seems. */
static bool narrows(const ir_expression *value)
{
    bool found = value->kind == IR_CAST &&
                 (!ir_is_integer(value->operands[0]->type) || !ir_is_integer(value->type) ||
                  dtype_size(value->type->dtype) < dtype_size(value->operands[0]->type->dtype));
    for (size_t i = 0; i < value->operand_count && !found; i++)
        found = narrows(value->operands[i]);
    return found;
}

static void rename_variable(projection *in, const ir_variable *from, ir_variable *to)
{
    size_t count = in->renamed_count;
    *ARENA_PUSH(in->in->memory, in->from, in->renamed_count) = from;
    *ARENA_PUSH(in->in->memory, in->to, count) = to;
}

static ir_variable *renamed(const projection *in, ir_variable *variable)
{
    for (size_t i = in->renamed_count; i-- > 0;)
        if (in->from[i] == variable)
            return in->to[i];
    return variable;
}

/* What an element of an array that is stored becomes: itself, or the variable of the result. */
static ir_expression *project_element(projection *in, ir_expression *element, size_t array)
{
    const ir_expression *known = in->elements[array];
    const char *text = ir_expression_text(in->in->memory, element);
    bool good = in->open[0] && in->open[1];
    for (size_t i = 1; i < element->operand_count; i++)
        good &= !narrows(element->operands[i]);
    if (good && !known) {
        good = moves_with(element, in->sides[0]) && moves_with(element, in->sides[1]) &&
               !moves_with(element, in->depth);
        in->elements[array] = known = element;
        add_state(in, array);
    }
    if (!good || !ir_same(known, element)) {
        refuse(in, element->place, "\"%s\" is no element of one result", text);
        return element;
    }
    return in->states[array] ? ir_put_variable(in->in->memory, element, in->states[array])
                             : element;
}

static ir_expression *copy(projection *in, const ir_expression *from)
{
    if (!from || in->in->failed)
        return NULL;
    if (from->kind == IR_TEXT) {
        refuse(in, from->place, "it holds text that is not read%s", "");
        return NULL;
    }
    ir_expression *made = arena_array(in->in->memory, 1, sizeof *made);
    *made = *from;
    made->operands = NULL;
    made->operand_count = 0;
    if (from->kind == IR_VARIABLE)
        made->variable = renamed(in, from->variable);
    for (size_t i = 0; i < from->operand_count; i++)
        *ARENA_PUSH(in->in->memory, made->operands, made->operand_count) =
            copy(in, from->operands[i]);
    const int array = from->kind == IR_SUBSCRIPT ? find_array(in, ir_base_variable(from)) : -1;
    return array < 0 || in->in->failed ? made : project_element(in, made, (size_t)array);
}

/* ---- statements ---- */

static void project(projection *in, const ir_statement *from, ir_statement *block, bool last);

static bool is_alike(const nest_loop *one, const nest_loop *other)
{
    const counted_loop *a = &one->counted, *b = &other->counted;
    return a->variable->type->dtype == b->variable->type->dtype && ir_same(a->begin, b->begin) &&
           ir_same(a->end, b->end) && a->includes_end == b->includes_end && a->by_one &&
           b->by_one &&
           (one == other ||
            (!narrows(a->begin) && !narrows(a->end) && !narrows(b->begin) && !narrows(b->end)));
}

/* The side that a loop goes along, as the indices of what it stores tell; -1: none. */
static int side_of(const projection *in, const nest_loop *loop)
{
    const nest *all = in->in->nest;
    bool can[2];
    for (size_t r = 0; r < 2; r++)
        can[r] = !in->open[r] && is_alike(loop, in->sides[r]);
    for (size_t i = 0; i < all->access_count; i++) {
        const ir_expression *element = all->accesses[i].element;
        if (!all->accesses[i].writes || !is_around(in, loop, all->accesses[i].loop))
            continue;
        for (size_t k = 1; k < element->operand_count && k < in->lead->element->operand_count; k++)
            for (size_t r = 0; r < 2; r++)
                if (analyse_mentions(element->operands[k], loop->counted.variable))
                    can[r] &= analyse_mentions(in->lead->element->operands[k],
                                               in->sides[r]->counted.variable);
    }
    return can[0] ? 0 : can[1] ? 1 : -1;
}

static void project_side(projection *in, const nest_loop *loop, ir_statement *block, bool last)
{
    const bool may_continue = in->may_continue;
    const int side = side_of(in, loop);
    if (side < 0) {
        refuse(in, loop->loop->place, "a loop goes along no side of the results%s", "");
        return;
    }
    if (loop->kind != AXIS_PARALLEL) {
        refuse(in, loop->place, "%s", loop->reason);
        return;
    }
    in->open[side] = true;
    in->may_continue = in->in_depth && last && may_continue;
    rename_variable(in, loop->counted.variable,
                    (ir_variable *)(uintptr_t)in->sides[side]->counted.variable);
    project(in, loop->counted.body, block, last);
    in->may_continue = may_continue;
    in->open[side] = false;
}

static void project_depth(projection *in, const ir_statement *from, ir_statement *block)
{
    arena *memory = in->in->memory;
    const bool may_continue = in->may_continue;
    ir_statement *made = ir_copy_without_children(memory, from);
    ir_statement *body = ir_new_statement(memory, IR_BLOCK, from->place);
    in->in_depth = in->may_continue = true;
    project(in, from->children[0], body, true);
    in->in_depth = false;
    in->may_continue = may_continue;
    ir_add_child(memory, made, body);
    ir_add_child(memory, block, made);
}

static void project_loop(projection *in, const ir_statement *from, ir_statement *block, bool last)
{
    const int number = nest_find(in->in->nest, from);
    const nest_loop *loop = number < 0 ? NULL : &in->in->nest->loops[number];
    if (!loop || loop->kind == AXIS_OPAQUE)
        refuse(in, from->place, "%s", loop ? loop->reason : "there are too many loops");
    else if (loop == in->depth)
        project_depth(in, from, block);
    else
        project_side(in, loop, block, last);
}

static void project_declaration(projection *in, const ir_statement *from, ir_statement *block)
{
    arena *memory = in->in->memory;
    ir_statement *made = ir_new_statement(memory, IR_DECLARATION, from->place);
    for (size_t i = 0; i < from->variable_count; i++) {
        ir_variable *variable = from->variables[i];
        if (variable->storage == IR_LOCAL) {
            ir_variable *own = arena_array(memory, 1, sizeof *own);
            *own = *variable;
            own->initializer = copy(in, variable->initializer);
            rename_variable(in, variable, own);
            variable = own;
        }
        *ARENA_PUSH(memory, made->variables, made->variable_count) = variable;
    }
    ir_add_child(memory, block, made);
}

static void project_children(projection *in, const ir_statement *from, ir_statement *block,
                             bool last)
{
    arena *memory = in->in->memory;
    ir_statement *made = ir_copy_without_children(memory, from);
    made->expression = copy(in, from->expression);
    for (size_t i = 0; i < from->child_count; i++) {
        ir_statement *inner = ir_new_statement(memory, IR_BLOCK, from->children[i]->place);
        project(in, from->children[i], inner, last);
        ir_add_child(memory, made, inner);
    }
    ir_add_child(memory, block, made);
}

/* Adds what a statement is for one result. last: nothing stands behind it in a round in order. */
static void project(projection *in, const ir_statement *from, ir_statement *block, bool last)
{
    if (in->in->failed)
        return;
    if (ir_is_loop(from)) {
        project_loop(in, from, block, last);
        return;
    }
    switch (from->kind) {
    case IR_BLOCK:
        for (size_t i = 0; i < from->child_count; i++)
            project(in, from->children[i], block, last && i + 1 == from->child_count);
        break;
    case IR_DECLARATION:
        project_declaration(in, from, block);
        break;
    case IR_CONTINUE:
        if (!in->may_continue)
            refuse(in, from->place, "a round or a result may end early%s", "");
        project_children(in, from, block, last);
        break;
    case IR_EVALUATE:
    case IR_IF:
        project_children(in, from, block, last);
        break;
    default:
        refuse(in, from->place, "it holds more than loops and sums%s", "");
    }
}

/* ---- the nest ---- */

/* The loop of a side around other statements. */
static ir_statement *make_loop(projection *in, const nest_loop *side, ir_statement *body)
{
    ir_statement *made = ir_copy_without_children(in->in->memory, side->loop);
    ir_add_child(in->in->memory, made, body);
    return made;
}

/* C[i][j] = s; */
static ir_statement *make_store(projection *in, size_t array)
{
    arena *memory = in->in->memory;
    const ir_expression *element = in->elements[array];
    ir_expression *made = ir_new_expression(memory, IR_ASSIGN, element->type, element->place);
    ir_statement *statement = ir_new_statement(memory, IR_EVALUATE, element->place);
    made->id = element->id;
    ir_add_operand(memory, made, (ir_expression *)(uintptr_t)element);
    ir_add_operand(memory, made, ir_put_variable(in->in->memory, element, in->states[array]));
    statement->expression = made;
    return statement;
}

/* The variables of a result, what happens to it, and that it is stored. */
static ir_statement *make_result(projection *in, ir_statement *projected)
{
    arena *memory = in->in->memory;
    ir_statement *made = ir_new_statement(memory, IR_BLOCK, projected->place);
    for (size_t i = 0; i < in->array_count; i++) {
        ir_variable *state = in->states[i];
        if (!state)
            continue;
        ir_statement *declared = ir_new_statement(memory, IR_DECLARATION, state->place);
        if (nest_first_use(projected, state) != USE_SET)
            state->initializer = (ir_expression *)(uintptr_t)in->elements[i];
        *ARENA_PUSH(memory, declared->variables, declared->variable_count) = state;
        ir_add_child(memory, made, declared);
    }
    for (size_t i = 0; i < projected->child_count; i++)
        ir_add_child(memory, made, projected->children[i]);
    for (size_t i = 0; i < in->array_count; i++)
        if (in->states[i])
            ir_add_child(memory, made, make_store(in, i));
    return made;
}

/* The function's statements, the nest in place of the region. */
static ir_statement *replace(projection *in, ir_statement *from, ir_statement *nest)
{
    if (from == in->region.statements[0])
        return nest;
    for (size_t i = 1; i < in->region.count; i++)
        if (from == in->region.statements[i])
            return NULL;
    ir_statement *made = ir_copy_without_children(in->in->memory, from);
    for (size_t i = 0; i < from->child_count; i++)
        ir_add_child(in->in->memory, made, replace(in, from->children[i], nest));
    return made;
}

static const ir_statement *find_top(const projection *in)
{
    const nest *all = in->in->nest;
    const nest_loop *top = in->sides[0];
    for (int loop = in->lead->loop; is_in(in, loop); loop = all->loops[loop].parent)
        top = &all->loops[loop];
    return top->loop;
}

static bool read_made(projection *in, ir_statement *projected)
{
    tile_search *from = in->in;
    ir_statement *inner = make_loop(in, in->sides[1], make_result(in, projected));
    ir_statement *outer = make_loop(in, in->sides[0], inner);
    outer->place = find_top(in)->place;
    in->made->body = replace(in, from->function->body, outer);
    const nest read = nest_read(from->memory, in->made);
    tile_search next = {
        .memory = from->memory,
        .function = in->made,
        .nest = &read,
        .result = from->result,
        .tile = {.loop = outer, .first = from->tile.first, .last = from->tile.last}};
    return tile_read(&next);
}

static bool make(projection *in)
{
    tile_search *from = in->in;
    ir_statement *projected =
        ir_new_statement(from->memory, IR_BLOCK, in->region.statements[0]->place);
    from->failed = false;
    in->made = arena_array(from->memory, 1, sizeof *in->made);
    *in->made = *from->function;
    if (!find_arrays(in))
        return false;
    for (size_t i = 0; i < in->region.count; i++)
        project(in, in->region.statements[i], projected, false);
    return !from->failed && read_made(in, projected);
}

bool tile_project(tile_search *from, tile_region region)
{
    projection in = {.in = from, .region = region};
    size_t lead = 0;
    while (lead < from->nest->access_count && !is_lead(&in, &from->nest->accesses[lead]))
        lead++;
    if (lead == from->nest->access_count)
        return false;
    /* what the loops as they stand are no tile for is of no interest where their order is another
     */
    const body_obstacle before = from->result->obstacle;
    const bool is_ordered = is_around(&in, in.sides[1], nest_find(from->nest, in.depth->loop));
    if (!is_ordered)
        from->result->obstacle = (body_obstacle){0};
    const bool good = make(&in);
    if (region.count > 1 || !from->result->obstacle.text)
        from->result->obstacle = before;
    return good;
}
