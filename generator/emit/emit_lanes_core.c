/* emit_lanes_core.c: the call of a function of vectors on a block of items with core dimensions:
 * what <weft/loop_lanes_core.h> reads. */
#include "choose/analyse_shape.h"
#include "effects/effects.h"
#include "emit_section.h"

/* Blocks of at most so many elements, where that is known, are arrays of the function's own, which
 * may live in registers. */
enum { MOST_FIXED = 64 };

static const char *extent_size(const section *part, const extent *axis)
{
    return arena_format(part->from->memory, "WEFT_EXTENT(%zu)",
                        emit_dimension_index(emit_ufunc_of(part), axis));
}

/* The number of elements of a core block: "9", "WEFT_EXTENT(0) * WEFT_EXTENT(1)"; *fixed: it is
 * known to be small. */
static const char *block_size(section *part, size_t operand, bool *fixed)
{
    const layout_operand *core = &part->shown->core.operands[operand];
    const char *text = "";
    int64_t count = 1;
    *fixed = true;
    for (size_t axis = 0; axis < core->rank; axis++) {
        *fixed &=
            extent_is_fixed(&core->extents[axis]) && core->extents[axis].constant <= MOST_FIXED;
        count = *fixed ? count * core->extents[axis].constant : count;
        *fixed &= count <= MOST_FIXED;
        text = arena_format(part->from->memory, "%s%s%s", text, axis ? " * " : "",
                            extent_size(part, &core->extents[axis]));
    }
    return *fixed ? arena_format(part->from->memory, "%lld", (long long)count) : text;
}

/* "(size_t)WEFT_EXTENT(0), x0[0], (void *)x1" */
static const char *print_core_arguments(section *part)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *text = "";
    for (size_t i = 0; i < shown->parameter_count; i++) {
        const parameter *passed = &shown->parameters[i];
        const char *argument;
        if (passed->kind == PARAMETER_SIZE) {
            argument = emit_size(part, i, false);
        } else {
            size_t operand = analyse_operand_of(shown, (int)i);
            argument = arena_format(
                memory, passed->kind == PARAMETER_SCALAR ? "x%zu[0]" : "(void *)x%zu", operand);
        }
        text = arena_format(memory, "%s%s%s", text, i ? ", " : "", argument);
    }
    if (shown->returns)
        text =
            arena_format(memory, "%s%sx%zu[0]", text, *text ? ", " : "", shown->operand_count - 1);
    return text;
}

static const char *print_core_block(section *part, const ir_function *tree)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *made = "", *reads = "", *writes = "";
    const body_effect *why;
    for (size_t i = 0; i < shown->operand_count; i++) {
        bool out = i >= shown->core.input_count, fixed;
        const char *size = block_size(part, i, &fixed);
        const char *what =
            arena_format(memory, "(%zu, %s, %s)", i, emit_element(shown, i, tree), size);
        made = arena_format(memory, "%sWEFT_CORE_%s%s ", made, fixed ? "FIXED" : "SIZED", what);
        if (!out || effects_kept(shown, i, &why))
            reads = arena_format(memory, "%sWEFT_CORE_READ%s ", reads, what);
        if (out)
            writes = arena_format(memory, "%s WEFT_CORE_WRITE%s", writes, what);
    }
    return arena_format(memory, "%s%sWEFT_INSTANCE(%s__lanes)(%s);%s", made, reads, tree->name,
                        print_core_arguments(part), writes);
}

/* The sum of what is sized at run time. */
static const char *print_room(section *part, const ir_function *tree)
{
    arena *memory = part->from->memory;
    const char *text = "";
    for (size_t i = 0; i < part->shown->operand_count; i++) {
        bool fixed;
        const char *size = block_size(part, i, &fixed);
        if (!fixed)
            text = arena_format(memory, "%s%sWEFT_CORE_BYTES(%s, %s)", text, *text ? " + " : "",
                                emit_element(part->shown, i, tree), size);
    }
    return *text ? text : "0";
}

static const char *add_range(section *part, const char *text, const size_range *range)
{
    arena *memory = part->from->memory;
    const char *size = emit_size(part, range->size->position, false);
    text = *text ? arena_format(memory, "%s && ", text) : text;
    if (range->least != 0)
        text = arena_format(memory, "%s%s >= %lld && ", text, size, (long long)range->least);
    return arena_format(memory, "%s%s <= %lld", text, size, (long long)range->most);
}

/* The sizes that the tree is of, where it is the normal form of the text, and those that vectors
 * of items are made of. */
static void emit_within(section *part, const lanes_text *lanes)
{
    const body *read = part->shown->bodies[0];
    const char *text = "";
    for (size_t i = 0; i < read->range_count; i++)
        text = add_range(part, text, &read->ranges[i]);
    for (size_t i = 0; i < lanes->within_count; i++)
        text = add_range(part, text, &lanes->within[i]);
    if (*text)
        output_line(part->out, "#define WEFT_LANES_WITHIN (%s)", text);
}

void emit_lanes_core(section *part, const ir_function *tree, const lanes_text *lanes)
{
    output_line(part->out, "#define WEFT_LANES_ROOM %s", print_room(part, tree));
    output_line(part->out, "#define WEFT_LANES_ITEM %s", print_core_block(part, tree));
    emit_within(part, lanes);
}
