/* make.c: how a plan is made. */
#include "make.h"

#include "arrays/array.h"
#include "base/checked.h"

void plan_shape(weft_plan *plan, int rank, const int64_t *shape)
{
    plan->rank = rank;
    for (int axis = 0; axis < rank; axis++)
        plan->extents[axis] = shape[rank - 1 - axis];
    checked_product(shape, rank, &plan->item_count);
}

void plan_make(weft_plan *plan, const weft_ufunc *ufunc, const weft_loop *loop,
               const weft_place *place, const weft_array *const *views, int operand_count)
{
    const weft_array *output = views[ufunc->input_count];
    plan_begin(plan, ufunc, loop, place, operand_count, NULL);
    plan_shape(plan, output->rank, output->shape);
    for (int i = 0; i < operand_count; i++)
        plan_point(plan, i, array_data(views[i]), 0, views[i]);
    plan_normalise(plan);
}
