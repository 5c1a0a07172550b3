/* normalise.c: the plan's loop axes in the form that runs fastest: none of size 1, none that all
 * operands walk backwards, the smallest steps innermost, neighbours merged. Those of a function
 * with a state, and of one of lists, stay in their order and direction. */
#include <assert.h>

#include "base/axes.h"
#include "base/dtype.h"
#include "plan.h"

/* Stands for the data of operands without elements. */
static _Alignas(max_align_t) char nowhere[sizeof(max_align_t)];

bool plan_block_is_empty(const weft_plan *plan, int operand)
{
    if (plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE)
        return false;
    const weft_operand *facts = &plan->ufunc->operands[operand];
    for (int k = 0; k < facts->core_rank; k++)
        if (plan->sizes[facts->dimensions[k]] == 0)
            return true;
    return false;
}

void plan_settle_empty(weft_plan *plan)
{
    if (plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE)
        return;
    for (int i = 0; i < plan->operand_count; i++) {
        if (!plan_block_is_empty(plan, i))
            continue;
        plan->data[i] = nowhere;
        for (int axis = 0; axis < plan->rank; axis++)
            plan->steps[axis][i] = 0;
    }
}

/* Walks an axis forwards if no operand does and some operand does not stand still. */
static void flip_axis(weft_plan *plan, int axis)
{
    int64_t any = 0;
    for (int i = 0; i < plan->operand_count; i++) {
        if (plan_is_index(plan, i)) /* it counts in any direction */
            continue;
        if (plan->steps[axis][i] > 0)
            return;
        any |= plan->steps[axis][i];
    }
    if (any == 0)
        return;
    for (int i = 0; i < plan->operand_count; i++) {
        plan->data[i] += plan->steps[axis][i] * (plan->extents[axis] - 1);
        plan->steps[axis][i] = -plan->steps[axis][i];
    }
}

/* By the first output's step; if equal, by the next operand. */
static int compare_axes(const void *context, int a, int b)
{
    const weft_plan *plan = context;
    int inputs = plan->ufunc->input_count, outputs = plan->ufunc->output_count;
    for (int k = 0; k < plan->operand_count; k++) {
        int i = k < outputs ? inputs + k : k < inputs + outputs ? k - outputs : k;
        if (plan_is_index(plan, i))
            continue;
        int64_t step_a = plan->steps[a][i], step_b = plan->steps[b][i];
        step_a = step_a < 0 ? -step_a : step_a;
        step_b = step_b < 0 ? -step_b : step_b;
        if (step_a != step_b)
            return step_a < step_b ? -1 : 1;
    }
    return 0;
}

static void swap_axes(weft_plan *plan, int a, int b)
{
    int64_t extent = plan->extents[a];
    plan->extents[a] = plan->extents[b];
    plan->extents[b] = extent;
    for (int i = 0; i < plan->operand_count; i++) {
        int64_t step = plan->steps[a][i];
        plan->steps[a][i] = plan->steps[b][i];
        plan->steps[b][i] = step;
    }
}

/* Brings each axis to its place; what stood there went where an earlier swap says. */
static void sort_axes(weft_plan *plan)
{
    int order[WEFT_MAX_RANK];
    axes_sort(plan->rank, compare_axes, plan, order);
    for (int axis = 0; axis < plan->rank; axis++) {
        int from = order[axis];
        while (from < axis)
            from = order[from];
        assert(from < plan->rank);
        if (from != axis)
            swap_axes(plan, axis, from);
    }
}

/* Whether the axes still hold every item, once. */
static inline bool has_all_items(const weft_plan *plan)
{
    int64_t count = 1;
    for (int axis = 0; axis < plan->rank; axis++)
        count *= plan->extents[axis];
    return count == plan->item_count;
}

void plan_normalise(weft_plan *plan)
{
    assert(plan->rank >= 0 && plan->rank <= WEFT_MAX_RANK && plan->item_count >= 0);
    if (plan->item_count > 1)
        plan->rank = axes_drop_ones(plan->rank, plan->extents, plan->steps[0], WEFT_MAX_OPERANDS,
                                    plan->operand_count);
    if (plan->item_count == 1) { /* one item: steps as if it were the first of a contiguous row */
        bool elementwise = plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE;
        plan->rank = 1;
        plan->extents[0] = 1;
        for (int i = plan->ufunc->input_count + plan->ufunc->output_count - 1; i >= 0; i--)
            plan->steps[0][i] = elementwise ? plan_element_step(plan, i) : 0;
        if (plan_is_masked(plan))
            plan->steps[0][plan->operand_count - 1] = 0;
        return;
    }
    const bool keeps_order = plan->ufunc->flags & (WEFT_UFUNC_SERIAL | WEFT_UFUNC_RAGGED);
    for (int axis = 0; axis < plan->rank && !keeps_order; axis++)
        flip_axis(plan, axis);
    if (plan->rank > 1) {
        if (!keeps_order)
            sort_axes(plan);
        plan->rank = axes_merge(plan->rank, plan->extents, plan->steps[0], WEFT_MAX_OPERANDS,
                                plan->operand_count);
    }
    assert(has_all_items(plan));
}

int64_t plan_list_step(const weft_plan *plan, int operand)
{
    const weft_operand *layout = &plan->ufunc->operands[operand];
    int64_t step = dtype_table[plan->loop->kernel_dtypes[operand]].size;
    if (plan_block_is_empty(plan, operand))
        return 0;
    for (int k = 1; k < layout->core_rank; k++)
        step *= plan->sizes[layout->dimensions[k]];
    return step;
}

int64_t plan_core_bytes(const weft_plan *plan, int operand)
{
    const weft_operand *layout = &plan->ufunc->operands[operand];
    int64_t bytes = dtype_table[plan->loop->kernel_dtypes[operand]].size;
    bool fits = true;
    for (int k = 0; k < layout->core_rank; k++) {
        int64_t size = plan->sizes[layout->dimensions[k]];
        if (size == 0)
            return 0;
        fits = fits && !__builtin_mul_overflow(bytes, size, &bytes);
    }
    return fits ? bytes : INT64_MAX;
}

bool plan_core_is_contiguous(const weft_plan *plan, int operand)
{
    const weft_operand *layout = &plan->ufunc->operands[operand];
    int64_t step = dtype_table[plan->loop->kernel_dtypes[operand]].size;
    bool contiguous = true;
    for (int k = layout->core_rank - 1; k >= 0; k--) {
        int64_t size = plan->sizes[layout->dimensions[k]];
        if (size == 0)
            return true;
        if (size == 1)
            continue;
        contiguous = contiguous && plan->core_steps[operand][k] == step;
        step = contiguous ? step * size : step;
    }
    return contiguous;
}
