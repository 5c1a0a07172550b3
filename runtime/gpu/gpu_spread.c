/* gpu_spread.c: an item is a thread's work. Where a call has fewer items than a GPU has threads, dimensions along
 * which each index is computed by itself become loop axes: of (m,d),(n,d)->(m,n) every element. */
#include "gpu_spread.h"

#include <string.h>

/* Items that keep a large GPU busy. */
enum { GOOD_ITEMS = 1 << 18 };

/* The core axis of an operand with the dimension; -1: none. */
static int find_axis(const weft_ufunc *ufunc, int operand, int dimension)
{
    const weft_operand *layout = &ufunc->operands[operand];
    for (int axis = 0; axis < layout->core_rank; axis++)
        if (layout->dimensions[axis] == dimension)
            return axis;
    return -1;
}

/* Whether kernels find the other elements of an operand where they lie: they take the rows of blocks in C order to be
 * as long as the sizes say. */
static bool keeps_rows(const weft_plan *plan, int operand, int axis)
{
    const weft_operand *layout = &plan->ufunc->operands[operand];
    for (int k = 0; k < axis && layout->contiguous; k++)
        if (plan->sizes[layout->dimensions[k]] > 1)
            return false;
    return true;
}

/* Whether the dimension can be a loop axis. */
static bool is_free(const weft_plan *plan, int dimension)
{
    bool found = plan->ufunc->free_dimensions >> dimension & 1 && plan->sizes[dimension] > 1;
    for (int i = 0; i < plan->operand_count && found; i++) {
        const int axis = find_axis(plan->ufunc, i, dimension);
        found = axis < 0 || keeps_rows(plan, i, axis);
    }
    return found;
}

/* Bytes between the dimension's elements of the first output, whose threads should lie side by side. */
static int64_t output_step(const weft_plan *plan, int dimension)
{
    const int output = plan->ufunc->input_count;
    const int64_t step = plan->core_steps[output][find_axis(plan->ufunc, output, dimension)];
    return step < 0 ? -step : step;
}

/* The free dimension whose elements lie closest; -1: there is none. */
static int choose(const weft_plan *plan)
{
    int chosen = -1;
    for (int d = 0; d < plan->ufunc->dimension_count && d < 32; d++)
        if (is_free(plan, d) && (chosen < 0 || output_step(plan, d) < output_step(plan, chosen)))
            chosen = d;
    return chosen;
}

static void add_axis(weft_plan *plan, int dimension)
{
    const int axis = plan->rank++;
    plan->extents[axis] = plan->sizes[dimension];
    plan->item_count *= plan->sizes[dimension];
    for (int i = 0; i < plan->operand_count; i++) {
        const int core = find_axis(plan->ufunc, i, dimension);
        plan->steps[axis][i] = core < 0 ? 0 : plan->core_steps[i][core];
    }
    plan->sizes[dimension] = 1;
}

bool gpu_spread_applies(const weft_plan *plan)
{
    return plan->ufunc->free_dimensions && plan->item_count < GOOD_ITEMS &&
           plan->rank < WEFT_MAX_RANK && choose(plan) >= 0;
}

void gpu_spread_make(const weft_plan *plan, gpu_spread *to)
{
    to->plan = *plan;
    memcpy(to->sizes, plan->sizes, plan->ufunc->dimension_count * sizeof *to->sizes);
    to->plan.sizes = to->sizes;
    while (gpu_spread_applies(&to->plan))
        add_axis(&to->plan, choose(&to->plan));
    plan_normalise(&to->plan);
}
