#include "free.h"

#include <string.h>

int free_axis(const weft_ufunc *ufunc, int operand, int dimension)
{
    const weft_operand *layout = &ufunc->operands[operand];
    for (int axis = 0; axis < layout->core_rank; axis++)
        if (layout->dimensions[axis] == dimension)
            return axis;
    return -1;
}

/* Whether the blocks of an operand have nothing before the axis: a cut leaves them rows of the same
 * length. */
static bool is_outermost(const weft_plan *plan, int operand, int axis)
{
    const weft_operand *layout = &plan->ufunc->operands[operand];
    for (int k = 0; k < axis; k++)
        if (plan->sizes[layout->dimensions[k]] > 1)
            return false;
    return true;
}

bool free_is_dimension(const weft_plan *plan, int dimension, bool wants_blocks)
{
    const weft_ufunc *ufunc = plan->ufunc;
    bool found = dimension < 32 && ufunc->free_dimensions >> dimension & 1 &&
                 plan->sizes[dimension] > 1 && plan_is_known(plan);
    for (int i = 0; i < plan->operand_count && found; i++) {
        const int axis = free_axis(ufunc, i, dimension);
        found = axis < 0 || !(wants_blocks || ufunc->operands[i].contiguous) ||
                is_outermost(plan, i, axis);
    }
    return found;
}

int64_t free_output_step(const weft_plan *plan, int dimension)
{
    const int output = plan->ufunc->input_count;
    const int64_t step = plan->core_steps[output][free_axis(plan->ufunc, output, dimension)];
    return step < 0 ? -step : step;
}

void free_begin(free_plan *to, const weft_plan *plan)
{
    to->plan = *plan;
    memcpy(to->sizes, plan->sizes, plan->ufunc->dimension_count * sizeof *to->sizes);
    to->plan.sizes = to->sizes;
}

void free_add_axis(free_plan *to, int dimension)
{
    weft_plan *plan = &to->plan;
    const int axis = plan->rank++;
    plan->extents[axis] = plan->sizes[dimension];
    plan->item_count *= plan->sizes[dimension];
    for (int i = 0; i < plan->operand_count; i++) {
        const int core = free_axis(plan->ufunc, i, dimension);
        plan->steps[axis][i] = core < 0 ? 0 : plan->core_steps[i][core];
    }
    plan->sizes[dimension] = 1;
}

void free_take_part(free_plan *to, int dimension, int64_t first, int64_t count)
{
    weft_plan *plan = &to->plan;
    for (int i = 0; i < plan->operand_count; i++) {
        const int core = free_axis(plan->ufunc, i, dimension);
        if (core >= 0)
            plan->data[i] += first * plan->core_steps[i][core];
    }
    plan->sizes[dimension] = count;
}
