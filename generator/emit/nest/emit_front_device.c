/* emit_front_device.c: rounds of a parallel loop side by side on the gpu, a thread each
 * (front.cuh): the round as the text has it, but that its own elements are in registers, and that
 * what the loops in order read is brought to shared memory. */
#include "emit_tile.h"

#include <string.h>

static const char *element_type(tile_text *to, const front_array *array)
{
    const ir_type *type = array->parameter->type;
    while (type->kind == IR_TYPE_ARRAY || type->kind == IR_TYPE_POINTER)
        type = type->element;
    return c_cast_type(&to->names, type, array->parameter->place);
}

static size_t count_of(const front_array *array)
{
    return ir_element_count(array->parameter->type, SIZE_MAX);
}

/* "[3][2]" */
static const char *extents_text(tile_text *to, const front_array *array)
{
    const ir_type *type = array->parameter->type;
    const char *text = "";
    for (; type->kind == IR_TYPE_ARRAY; type = type->element)
        text = arena_format(to->memory, "%s[%lld]", text, (long long)type->extent);
    return *text ? text : "[1]";
}

/* The element of a number, in the array without the axis, and in the operand: "[at / 2][at % 2]",
 * "[i][at]". */
static const char *place_text(tile_text *to, const front_array *array, const char *own_index)
{
    const ir_type *type = array->parameter->type;
    size_t rank = 0, count = count_of(array);
    const char *text = "";
    for (; type->kind == IR_TYPE_ARRAY; type = type->element, rank++) {
        if ((int)rank == array->axis)
            text = arena_format(to->memory, "%s%s", text, own_index);
        const size_t extent = (size_t)type->extent;
        count = extent ? count / extent : 0;
        text = arena_format(to->memory, "%s[weft_e / %zu %% %zu]", text, count ? count : 1,
                            extent ? extent : 1);
    }
    return (int)rank == array->axis ? arena_format(to->memory, "%s%s", text, own_index)
           : !rank                  ? "[0]"
                                    : text;
}

/* The same without the axis. */
static const char *held_place(tile_text *to, const front_array *array)
{
    front_array bare = *array;
    bare.axis = -1;
    return place_text(to, &bare, "");
}

static const char *index_text(tile_text *to, const ir_variable *counter)
{
    return arena_format(to->memory, "[%s]", c_variable(&to->names, counter));
}

static void emit_copy(tile_text *to, const front_array *one, bool back)
{
    const char *held = arena_format(to->memory, "%s%s", c_variable(&to->names, one->parameter),
                                    held_place(to, one));
    const char *there = arena_format(to->memory, "%s%s", c_variable(&to->names, one->array),
                                     place_text(to, one, index_text(to, to->tile->row.counter)));
    output_line(to->part->out, "WEFT_UNROLL");
    output_line(to->part->out, "for (int weft_e = 0; weft_e < %zu; weft_e++)", count_of(one));
    output_line(to->part->out, "    %s = %s;", back ? there : held, back ? held : there);
}

/* The lines of a part; loops of a known length are written out, so that arrays are registers. */
static void emit_lines(tile_text *to, const ir_function *made, const body *read)
{
    const c_naming naming = {tile_write_name, to->part};
    const c_body text = print_c_body(to->memory, made, read->wraps, &naming);
    output *out = to->part->out;
    const unsigned depth = out->depth;
    for (size_t i = 1; i + 1 < text.count; i++) {
        out->depth = depth + text.lines[i].depth - 1;
        if (strncmp(text.lines[i].text, "for ", 4) == 0)
            output_line(out, "WEFT_UNROLL");
        output_line(out, "%s", text.lines[i].text);
    }
    out->depth = depth;
}

/* What is brought of one round of a loop in order. */
static void emit_bring(tile_text *to, const front_part *part)
{
    output *out = to->part->out;
    const char *counter = c_variable(&to->names, part->loop.counter);
    output_line(out, "[&](weft_line &weft_to, %s %s, int weft_e) WEFT_INLINED -> void {",
                c_cast_type(&to->names, part->loop.counter->type, part->loop.counter->place),
                counter);
    out->depth++;
    output_line(out, "(void)weft_to, (void)%s, (void)weft_e;", counter);
    for (size_t i = 0; i < part->brought_count; i++) {
        const front_array *one = &part->brought[i];
        output_line(out, "if (weft_e < %zu)", count_of(one));
        output_line(out, "    weft_to.%s%s = %s%s;", c_variable(&to->names, one->parameter),
                    held_place(to, one), c_variable(&to->names, one->array),
                    place_text(to, one, index_text(to, part->loop.counter)));
    }
    out->depth--;
    output_line(out, "},");
}

static size_t count_loops(const nest_front *front)
{
    size_t count = 0;
    for (size_t i = 0; i < front->part_count; i++)
        count += front->parts[i].is_loop;
    return count;
}

static void emit_loop(tile_text *to, const front_part *part, const body *read)
{
    output *out = to->part->out;
    const ir_variable *counter = part->loop.counter;
    const char *fields = "";
    size_t most = 0;
    for (size_t i = 0; i < part->brought_count; i++) {
        const front_array *one = &part->brought[i];
        const size_t count = count_of(one);
        most = count > most ? count : most;
        fields = arena_format(to->memory, "%s alignas(16) %s %s%s;", fields, element_type(to, one),
                              c_variable(&to->names, one->parameter), extents_text(to, one));
    }
    output_line(out, "{");
    out->depth++;
    output_line(out, "struct weft_line {%s };", fields);
    output_line(out, "::weft::front::in_order<weft_line, %zu, %zu>(::weft::nest::range(%s, %s),",
                most, count_loops(to->tile->front), tile_bound(to, part->loop.begin),
                tile_bound(to, part->loop.end));
    out->depth++;
    emit_bring(to, part);
    output_line(out, "[&](const weft_line &weft_now, %s %s) WEFT_INLINED -> void {",
                c_cast_type(&to->names, counter->type, counter->place),
                c_variable(&to->names, counter));
    out->depth++;
    output_line(out, "(void)weft_now, (void)%s;", c_variable(&to->names, counter));
    for (size_t i = 0; i < part->brought_count; i++)
        output_line(out, "const auto &%s = weft_now.%s;",
                    c_variable(&to->names, part->brought[i].parameter),
                    c_variable(&to->names, part->brought[i].parameter));
    output_line(out, "do {"); /* which `continue` leaves */
    out->depth++;
    emit_lines(to, part->made, read);
    out->depth--;
    output_line(out, "} while (0);");
    out->depth--;
    output_line(out, "});");
    out->depth -= 2;
    output_line(out, "}");
}

static size_t last_loop(const nest_front *front)
{
    size_t last = front->part_count;
    while (last > 0 && !front->parts[last - 1].is_loop)
        last--;
    return last;
}

static void emit_round(tile_text *to, const body *read)
{
    output *out = to->part->out;
    const nest_front *front = to->tile->front;
    const size_t last = last_loop(front);
    for (size_t i = 0; i < front->held_count; i++) {
        const front_array *one = &front->held[i];
        output_line(out, "%s %s%s;", element_type(to, one), c_variable(&to->names, one->parameter),
                    extents_text(to, one));
        emit_copy(to, one, false);
    }
    for (size_t i = 0; i < front->part_count; i++) {
        if (i == last)
            output_line(out, "if (!weft_is_own) return;");
        if (front->parts[i].is_loop)
            emit_loop(to, &front->parts[i], read);
        else
            emit_lines(to, front->parts[i].made, read);
    }
    if (last == front->part_count)
        output_line(out, "if (!weft_is_own) return;");
    for (size_t i = 0; i < front->held_count; i++)
        if (front->held[i].written)
            emit_copy(to, &front->held[i], true);
}

void emit_front_on_device(tile_text *to, const body *read)
{
    output *out = to->part->out;
    const tile_loop *side = &to->tile->row;
    output_line(out, "WEFT_INLINE bool %s(%s WEFT_NESTED)", tile_instance(to), tile_parameters(to));
    output_line(out, "{");
    out->depth++;
    output_line(out, "return ::weft::front::run(weft_nest, ::weft::nest::range(%s, %s),",
                tile_bound(to, side->begin), tile_bound(to, side->end));
    out->depth++;
    output_line(out, "[&](%s %s, bool weft_is_own) WEFT_INLINED -> void {",
                c_cast_type(&to->names, side->counter->type, side->counter->place),
                c_variable(&to->names, side->counter));
    out->depth++;
    output_line(out, "(void)%s;", c_variable(&to->names, side->counter));
    emit_round(to, read);
    out->depth--;
    output_line(out, "});");
    out->depth -= 2;
    output_line(out, "}");
    output_line(out, "#define WEFT_NEST_%zu if (%s(%s WEFT_NEST_PASSED)) {} else", to->number,
                tile_instance(to), tile_passed(to, true));
}
