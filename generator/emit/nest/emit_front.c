/* emit_front.c: rounds of a parallel loop side by side, on hosts a round in each lane
 * (<weft/loop/front.h>). */
#include "emit_tile.h"

/* Vectors that go side by side: a round may wait for itself. */
enum { FRONT_VECTORS = 2 };

static const ir_type *behind(const ir_type *type)
{
    return type->kind == IR_TYPE_ARRAY || type->kind == IR_TYPE_POINTER ? type->element : NULL;
}

const char *front_extent(tile_text *to, const front_array *array, int from, int to_axis)
{
    const ir_type *type = array->array->type;
    const char *text = "1";
    for (int axis = 0; behind(type) && axis < to_axis; axis++, type = behind(type)) {
        if (axis < from || type->kind != IR_TYPE_ARRAY)
            continue;
        text = arena_format(to->memory, "%s * (int64_t)%s", text,
                            type->extent >= 0
                                ? arena_format(to->memory, "%lld", (long long)type->extent)
                                : c_whole(&to->names, type->extent_expression));
    }
    return text;
}

static const char *element_of(const ir_variable *parameter)
{
    const ir_type *type = parameter->type;
    while (behind(type))
        type = behind(type);
    return lanes_element(type->dtype);
}

/* "X(0, f32, 1, n, 3, x, 0)" of each array that is a round's own. */
static const char *own_text(tile_text *to)
{
    const nest_front *front = to->tile->front;
    const char *text = "";
    for (size_t i = 0; i < front->array_count; i++) {
        const front_array *one = &front->arrays[i];
        if (one->axis >= 0)
            text = arena_format(to->memory, "%s WEFT_X(%zu, %s, %s, %s, %s, %s, %d)", text, i,
                                element_of(one->parameter), front_extent(to, one, 0, one->axis),
                                front_extent(to, one, one->axis, one->axis + 1),
                                front_extent(to, one, one->axis + 1, 8),
                                c_variable(&to->names, one->array), one->written);
    }
    return text;
}

static const char *round_text(tile_text *to, const lanes_text *text)
{
    const nest_front *front = to->tile->front;
    const char *list = "", *counter = "";
    for (size_t i = 0; i < front->number_count; i++) {
        const bool counts = front->numbers[i]->id == to->tile->row.counter->id;
        if (counts)
            counter =
                arena_format(to->memory, "WEFT_FRONT_COUNT(%s) ", element_of(front->numbers[i]));
        list = arena_format(to->memory, "%s%s%s", list, *list ? ", " : "",
                            counts ? "weft_count" : c_variable(&to->names, front->numbers[i]));
    }
    for (size_t i = 0; i < front->array_count; i++) {
        const front_array *one = &front->arrays[i];
        list = arena_format(to->memory, "%s%s(void *)%s", list, *list ? ", " : "",
                            one->axis < 0 ? c_variable(&to->names, one->array)
                                          : arena_format(to->memory, "weft_x%zu", i));
    }
    return arena_format(to->memory, "%sWEFT_INSTANCE(%s)(%s);", counter, text->root.name, list);
}

void emit_front_on_hosts(tile_text *to)
{
    output *out = to->part->out;
    const c_naming naming = {tile_write_name, to->part};
    const ir_function *made = to->tile->front->made;
    const lanes_text text =
        lanes_translate(to->memory, made, to->part->shown->strict, false, &naming);
    if (text.gap.reason)
        return;
    emit_tile_width(to, &text, 1, FRONT_VECTORS);
    emit_tile_function(to, &text, made->name);
    output_line(out, "#define WEFT_FRONT_NAME %s", tile_instance(to));
    output_line(out, "#define WEFT_FRONT_PARAMETERS %s", tile_parameters(to));
    output_line(out, "#define WEFT_FRONT_SIDE(WEFT_X, ...) WEFT_X(%s, __VA_ARGS__)",
                tile_loop_text(to, &to->tile->row));
    output_line(out, "#define WEFT_FRONT_DEPTH(WEFT_X, ...) WEFT_X(%s, __VA_ARGS__)",
                tile_loop_text(to, &to->tile->depth));
    output_line(out, "#define WEFT_FRONT_OWN(WEFT_X)%s", own_text(to));
    output_line(out, "#define WEFT_FRONT_ROUND %s", round_text(to, &text));
    output_line(out, "#include <weft/loop/front.h>");
    emit_tile_end(to);
}
