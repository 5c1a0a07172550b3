/* make.h: how a plan is made: of a loop, the shape that it walks, and a view for each operand.
 * Nothing else fills one. */
#ifndef WEFT_MAKE_H
#define WEFT_MAKE_H

#include "plan.h"

/* Begins a plan with this many operands: no axes, one item, nothing to point at. place: borrowed;
 * cores: room for core sizes and steps, NULL where the ufunc is elementwise. */
static inline void plan_begin(weft_plan *plan, const weft_ufunc *ufunc, const weft_loop *loop,
                              const weft_place *place, int operand_count, plan_cores *cores)
{
    plan->ufunc = ufunc;
    plan->loop = loop;
    plan->place = place;
    plan->raised = NULL;
    plan->operand_count = operand_count;
    plan->values = 0;
    plan->lists = NULL;
    plan->order = NULL;
    plan->rank = 0;
    plan->item_count = 1;
    plan->sizes = cores ? cores->sizes : NULL;
    plan->core_steps = cores ? cores->steps : NULL;
}

/* The loop axes, outermost first; their product has been found to fit int64. */
void plan_shape(weft_plan *plan, int rank, const int64_t *shape);

/* Points an operand at an array of the plan's shape, or one that broadcasts to it, with its core
 * axes behind. */
static inline void plan_point(weft_plan *plan, int operand, char *data, int core_rank,
                              const weft_array *view)
{
    const int rank = view->rank - core_rank, loop = plan->rank;
    plan->data[operand] = data;
    for (int axis = 0; axis < rank; axis++) {
        int own = rank - 1 - axis;
        plan->steps[axis][operand] = view->shape[own] != 1 ? view->steps[own] : 0;
    }
    for (int axis = rank; axis < loop; axis++)
        plan->steps[axis][operand] = 0;
    for (int k = 0; k < core_rank; k++)
        plan->core_steps[operand][k] = view->shape[rank + k] != 1 ? view->steps[rank + k] : 0;
}

/* A whole plan, ready to run, of an elementwise loop over arrays of its kernel's dtypes: inputs,
 * output, and the mask, if `operand_count` counts one. It walks the output's shape; the others have
 * it, or no axes. */
void plan_make(weft_plan *plan, const weft_ufunc *ufunc, const weft_loop *loop,
               const weft_place *place, const weft_array *const *views, int operand_count);

#endif
