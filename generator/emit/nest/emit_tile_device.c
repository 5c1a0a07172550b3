/* emit_tile_device.c: nests that tiles compute on the gpu, by blocks of threads (nest.cuh): what
 * the blocks do before, in and behind the rounds of a result, and what they bring for a round. */
#include "emit_tile.h"

/* The name of a state or of an element, as a field. */
static const char *field_name(tile_text *to, const ir_variable *variable)
{
    return c_variable(&to->names, variable);
}

/* "struct weft_left_side { float weft_e1; };" */
static const char *structure_text(tile_text *to, const char *name, tile_source source)
{
    const tile_part *step = &to->tile->step;
    const size_t count = source == TILE_STATE ? to->tile->state_count : step->argument_count;
    const char *text = "";
    for (size_t i = 0; i < count; i++) {
        const ir_variable *field =
            source == TILE_STATE ? to->tile->states[i] : step->arguments[i].parameter;
        if (source == TILE_STATE || step->arguments[i].source == source)
            text = arena_format(to->memory, "%s %s %s;", text,
                                c_cast_type(&to->names, field->type, field->place),
                                field_name(to, field));
    }
    return arena_format(to->memory, "struct %s {%s };", name, text);
}

static const char *range_text(tile_text *to, const tile_loop *loop)
{
    return arena_format(to->memory, "::weft::nest::range(%s, %s)", tile_bound(to, loop->begin),
                        tile_bound(to, loop->end));
}

/* Whether a part's text, or what brings a side's elements, needs the counter of such elements. */
static bool needs(const tile_part *part, tile_source counter, tile_source side)
{
    bool needed = false;
    for (size_t i = 0; i < part->argument_count; i++) {
        const tile_argument *one = &part->arguments[i];
        needed |= side == TILE_GIVEN && one->source == counter;
        if (one->element && (side == TILE_GIVEN || one->source == side))
            needed |= counter == TILE_ROW_COUNTER      ? one->by_row
                      : counter == TILE_COLUMN_COUNTER ? one->by_column
                                                       : one->by_depth;
    }
    return needed;
}

/* A counter as a parameter: "size_t i", or "size_t" where it is not needed. */
static const char *counter_text(tile_text *to, const tile_loop *loop, bool needed)
{
    return arena_format(to->memory, ", %s%s%s",
                        c_cast_type(&to->names, loop->counter->type, loop->counter->place),
                        needed ? " " : "", needed ? c_variable(&to->names, loop->counter) : "");
}

static bool takes(const tile_part *part, tile_source source)
{
    bool taken = false;
    for (size_t i = 0; i < part->argument_count; i++)
        taken |= part->arguments[i].source == source;
    return taken;
}

/* The only element of a side, or that a part writes, TILE_RESULT, whatever the data is; NULL: there
 * are more, or where it lies is computed. */
static const tile_argument *find_only(const tile_part *part, tile_source source)
{
    const tile_argument *found = NULL;
    for (size_t i = 0; i < part->argument_count; i++) {
        const tile_argument *one = &part->arguments[i];
        if (one->source != source || (source == TILE_RESULT && !one->written))
            continue;
        if (found || !one->is_even || (source == TILE_RESULT && one->read))
            return NULL;
        found = one;
    }
    return found;
}

/* What brings a side's elements of a round. */
static void emit_side(tile_text *to, const char *name, tile_source source, const tile_loop *side)
{
    const tile_part *step = &to->tile->step;
    const tile_source counter = source == TILE_ROW ? TILE_ROW_COUNTER : TILE_COLUMN_COUNTER;
    output *out = to->part->out;
    output_open(out, "[&](%s &%s%s%s) WEFT_INLINED -> void {", name,
                takes(step, source) ? "weft_to" : "",
                counter_text(to, side, needs(step, counter, source)),
                counter_text(to, &to->tile->depth, needs(step, TILE_DEPTH_COUNTER, source)));
    for (size_t i = 0; i < step->argument_count; i++)
        if (step->arguments[i].source == source)
            output_line(out, "weft_to.%s = %s;", field_name(to, step->arguments[i].parameter),
                        tile_element(to, &step->arguments[i]));
    output_close(out, "},");
}

/* The names that a part's text has for what it takes. */
static void emit_names(tile_text *to, size_t which)
{
    const tile_part *part = tile_part_of(to, which);
    output *out = to->part->out;
    for (size_t i = 0; i < part->argument_count; i++) {
        const tile_argument *one = &part->arguments[i];
        const char *name = c_variable(&to->names, one->parameter);
        if (one->source == TILE_STATE)
            output_line(out, "auto &%s = weft_state.%s;", name, field_name(to, one->parameter));
        else if (one->element && which == 1)
            output_line(out, "const auto %s = %s.%s;", name,
                        one->source == TILE_ROW ? "weft_left" : "weft_right",
                        field_name(to, one->parameter));
        else if (which == 2 && one == find_only(part, TILE_RESULT))
            output_line(out, "auto &%s = weft_out;", name);
        else if (one->element)
            output_line(out, "%s%s = %s;", one->written ? "auto &" : "const auto ", name,
                        tile_element(to, one));
    }
}

/* "[&](weft_states &weft_state, size_t i, size_t j) WEFT_INLINED -> void {" */
static void emit_part_head(tile_text *to, size_t which)
{
    const nest_tile *tile = to->tile;
    const tile_part *part = tile_part_of(to, which);
    const bool is_step = which == 1; /* whose elements the sides bring */
    const char *text = arena_format(to->memory, "[&](weft_states &%s",
                                    takes(part, TILE_STATE) ? "weft_state" : "");
    if (is_step)
        text = arena_format(to->memory, "%s, const weft_left_side &%s, const weft_right_side &%s",
                            text, takes(part, TILE_ROW) ? "weft_left" : "",
                            takes(part, TILE_COLUMN) ? "weft_right" : "");
    text = arena_format(to->memory, "%s%s%s%s", text,
                        counter_text(to, &tile->row,
                                     is_step ? takes(part, TILE_ROW_COUNTER)
                                             : needs(part, TILE_ROW_COUNTER, TILE_GIVEN)),
                        counter_text(to, &tile->column,
                                     is_step ? takes(part, TILE_COLUMN_COUNTER)
                                             : needs(part, TILE_COLUMN_COUNTER, TILE_GIVEN)),
                        is_step ? counter_text(to, &tile->depth, takes(part, TILE_DEPTH_COUNTER))
                                : "");
    if (which == 2)
        text = arena_format(to->memory, "%s, auto &&%s", text,
                            find_only(part, TILE_RESULT) ? "weft_out" : "");
    output_line(to->part->out, "%s) WEFT_INLINED -> void {", text);
}

static void emit_device_part(tile_text *to, size_t which, const body *read)
{
    const c_naming naming = {tile_write_name, to->part};
    const c_body text =
        print_c_body(to->memory, tile_part_of(to, which)->made, read->wraps, &naming);
    output *out = to->part->out;
    const unsigned depth = out->depth;
    emit_part_head(to, which);
    out->depth++;
    emit_names(to, which);
    for (size_t i = 1; i + 1 < text.count; i++) {
        out->depth = depth + text.lines[i].depth;
        output_line(out, "%s", text.lines[i].text);
    }
    out->depth = depth;
    output_line(out, "},");
}

/* Whether elements of successive rounds lie side by side. */
static int deep_of(const tile_text *to, tile_source source)
{
    const tile_part *step = &to->tile->step;
    for (size_t i = 0; i < step->argument_count; i++)
        if (step->arguments[i].source == source)
            return step->arguments[i].deep;
    return 0;
}

/* What tells where such an element lies. */
static void emit_place(tile_text *to, const tile_argument *one, const tile_loop *first,
                       const tile_loop *second, const char *end)
{
    if (one)
        output_line(to->part->out, "[&](%s%s) WEFT_INLINED { return &(%s); }%s",
                    counter_text(to, first, true) + 2, counter_text(to, second, true),
                    tile_element(to, one), end);
    else
        output_line(to->part->out, "::weft::nest::nowhere()%s", end);
}

void emit_tile_on_device(tile_text *to, const body *read)
{
    output *out = to->part->out;
    const nest_tile *tile = to->tile;
    output_line(out, "WEFT_INLINE bool %s(%s WEFT_NESTED)", tile_instance(to), tile_parameters(to));
    output_line(out, "{");
    out->depth++;
    output_line(out, "%s", structure_text(to, "weft_states", TILE_STATE));
    output_line(out, "%s", structure_text(to, "weft_left_side", TILE_ROW));
    output_line(out, "%s", structure_text(to, "weft_right_side", TILE_COLUMN));
    output_line(out,
                "return ::weft::nest::run<weft_states, weft_left_side, weft_right_side, %d, %d>(",
                deep_of(to, TILE_ROW), deep_of(to, TILE_COLUMN));
    out->depth++;
    output_line(out, "weft_nest, %s, %s, %s,", range_text(to, &tile->row),
                range_text(to, &tile->column), range_text(to, &tile->depth));
    emit_device_part(to, 0, read);
    emit_side(to, "weft_left_side", TILE_ROW, &tile->row);
    emit_place(to, find_only(&tile->step, TILE_ROW), &tile->row, &tile->depth, ",");
    emit_side(to, "weft_right_side", TILE_COLUMN, &tile->column);
    emit_place(to, find_only(&tile->step, TILE_COLUMN), &tile->column, &tile->depth, ",");
    emit_device_part(to, 1, read);
    emit_device_part(to, 2, read);
    emit_place(to, find_only(&tile->finish, TILE_RESULT), &tile->row, &tile->column, ");");
    out->depth -= 2;
    output_line(out, "}");
    output_line(out, "#define WEFT_NEST_%zu if (%s(%s WEFT_NEST_PASSED)) {} else", to->number,
                tile_instance(to), tile_passed(to, true));
}
