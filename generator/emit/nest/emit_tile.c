/* emit_tile.c: nests that tiles compute, on hosts by vectors along the columns
 * (<weft/loop/nest.h>): the function of a tiled nest, and WEFT_NEST_1, which stands before the nest
 * in the function's text and calls it. */
#include "emit_tile.h"

#include <inttypes.h>
#include <string.h>

#include "text/dtype.h"

const char *tile_write_name(const void *context, const char *name)
{
    return emit_own_name(context, name);
}

const tile_part *tile_part_of(const tile_text *to, size_t i)
{
    return i == 0 ? &to->tile->start : i == 1 ? &to->tile->step : &to->tile->finish;
}

static const char *element_of(const tile_argument *argument)
{
    return lanes_element(argument->parameter->type->dtype);
}

static size_t state_of(const tile_text *to, const tile_argument *argument)
{
    size_t i = 0;
    while (to->tile->states[i]->id != argument->parameter->id)
        i++;
    return i;
}

const char *tile_element(tile_text *to, const tile_argument *argument)
{
    return c_expression(&to->names, argument->element);
}

/* Where a loop begins or ends. */
const char *tile_bound(tile_text *to, const ir_expression *bound)
{
    int64_t constant;
    return ir_constant(bound, &constant) ? arena_format(to->memory, "%" PRId64, constant)
                                         : c_whole(&to->names, bound);
}

/* ---- the function around it ---- */

const char *tile_loop_text(tile_text *to, const tile_loop *loop)
{
    return arena_format(to->memory, "%s, %s, %s, %s",
                        c_cast_type(&to->names, loop->counter->type, loop->counter->place),
                        c_variable(&to->names, loop->counter), tile_bound(to, loop->begin),
                        tile_bound(to, loop->end));
}

/* The function's parameters, and the locals that the nest needs. */
const char *tile_parameters(tile_text *to)
{
    const char *text = emit_parameters(to->part);
    for (size_t i = 0; i < to->tile->given_count; i++) {
        const ir_variable *given = to->tile->given[i];
        text = arena_format(to->memory, "%s, %s %s", text,
                            c_cast_type(&to->names, given->type, given->place),
                            c_variable(&to->names, given));
    }
    return text;
}

const char *tile_passed(tile_text *to, bool by_text)
{
    const function *shown = to->part->shown;
    const char *text = "";
    for (size_t i = 0; i < shown->parameter_count; i++)
        text = arena_format(to->memory, "%s%s%s", text, i ? ", " : "",
                            shown->body_parameters ? shown->body_parameters[i].name
                                                   : shown->parameters[i].name);
    for (size_t i = 0; i < to->tile->given_count; i++)
        text = arena_format(to->memory, "%s, %s", text,
                            by_text ? to->tile->given[i]->name
                                    : c_variable(&to->names, to->tile->given[i]));
    return text;
}

const char *tile_instance(tile_text *to)
{
    return arena_format(to->memory, "WEFT_INSTANCE(%s_nest%zu)", to->part->shown->name, to->number);
}

/* ---- hosts ---- */

/* An argument of the call for a vector of results before or behind the rounds. */
static const char *vector_argument(tile_text *to, const tile_argument *argument, size_t k)
{
    switch (argument->source) {
    case TILE_STATE:
        return arena_format(to->memory, "weft_s%zu", state_of(to, argument));
    case TILE_COLUMN_COUNTER:
        return "weft_l0";
    case TILE_ROW:
    case TILE_COLUMN:
    case TILE_RESULT:
        return arena_format(to->memory, "weft_x%zu", k);
    default:
        return c_variable(&to->names, argument->parameter);
    }
}

static const char *round_argument(tile_text *to, const tile_argument *argument, size_t k)
{
    switch (argument->source) {
    case TILE_STATE:
        return arena_format(to->memory, "weft_s%zu_##weft_r##_##weft_c", state_of(to, argument));
    case TILE_COLUMN_COUNTER:
        return "weft_l_##weft_c";
    case TILE_ROW:
        return arena_format(to->memory, "weft_a%zu", k);
    case TILE_COLUMN:
        return arena_format(to->memory, "weft_b%zu_##weft_c", k);
    default:
        return c_variable(&to->names, argument->parameter);
    }
}

/* "WEFT_INSTANCE(f_step1__lanes)(weft_s0, …);" */
static const char *call_text(tile_text *to, size_t which)
{
    const tile_part *part = tile_part_of(to, which);
    const char *list = "";
    for (size_t i = 0; i < part->argument_count; i++)
        list = arena_format(
            to->memory, "%s%s%s", list, i ? ", " : "",
            (which == 1 ? round_argument : vector_argument)(to, &part->arguments[i], i));
    return arena_format(to->memory, "WEFT_INSTANCE(%s__lanes)(%s);", part->made->name, list);
}

/* What stands before and behind the call for a vector of results. */
static const char *vector_text(tile_text *to, size_t which)
{
    const tile_part *part = tile_part_of(to, which);
    const char *before = "", *after = "";
    for (size_t i = 0; i < part->argument_count; i++) {
        const tile_argument *one = &part->arguments[i];
        if (one->source == TILE_COLUMN_COUNTER)
            before = arena_format(to->memory, "%sWEFT_NEST_COUNT(weft_l0, %s, weft_first) ", before,
                                  element_of(one));
        if (!one->element)
            continue;
        const char *text = tile_element(to, one);
        before = one->source == TILE_ROW
                     ? arena_format(to->memory, "%sWEFT_V(%s) weft_x%zu[1] = {WEFT_SET(%s, %s)}; ",
                                    before, element_of(one), i, element_of(one), text)
                 : !one->read ? arena_format(to->memory, "%sWEFT_NEST_NEW(%zu, %s) ", before, i,
                                             element_of(one))
                              : arena_format(to->memory, "%sWEFT_NEST_READ(%zu, %s, %d, %s) ",
                                             before, i, element_of(one), one->is_close, text);
        if (one->written)
            after = arena_format(to->memory, "%s WEFT_NEST_WRITE(%zu, %s, %d, %s)", after, i,
                                 element_of(one), one->is_close, text);
    }
    return arena_format(to->memory, "%s%s%s", before, call_text(to, which), after);
}

static void emit_round(tile_text *to)
{
    const tile_part *step = &to->tile->step;
    output *out = to->part->out;
    const char *left = "", *right = "", *counts = "";
    for (size_t i = 0; i < step->argument_count; i++) {
        const tile_argument *one = &step->arguments[i];
        if (one->source == TILE_ROW)
            left = arena_format(to->memory, "%s WEFT_NEST_ROW_ELEMENT(%zu, %s, %s)", left, i,
                                element_of(one), tile_element(to, one));
        if (one->source == TILE_COLUMN)
            right =
                arena_format(to->memory, "%s WEFT_X(%zu, %s, %d, %s)", right, i, element_of(one),
                             one->is_close ? 1 + one->is_even : 0, tile_element(to, one));
        if (one->source == TILE_COLUMN_COUNTER)
            counts = arena_format(to->memory,
                                  "WEFT_NEST_COUNT(weft_l_##weft_c, %s, weft_c * WEFT_LANES) ",
                                  element_of(one));
    }
    output_line(out, "#define WEFT_NEST_PANELS(WEFT_X)%s", right);
    output_line(out, "#define WEFT_NEST_LEFT%s", left);
    output_line(out, "#define WEFT_NEST_STEP(weft_r, weft_c) %s%s", counts, call_text(to, 1));
}

static unsigned rows_of(const nest_tile *tile)
{
    return tile->state_count <= 1 ? 6 : tile->state_count == 2 ? 3 : 2;
}

static void emit_loops_of(tile_text *to)
{
    static const char *const names[] = {"ROW", "COLUMN", "DEPTH"};
    const tile_loop *const loops[] = {&to->tile->row, &to->tile->column, &to->tile->depth};
    output *out = to->part->out;
    const char *states = "", *variables = "";
    for (size_t i = 0; i < 3; i++)
        output_line(out, "#define WEFT_NEST_%s(WEFT_X, ...) WEFT_X(%s, __VA_ARGS__)", names[i],
                    tile_loop_text(to, loops[i]));
    for (size_t i = 0; i < to->tile->state_count; i++) {
        const char *element = lanes_element(to->tile->states[i]->type->dtype);
        states = arena_format(to->memory, "%s WEFT_X(%zu, %s)", states, i, element);
        variables = arena_format(to->memory, "%s WEFT_X(%zu, %s, weft_r)", variables, i, element);
    }
    output_line(out, "#define WEFT_NEST_STATES(WEFT_X)%s", states);
    output_line(out, "#define WEFT_NEST_VARIABLES(WEFT_X, weft_r)%s", variables);
    output_line(out, "#define WEFT_NEST_ROWS %u", rows_of(to->tile));
}

void emit_tile_function(tile_text *to, const lanes_text *text, const char *name)
{
    output *out = to->part->out;
    for (size_t k = 0; k < text->helper_count; k++)
        output_line(out, "#define %s WEFT_INSTANCE(%s_%s)", text->helpers[k].name, name,
                    text->helpers[k].name);
    for (size_t k = 0; k < text->helper_count; k++)
        emit_lanes_function(to->part, &text->helpers[k], text->helpers[k].name);
    emit_lanes_function(to->part, &text->root,
                        arena_format(to->memory, "WEFT_INSTANCE(%s)", text->root.name));
    for (size_t k = 0; k < text->helper_count; k++)
        output_line(out, "#undef %s", text->helpers[k].name);
}

void emit_tile_width(tile_text *to, const lanes_text *texts, size_t count, unsigned vectors)
{
    unsigned bits = 32;
    bool twins = false;
    for (size_t i = 0; i < count; i++) {
        bits = texts[i].bits > bits ? texts[i].bits : bits;
        twins |= texts[i].twins;
    }
    emit_lane_width(to->part, bits, vectors);
    output_line(to->part->out, "#define WEFT_LANES_MATH %d", twins);
    output_line(to->part->out, "#if WEFT_LANES_PAY");
}

void emit_tile_end(tile_text *to)
{
    output *out = to->part->out;
    output_line(out, "#define WEFT_NEST_%zu if (%s(%s)) {} else", to->number, tile_instance(to),
                tile_passed(to, true));
    output_line(out, "#endif");
    output_line(out, "#undef WEFT_LANE_BITS");
    output_line(out, "#undef WEFT_VECTOR_COUNT");
    output_line(out, "#undef WEFT_LANES_MATH");
}

static bool translate(tile_text *to)
{
    const c_naming naming = {tile_write_name, to->part};
    for (size_t i = 0; i < 3; i++) {
        to->parts[i] = lanes_translate(to->memory, tile_part_of(to, i)->made,
                                       to->part->shown->strict, false, &naming);
        if (to->parts[i].gap.reason)
            return false;
    }
    return true;
}

static void emit_on_hosts(tile_text *to)
{
    output *out = to->part->out;
    if (!translate(to))
        return;
    emit_tile_width(to, to->parts, 3, 1);
    for (size_t i = 0; i < 3; i++)
        emit_tile_function(to, &to->parts[i], tile_part_of(to, i)->made->name);
    output_line(out, "#define WEFT_NEST_NAME %s", tile_instance(to));
    output_line(out, "#define WEFT_NEST_PARAMETERS %s", tile_parameters(to));
    output_line(out, "#define WEFT_NEST_ARGUMENTS %s", tile_passed(to, false));
    output_line(out, "#define WEFT_NEST_TILE WEFT_INSTANCE(%s_tile%zu)", to->part->shown->name,
                to->number);
    emit_loops_of(to);
    emit_round(to);
    output_line(out, "#define WEFT_NEST_START %s", vector_text(to, 0));
    output_line(out, "#define WEFT_NEST_FINISH %s", vector_text(to, 2));
    output_line(out, "#include <weft/loop/nest.h>");
    emit_tile_end(to);
}

bool emit_is_nested(const section *part)
{
    return (part->shown->shape.nested || part->shown->shape.fronted) && part->from->module->has_gpu;
}

/* A thread has 32 results: where a result is one variable of 4 bytes, so many blocks leave it
 * registers for all that it needs. */
unsigned emit_nest_blocks(const function *shown)
{
    size_t most = 0;
    for (size_t b = 0; b < shown->binding_count; b++) {
        const nest_tile *tile = &shown->bodies[b]->tiles.tiles[0];
        size_t bytes = 0;
        for (size_t i = 0; i < tile->state_count; i++)
            bytes += dtype_size(tile->states[i]->type->dtype);
        most = bytes > most ? bytes : most;
    }
    return most <= 4 ? 4 : most <= 8 ? 2 : 1;
}

/* ---- all ---- */

/* The tile of a binding that the text names so. */
static const nest_tile *find_tile(const function *shown, size_t binding, const nest_tile *named)
{
    const body_tiles *all = &shown->bodies[binding]->tiles;
    for (size_t i = 0; i < all->count; i++)
        if (all->tiles[i].first->extent.begin == named->first->extent.begin)
            return &all->tiles[i];
    return NULL;
}

static size_t count_tiles(const section *part)
{
    const function *shown = part->shown;
    return shown->body_text && shown->binding_count ? shown->bodies[0]->tiles.count : 0;
}

static void emit_tile(section *part, size_t number)
{
    const function *shown = part->shown;
    const c_naming naming = {tile_write_name, part};
    for (size_t b = 0; b < shown->binding_count; b++) {
        const nest_tile *tile = find_tile(shown, b, &shown->bodies[0]->tiles.tiles[number - 1]);
        tile_text to = {.part = part,
                        .memory = part->from->memory,
                        .tile = tile,
                        .number = number,
                        .names = {.memory = part->from->memory,
                                  .function = shown->bodies[b]->tree,
                                  .naming = &naming}};
        if (!tile)
            continue;
        c_collect_names(&to.names, shown->bodies[b]->tree);
        output_line(part->out, "#if WEFT_LANES_WANTED && WEFT_BINDING == %zu", b);
        if (tile->by_vectors)
            (tile->front ? emit_front_on_hosts : emit_on_hosts)(&to);
        output_line(part->out, "#endif");
        if (!emit_is_nested(part))
            continue;
        output_line(part->out, "#if WEFT_DEVICE_CODE && WEFT_BINDING == %zu", b);
        (tile->front ? emit_front_on_device : emit_tile_on_device)(&to, shown->bodies[b]);
        output_line(part->out, "#endif");
    }
    output_line(part->out, "#ifndef WEFT_NEST_%zu", number);
    output_line(part->out, "#define WEFT_NEST_%zu", number);
    output_line(part->out, "#endif");
}

void emit_tiles(section *part)
{
    for (size_t i = 0; i < count_tiles(part); i++)
        emit_tile(part, i + 1);
}

void emit_tiles_end(section *part)
{
    for (size_t i = 0; i < count_tiles(part); i++)
        output_line(part->out, "#undef WEFT_NEST_%zu", i + 1);
}
