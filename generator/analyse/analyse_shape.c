/* analyse_shape.c: which loops the hosts run a function in, which kernels an image has of it, and
 * which sums of products the runtime computes instead. Decided here alone: emit_body.c and
 * emit_table.c write it, explain.c names it. */
#include "analyse_shape.h"

#include <string.h>

#include <weft/kernel.h>

/* So many inputs at most get a loop for each scalar one. */
enum { MOST_SCALAR_INPUTS = 8 };

static bool is_elementwise(const function *shown)
{
    for (size_t i = 0; i < shown->operand_count; i++)
        if (shown->core.operands[i].rank)
            return false;
    return true;
}

/* A body with loops of its own, or one that calls itself, is not worth it. */
static bool is_inlined(const function *shown)
{
    for (size_t i = 0; i < shown->binding_count; i++)
        if (shown->bodies[i]->has_loops || shown->bodies[i]->recursive)
            return false;
    return true;
}

static void add_variant(arena *memory, loop_shape *shape, unsigned scalars)
{
    *ARENA_PUSH(memory, shape->scalars, shape->variant_count) = scalars;
}

/* Contiguous; each single scalar input; all inputs scalar but the first ones. */
static void add_variants(arena *memory, loop_shape *shape, size_t inputs)
{
    bool scalars = inputs > 1 && inputs <= MOST_SCALAR_INPUTS;
    add_variant(memory, shape, 0);
    for (size_t i = 0; scalars && i < inputs; i++)
        add_variant(memory, shape, 1u << i);
    for (size_t first = 1; scalars && first + 1 < inputs; first++)
        if (inputs > 2)
            add_variant(memory, shape, (1u << inputs) - (1u << first));
}

size_t analyse_operand_of(const function *shown, int parameter)
{
    size_t operand = 0;
    while (shown->operand_parameter[operand] != parameter)
        operand++;
    return operand;
}

const char *analyse_operand_name(const function *from, size_t operand)
{
    int parameter = from->operand_parameter[operand];
    return parameter < 0 ? "result" : from->parameters[parameter].name;
}

/* Whether an axis has the size of the loop whose letter stands there. */
static bool has_size(const function *shown, const extent *axis, const contraction *sum, char letter)
{
    int parameter = sum->sizes[letter - 'a'].parameter;
    if (parameter < 0)
        return extent_is_fixed(axis) && axis->constant == sum->sizes[letter - 'a'].constant;
    return extent_is_name(axis) &&
           strcmp(axis->terms[0].name, shown->parameters[parameter].name) == 0;
}

/* Whether the sum is all that the function does, over whole axes of its operands. */
static bool is_whole(const function *shown, const contraction *sum)
{
    if (shown->operand_count != shown->core.input_count + 1)
        return false;
    for (size_t i = 0; i < 3; i++) {
        const size_t operand = analyse_operand_of(shown, sum->parameters[i]);
        const layout_operand *core = &shown->core.operands[operand];
        if (strlen(sum->letters[i]) != core->rank || (operand < shown->core.input_count) != (i < 2))
            return false;
        for (size_t axis = 0; axis < core->rank; axis++)
            if (!has_size(shown, &core->extents[axis], sum, sum->letters[i][axis]))
                return false;
    }
    return true;
}

/* The sums of products that the runtime computes by tiles instead, by binding. */
static void find_sums(arena *memory, function *shown)
{
    const contraction **sums = arena_array(memory, shown->binding_count, sizeof *sums);
    for (size_t i = 0; i < shown->binding_count; i++) {
        const contraction *sum = shown->bodies[i] ? shown->bodies[i]->contraction : NULL;
        if (!sum || !is_whole(shown, sum))
            continue;
        sums[i] = sum;
        shown->shape.sums = sums;
    }
}

void analyse_shape(arena *memory, function *shown)
{
    loop_shape *shape = &shown->shape;
    *shape = (loop_shape){.elementwise = is_elementwise(shown),
                          .inlined = shown->body_text && is_inlined(shown)};
    if (shape->elementwise && (shape->inlined || !shown->body_text))
        add_variants(memory, shape, shown->core.input_count);
    if (shown->body_text)
        find_sums(memory, shown);
}

/* The loops of emit_body.c. */
static uint32_t host_shapes(const loop_shape *shape)
{
    if (!shape->elementwise)
        return WEFT_HAS(CORE);
    return WEFT_HAS(STRIDED) | (shape->variant_count > 0 ? WEFT_HAS(CONTIGUOUS) : 0) |
           (shape->variant_count > 1 ? WEFT_HAS(SCALAR) : 0);
}

/* The kernels that WEFT_ELEMENTWISE and WEFT_GUFUNC of the device code make. */
static uint32_t gpu_shapes(const loop_shape *shape)
{
    return shape->elementwise ? WEFT_HAS(GPU_VECTOR) | WEFT_HAS(GPU_STRIDED) |
                                    WEFT_HAS(GPU_STRIDED64) | WEFT_HAS(GPU_MASKED)
                              : WEFT_HAS(GPU_ITEM);
}

uint32_t analyse_function_shapes(const function *shown)
{
    const loop_shape *shape = &shown->shape;
    return (shown->device_only ? 0 : host_shapes(shape)) | gpu_shapes(shape) |
           (shape->sums ? WEFT_HAS(TILES) | WEFT_HAS(GPU_PRODUCT) : 0);
}

uint32_t analyse_loop_shapes(const ufunc *owner, const loop *shown)
{
    const contraction **sums = shown->from->shape.sums;
    uint32_t shapes = owner->declared ? WEFT_HAS(TREE) | WEFT_HAS(GPU_TREE)
                                      : analyse_function_shapes(shown->from);
    if (sums && !sums[shown->binding])
        shapes &= ~(WEFT_HAS(TILES) | WEFT_HAS(GPU_PRODUCT));
    return owner->gpu_refusal ? shapes & ~weft_kernel_shapes_of(WEFT_GPU) : shapes;
}
