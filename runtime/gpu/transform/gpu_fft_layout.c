#include "gpu_fft_layout.h"

#include <string.h>

#include "arrays/array.h"
#include "base/checked.h"
#include "base/dtype.h"

/* Calls of cuFFT at most, unless each moves so many bytes that its launch does not matter. */
enum { MOST_CALLS = 16 };
#define LARGE_CALL ((int64_t)16 << 20)

/* The operands; the second is the factor. */
static const int operands[] = {0, 2};

int gpu_fft_layout_operand(int side)
{
    return operands[side];
}

static int rank_of(const weft_plan *plan)
{
    return plan->ufunc->transform->rank;
}

static int64_t size_of(const weft_plan *plan, int side, int axis)
{
    return plan->sizes[plan->ufunc->operands[operands[side]].dimensions[axis]];
}

static int64_t element_of(const weft_plan *plan, int side)
{
    return dtype_table[plan->loop->kernel_dtypes[operands[side]]].size;
}

static bool is_double(const weft_plan *plan)
{
    return plan->loop->kernel_dtypes[1] == WEFT_FLOAT64;
}

/* What data must be a multiple of, of real numbers too. */
static int64_t alignment_of(const weft_plan *plan)
{
    return is_double(plan) ? 16 : 8;
}

bool gpu_fft_layout_applies(const weft_plan *plan)
{
    if (!plan->ufunc->transform)
        return false;
    for (int side = 0; side < GPU_FFT_SIDES; side++)
        for (int axis = 0; axis < rank_of(plan); axis++)
            if (size_of(plan, side, axis) == 0)
                return false;
    /* Of one real number a row, what the other axes give is complex, and its real part is asked
     * for: cuFFT takes each number for its own mirror image there. */
    const weft_transform *what = plan->ufunc->transform;
    return what->kind != WEFT_TRANSFORM_HALF || what->rank == 1 ||
           size_of(plan, GPU_FFT_OUT, what->rank - 1) > 1;
}

/* ---- one side ---- */

/* A side as it lies: bytes from item to item along the loop axes, and from element to element. */
typedef struct lie {
    int64_t loops[WEFT_MAX_RANK], core[GPU_FFT_MOST_RANK];
} lie;

static lie lie_of(const weft_plan *plan, int side)
{
    lie found;
    for (int axis = 0; axis < plan->rank; axis++)
        found.loops[axis] = plan->steps[axis][operands[side]];
    memcpy(found.core, plan->core_steps[operands[side]], sizeof found.core);
    return found;
}

/* In C order, the loops outside. False: more bytes than int64 counts. */
static bool lie_in_order(const weft_plan *plan, int side, lie *found, int64_t *bytes)
{
    int64_t step = element_of(plan, side);
    bool fits = true;
    for (int axis = rank_of(plan) - 1; axis >= 0; axis--) {
        found->core[axis] = step;
        fits = fits && checked_multiply(step, size_of(plan, side, axis), &step);
    }
    for (int axis = 0; axis < plan->rank; axis++) {
        found->loops[axis] = step;
        fits = fits && checked_multiply(step, plan->extents[axis], &step);
    }
    *bytes = step;
    return fits;
}

/* Whether each axis lies within the one before it; then fills the side but for its distance. An
 * axis of one element lies where that is so. */
static bool find_embed(const weft_plan *plan, int side, const lie *lies, gpu_fft_side *found)
{
    const int last = rank_of(plan) - 1;
    const int64_t element = element_of(plan, side);
    const int64_t inner = size_of(plan, side, last) > 1 ? lies->core[last] : element;
    int64_t step = inner;
    bool is_right = step > 0 && step % element == 0;
    found->step = inner / element;
    found->embed[0] = size_of(plan, side, 0);
    for (int axis = last; is_right && axis > 0; axis--) {
        const int64_t size = size_of(plan, side, axis);
        const bool is_free = size_of(plan, side, axis - 1) == 1;
        const int64_t outer = lies->core[axis - 1];
        found->embed[axis] = is_free ? size : outer / step;
        is_right = is_free || (outer % step == 0 && outer / step >= size);
        is_right = is_right && checked_multiply(step, found->embed[axis], &step);
    }
    return is_right;
}

/* Whether items lie ahead of each other, at multiples of elements. */
static bool are_ahead(const weft_plan *plan, int side, const lie *lies)
{
    bool ahead = true;
    for (int axis = 0; axis < plan->rank; axis++)
        ahead &= plan->extents[axis] == 1 ||
                 (lies->loops[axis] > 0 && lies->loops[axis] % element_of(plan, side) == 0);
    return ahead;
}

/* Whether the side must be copied whatever the other one is: what cuFFT cannot walk, and what it
 * would write to, an input of several axes that is a half. */
static bool is_unfit(const weft_plan *plan, int side, const lie *lies)
{
    gpu_fft_side embed;
    const bool is_written = side == GPU_FFT_IN && rank_of(plan) > 1 &&
                            plan->ufunc->transform->kind == WEFT_TRANSFORM_HALF;
    const uintptr_t data = (uintptr_t)plan->data[operands[side]];
    return is_written || data % (uintptr_t)alignment_of(plan) != 0 ||
           !are_ahead(plan, side, lies) || !find_embed(plan, side, lies, &embed);
}

/* Whether all items lie at one distance. */
static bool is_stack(const weft_plan *plan, const lie *lies)
{
    bool is_one = true;
    for (int axis = 1; axis < plan->rank; axis++)
        is_one &= lies->loops[axis] == lies->loops[axis - 1] * plan->extents[axis - 1];
    return is_one;
}

/* Whether the items that stacks along an axis begin with lie at multiples of complex numbers. */
static bool begins_well(const weft_plan *plan, const lie *lies, int along)
{
    bool good = true;
    for (int axis = 0; axis < plan->rank; axis++)
        good &= axis == along || lies->loops[axis] % alignment_of(plan) == 0;
    return good;
}

/* ---- both ---- */

static int longest_axis(const weft_plan *plan)
{
    int longest = 0;
    for (int axis = 1; axis < plan->rank; axis++)
        if (plan->extents[axis] > plan->extents[longest])
            longest = axis;
    return longest;
}

/* Whether stacks along the longest axis are few, or large. */
static bool is_worth_calls(const weft_plan *plan, int axis)
{
    int64_t bytes = plan->extents[axis] * element_of(plan, GPU_FFT_OUT);
    for (int core = 0; core < rank_of(plan); core++)
        if (!checked_multiply(bytes, size_of(plan, GPU_FFT_OUT, core), &bytes))
            return true;
    return plan->item_count / plan->extents[axis] <= MOST_CALLS || bytes >= LARGE_CALL;
}

/* Whether both sides are one stack each. */
static bool are_stacks(const weft_plan *plan, const lie *lies)
{
    return is_stack(plan, &lies[GPU_FFT_IN]) && is_stack(plan, &lies[GPU_FFT_OUT]);
}

static int64_t type_of(const weft_plan *plan)
{
    switch (plan->ufunc->transform->kind) {
    case WEFT_TRANSFORM_REAL:
        return is_double(plan) ? GPU_FFT_D2Z : GPU_FFT_R2C;
    case WEFT_TRANSFORM_HALF:
        return is_double(plan) ? GPU_FFT_Z2D : GPU_FFT_C2R;
    default:
        return is_double(plan) ? GPU_FFT_Z2Z : GPU_FFT_C2C;
    }
}

static void fill_stack(const weft_plan *plan, const lie *lies, gpu_fft_layout *layout)
{
    const weft_transform *what = plan->ufunc->transform;
    const int real_side = what->kind == WEFT_TRANSFORM_HALF ? GPU_FFT_OUT : GPU_FFT_IN;
    const int along = layout->axis < 0 ? 0 : layout->axis;
    double elements = 1;
    layout->stack.rank = what->rank;
    layout->stack.type = type_of(plan);
    layout->stack.count = layout->axis < 0 ? plan->item_count : plan->extents[layout->axis];
    for (int axis = 0; axis < what->rank; axis++) {
        layout->stack.sizes[axis] = size_of(plan, real_side, axis);
        elements *= (double)layout->stack.sizes[axis];
    }
    layout->usual = what->inverse ? 1 / elements : 1;
    for (int side = 0; side < GPU_FFT_SIDES; side++) {
        gpu_fft_side *of = &layout->stack.sides[side];
        find_embed(plan, side, &lies[side], of);
        of->distance =
            layout->stack.count > 1 ? lies[side].loops[along] / element_of(plan, side) : 1;
    }
}

/* Takes a copy of a side. */
static bool copy(const weft_plan *plan, int side, lie *lies, gpu_fft_layout *layout)
{
    layout->is_copied[side] = true;
    return lie_in_order(plan, side, &lies[side], &layout->bytes[side]);
}

bool gpu_fft_layout_find(const weft_plan *plan, gpu_fft_layout *layout)
{
    lie lies[GPU_FFT_SIDES];
    bool fits = true;
    *layout = (gpu_fft_layout){.axis = -1, .calls = 1};
    for (int side = 0; side < GPU_FFT_SIDES; side++) {
        lies[side] = lie_of(plan, side);
        if (is_unfit(plan, side, &lies[side]))
            fits = copy(plan, side, lies, layout) && fits;
    }
    const int axis = longest_axis(plan);
    if (!are_stacks(plan, lies) && is_worth_calls(plan, axis) &&
        begins_well(plan, &lies[GPU_FFT_IN], axis) && begins_well(plan, &lies[GPU_FFT_OUT], axis)) {
        layout->axis = axis;
        layout->calls = plan->item_count / plan->extents[axis];
    }
    for (int side = 0; side < GPU_FFT_SIDES; side++)
        if (layout->axis < 0 && !is_stack(plan, &lies[side]))
            fits = copy(plan, side, lies, layout) && fits;
    if (fits)
        fill_stack(plan, lies, layout);
    return fits;
}

void gpu_fft_layout_view(const weft_plan *plan, int side, char *data, weft_array *view)
{
    const int rank = plan->rank + rank_of(plan);
    int64_t bytes;
    lie lies = lie_of(plan, side);
    if (data)
        lie_in_order(plan, side, &lies, &bytes);
    *view = weft_array_view(data ? data : plan->data[operands[side]],
                            (weft_dtype)plan->loop->kernel_dtypes[operands[side]], 0, NULL, NULL);
    view->rank = rank;
    view->device = (int16_t)(plan->place->device + 1);
    for (int axis = 0; axis < plan->rank; axis++) {
        view->shape[plan->rank - 1 - axis] = plan->extents[axis];
        view->steps[plan->rank - 1 - axis] = lies.loops[axis];
    }
    for (int axis = 0; axis < rank_of(plan); axis++) {
        view->shape[plan->rank + axis] = size_of(plan, side, axis);
        view->steps[plan->rank + axis] = lies.core[axis];
    }
}

int64_t gpu_fft_layout_offset(const weft_plan *plan, const gpu_fft_layout *layout, int side,
                              int64_t call)
{
    int64_t offset = 0, bytes;
    lie lies = lie_of(plan, side);
    if (layout->is_copied[side])
        lie_in_order(plan, side, &lies, &bytes);
    for (int axis = 0; axis < plan->rank; axis++) {
        if (axis == layout->axis || layout->axis < 0)
            continue;
        offset += call % plan->extents[axis] * lies.loops[axis];
        call /= plan->extents[axis];
    }
    return offset;
}
