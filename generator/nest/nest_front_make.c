/* nest_front_make.c: what a round of a parallel loop becomes where rounds go side by side: a
 * function of its numbers and arrays for hosts, and parts for a thread of the gpu. */
#include "nest_front.h"

/* Elements of a round that threads hold in registers, of all arrays. */
enum { MOST_HELD = 160 };

/* The arrays that elements are replaced by, where an index of theirs is a counter. */
typedef struct front_view {
    const ir_variable *counter;
    const front_array *arrays;
    size_t count;
} front_view;

/* What replaces an element: X[i][c] becomes own[c], x[i] *own. */
static ir_expression *put_array(arena *memory, const ir_expression *element,
                                const front_array *array)
{
    ir_expression *made = arena_array(memory, 1, sizeof *made);
    ir_expression *base = ir_put_variable(memory, element->operands[0], array->parameter);
    *made = *element;
    base->type = array->parameter->type;
    made->operands = NULL;
    made->operand_count = 0;
    ir_add_operand(memory, made, base);
    for (size_t i = 1; i < element->operand_count; i++)
        if ((int)i - 1 != array->axis)
            ir_add_operand(memory, made, element->operands[i]);
    if (made->operand_count == 1) {
        made->kind = IR_UNARY;
        made->op = IR_DEREFERENCE;
    }
    return made;
}

/* ---- copies ---- */

static bool take_number(front_search *search, const ir_expression *at)
{
    tile_search *in = search->in;
    nest_front *front = search->front;
    ir_variable *variable = at->variable;
    if (variable->storage == IR_TABLE || search->is_private[variable->id] ||
        ir_declares(in->tile.loop->children[0], variable))
        return true;
    for (size_t i = 0; i < front->number_count; i++)
        if (front->numbers[i]->id == variable->id)
            return true;
    if (variable->storage == IR_GLOBAL || !tile_is_number(variable->type) ||
        variable->residence != IR_REGISTER ||
        (variable != in->tile.row.counter && analyse_writes(in->tile.loop, variable)))
        return tile_refuse(search->in, at->place, "\"%s\" is no number that all rounds share",
                           variable->name);
    if (variable != in->tile.row.counter)
        tile_note_given(in, variable);
    ir_variable *made = arena_array(in->memory, 1, sizeof *made);
    *made = *variable;
    made->storage = IR_PARAMETER;
    made->initializer = NULL;
    made->is_size = variable != in->tile.row.counter;
    *ARENA_PUSH(in->memory, front->numbers, front->number_count) = made;
    return true;
}

static const front_array *find_in(const front_view *views, size_t count,
                                  const ir_expression *element)
{
    for (size_t v = 0; v < count; v++)
        for (size_t i = 0; i < views[v].count; i++)
            if (views[v].arrays[i].array == element->operands[0]->variable &&
                views[v].arrays[i].axis == front_axis(element, views[v].counter))
                return &views[v].arrays[i];
    return NULL;
}

/* What is copied, with elements of some arrays replaced; `search`: whose numbers are taken. */
typedef struct front_copy {
    arena *memory;
    front_search *search;
    front_view views[2];
    size_t view_count;
} front_copy;

static ir_expression *copy_expression(front_copy *to, const ir_expression *from)
{
    if (!from)
        return NULL;
    const bool is_element = tile_is_element(from);
    const front_array *array = is_element ? find_in(to->views, to->view_count, from) : NULL;
    ir_expression *made = arena_array(to->memory, 1, sizeof *made);
    *made = array ? *put_array(to->memory, from, array) : *from;
    ir_expression **operands = made->operands;
    const size_t count = made->operand_count;
    made->operands = NULL;
    made->operand_count = 0;
    if (from->kind == IR_VARIABLE && to->search)
        take_number(to->search, from);
    for (size_t i = 0; i < count; i++)
        ir_add_operand(to->memory, made,
                       i == 0 && is_element ? operands[i] : copy_expression(to, operands[i]));
    return made;
}

static ir_statement *copy_statement(front_copy *to, const ir_statement *from)
{
    if (!from)
        return NULL;
    ir_statement *made = ir_copy_without_children(to->memory, from);
    made->expression = copy_expression(to, from->expression);
    made->first = copy_statement(to, from->first);
    made->step = copy_expression(to, from->step);
    made->variables = NULL;
    made->variable_count = 0;
    for (size_t i = 0; i < from->variable_count; i++) {
        ir_variable *variable = arena_array(to->memory, 1, sizeof *variable);
        *variable = *from->variables[i];
        if (variable->storage == IR_LOCAL)
            variable->initializer = copy_expression(to, variable->initializer);
        *ARENA_PUSH(to->memory, made->variables, made->variable_count) = variable;
    }
    for (size_t i = 0; i < from->child_count; i++)
        ir_add_child(to->memory, made, copy_statement(to, from->children[i]));
    return made;
}

/* ---- functions ---- */

/* Declares what the text has around the loop for its rounds alone. */
static void declare_private(front_search *search, ir_statement *block)
{
    tile_search *in = search->in;
    for (size_t i = 0; i < in->nest->carried_count; i++) {
        const nest_carried *one = &in->nest->carried[i];
        if (in->nest->loops[one->loop].loop != in->tile.loop ||
            one->variable == in->tile.row.counter)
            continue;
        if (one->kind != CARRIED_PRIVATE || one->variable->storage != IR_LOCAL ||
            !tile_is_number(one->variable->type) || one->variable->residence != IR_REGISTER) {
            tile_refuse(search->in, one->at->place, "\"%s\" is no number", one->variable->name);
            continue;
        }
        ir_statement *made = ir_new_statement(in->memory, IR_DECLARATION, one->at->place);
        ir_variable *variable = arena_array(in->memory, 1, sizeof *variable);
        *variable = *one->variable;
        variable->initializer = NULL;
        search->is_private[variable->id] = true;
        *ARENA_PUSH(in->memory, made->variables, made->variable_count) = variable;
        ir_add_child(in->memory, block, made);
    }
}

static ir_function *new_function(front_search *search, const char *name, ir_statement *body)
{
    tile_search *in = search->in;
    ir_function *made = arena_array(in->memory, 1, sizeof *made);
    *made = *in->function;
    made->body = body;
    made->name =
        arena_format(in->memory, "%s_%s%zu", in->function->name, name, in->result->count + 1);
    made->result = tile_void(in->memory);
    made->parameters = NULL;
    made->parameter_count = 0;
    return made;
}

static void add_parameter(tile_search *in, ir_function *made, ir_variable *parameter)
{
    parameter->position = (unsigned)made->parameter_count;
    *ARENA_PUSH(in->memory, made->parameters, made->parameter_count) = parameter;
}

bool front_make_round(front_search *search)
{
    tile_search *in = search->in;
    nest_front *front = search->front;
    ir_statement *body = ir_new_statement(in->memory, IR_BLOCK, in->tile.loop->place);
    front_copy to = {
        in->memory, search, {{in->tile.row.counter, front->arrays, front->array_count}}, 1};
    for (size_t i = 0; i < in->function->parameter_count; i++) {
        ir_variable *parameter = in->function->parameters[i];
        const ir_expression use = {
            .kind = IR_VARIABLE, .variable = parameter, .place = parameter->place};
        if (parameter->is_size)
            take_number(search, &use);
    }
    declare_private(search, body);
    ir_add_child(in->memory, body, copy_statement(&to, in->tile.loop->children[0]));
    if (in->failed)
        return false;
    ir_function *made = new_function(search, "round", body);
    for (size_t i = 0; i < front->number_count; i++)
        add_parameter(in, made, front->numbers[i]);
    for (size_t i = 0; i < front->array_count; i++)
        add_parameter(in, made, front->arrays[i].parameter);
    made->variable_count = search->variable_count;
    front->made = made;
    return true;
}

/* ---- parts for the gpu ---- */

/* Which of a round's own arrays registers hold. */
static void find_held(front_search *search)
{
    nest_front *front = search->front;
    size_t all = 0;
    for (size_t i = 0; i < front->array_count; i++) {
        const front_array *one = &front->arrays[i];
        const size_t count = ir_element_count(one->parameter->type, MOST_HELD);
        if (one->axis < 0 || !one->is_whole || count == 0 || all + count > MOST_HELD)
            continue;
        all += count;
        *ARENA_PUSH(search->in->memory, front->held, front->held_count) = *one;
    }
}

/* What threads bring of a loop in order, for a round of it. */
static void find_brought(front_search *search, const ir_statement *loop, front_part *part)
{
    tile_search *in = search->in;
    const ir_variable *counter = part->loop.counter;
    for (size_t i = 0; i < in->nest->access_count; i++) {
        const nest_access *one = &in->nest->accesses[i];
        if (!front_is_in(in->nest, one->loop, loop) || !tile_is_element(one->element) ||
            front_axis(one->element, in->tile.row.counter) != FRONT_NO_AXIS)
            continue;
        const int axis = front_axis(one->element, counter);
        const front_view known = {counter, part->brought, part->brought_count};
        if (axis < 0 || find_in(&known, 1, one->element) ||
            !tile_counts_along(&part->loop, front_axis_type(one->array, axis)))
            continue;
        ir_variable *made = front_new_array(search, one->array, axis, "now");
        if (ir_element_count(made->type, MOST_HELD) > 0)
            *ARENA_PUSH(in->memory, part->brought, part->brought_count) =
                (front_array){one->array, made, axis, false, true};
    }
}

static bool is_stored_directly(const front_search *search, const ir_statement *statement)
{
    const nest_front *front = search->front;
    bool found = false;
    for (size_t i = 0; i < front->array_count; i++) {
        bool held = !front->arrays[i].written;
        for (size_t k = 0; k < front->held_count; k++)
            held |= front->held[k].array == front->arrays[i].array;
        found |= !held && nest_mentions(statement, front->arrays[i].array) > 0;
    }
    return found;
}

static void add_statement(front_search *search, ir_statement *statement)
{
    tile_search *in = search->in;
    nest_front *front = search->front;
    if (front->part_count == 0 || front->parts[front->part_count - 1].is_loop) {
        ir_statement *body = ir_new_statement(in->memory, IR_BLOCK, statement->place);
        *ARENA_PUSH(in->memory, front->parts, front->part_count) =
            (front_part){.made = new_function(search, "part", body)};
    }
    ir_add_child(in->memory, front->parts[front->part_count - 1].made->body, statement);
}

static void add_loop(front_search *search, const ir_statement *statement, const tile_loop *loop)
{
    tile_search *in = search->in;
    nest_front *front = search->front;
    front_part part = {.is_loop = true, .loop = *loop};
    find_brought(search, statement, &part);
    front_copy to = {in->memory,
                     NULL,
                     {{in->tile.row.counter, front->held, front->held_count},
                      {loop->counter, part.brought, part.brought_count}},
                     2};
    ir_statement *body = ir_new_statement(in->memory, IR_BLOCK, statement->place);
    ir_add_child(in->memory, body, copy_statement(&to, statement->children[0]));
    part.made = new_function(search, "part", body);
    *ARENA_PUSH(in->memory, front->parts, front->part_count) = part;
}

void front_make_parts(front_search *search)
{
    tile_search *in = search->in;
    nest_front *front = search->front;
    const tile_region rounds = front_rounds(in->tile.loop);
    ir_statement *before = ir_new_statement(in->memory, IR_BLOCK, in->tile.loop->place);
    size_t last = 0;
    find_held(search);
    front_copy to = {in->memory, NULL, {{in->tile.row.counter, front->held, front->held_count}}, 1};
    declare_private(search, before);
    for (size_t i = 0; i < before->child_count; i++)
        add_statement(search, before->children[i]);
    for (size_t i = 0; i < rounds.count; i++) {
        const ir_statement *one = rounds.statements[i];
        tile_search probe = *in;
        body_tiles unheard = {0};
        tile_loop loop;
        probe.result = &unheard;
        const int number = nest_find(in->nest, one);
        const bool is_walk = number >= 0 && in->nest->loops[number].kind != AXIS_OPAQUE &&
                             in->nest->loops[number].counted.variable &&
                             front_is_walk(in, one, in->nest->loops[number].counted.variable) &&
                             tile_take_loop(&probe, one, &loop);
        last = is_walk ? i + 1 : last;
        if (is_walk)
            add_loop(search, one, &loop);
        else
            add_statement(search, copy_statement(&to, one));
    }
    bool waits = true;
    for (size_t i = 0; i < last; i++)
        waits &= !is_stored_directly(search, rounds.statements[i]);
    front->part_count = waits ? front->part_count : 0;
}
