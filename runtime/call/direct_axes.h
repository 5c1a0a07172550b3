/* direct_axes.h: the loop axes of a plan that is made in one pass, and whether its outputs lie apart. Inline,
 * for the counts of operands are constants where it is included. */
#ifndef WEFT_DIRECT_AXES_H
#define WEFT_DIRECT_AXES_H

#include "arrays/sharing.h"
#include "direct_plan.h"

/* The step of an operand along an axis, counted from the innermost; false where it would not be broadcast. */
static DIRECT_INLINE bool direct_take_step(const weft_array *array, int own, int64_t extent,
                                           bool is_input, int64_t *step)
{
    *step = 0;
    if (own < 0)
        return true;
    if (array->shape[own] != extent)
        return is_input && array->shape[own] == 1;
    *step = array->steps[own];
    return direct_is_near(*step);
}

/* Whether an axis goes on where all of the one inside it ends. */
static DIRECT_INLINE bool direct_goes_on(const weft_plan *plan, int inner, int count)
{
    for (int i = 0; i < count; i++)
        if (plan->steps[inner + 1][i] != plan->steps[inner][i] * plan->extents[inner])
            return false;
    return true;
}

/* Walks the axes from the innermost; those of size 1 are dropped, and neighbours merged. */
static DIRECT_INLINE bool direct_take_axes(direct_plan *to, int input_count, int count,
                                           bool has_cores)
{
    weft_plan *plan = &to->plan;
    const weft_operand *layouts = to->ufunc->operands;
    const weft_array *first = to->operands[input_count];
    const int rank = first->rank - (has_cores ? layouts[input_count].core_rank : 0);
    int ranks[WEFT_MAX_OPERANDS], kept = 0;
    int64_t items = 1;
    for (int i = 0; i < count; i++) {
        ranks[i] = to->operands[i]->rank - (has_cores ? layouts[i].core_rank : 0);
        if (i < input_count ? ranks[i] > rank : ranks[i] != rank)
            return false;
    }
    for (int axis = 0; axis < rank; axis++) {
        const int64_t extent = first->shape[rank - 1 - axis];
        if (extent < 1 || extent > DIRECT_MOST_ITEMS || (items *= extent) > DIRECT_MOST_ITEMS)
            return false;
        for (int i = 0; i < count; i++)
            if (!direct_take_step(to->operands[i], ranks[i] - 1 - axis, extent, i < input_count,
                                  &plan->steps[kept][i]))
                return false;
        if (extent == 1)
            continue;
        if (kept > 0 && direct_goes_on(plan, kept - 1, count))
            plan->extents[kept - 1] *= extent;
        else
            plan->extents[kept++] = extent;
    }
    plan->rank = kept;
    plan->item_count = items;
    return kept < 2 || items <= DIRECT_MOST_OF_ROWS;
}

/* One item: steps as if it were the first of a row. */
static DIRECT_INLINE void direct_take_one(direct_plan *to, int count, bool has_cores)
{
    to->plan.rank = 1;
    to->plan.extents[0] = 1;
    for (int i = 0; i < count; i++)
        to->plan.steps[0][i] = has_cores ? 0 : to->blocks[i];
}

/* ---- overlap ---- */

/* The bytes that an operand touches. */
static DIRECT_INLINE byte_range direct_range_of(const direct_plan *to, int operand)
{
    const weft_plan *plan = &to->plan;
    const uintptr_t data = (uintptr_t)plan->data[operand];
    byte_range range = {data, data + (uintptr_t)to->blocks[operand]};
    for (int axis = 0; axis < plan->rank; axis++) {
        const int64_t reach = (plan->extents[axis] - 1) * plan->steps[axis][operand];
        *(reach < 0 ? &range.low : &range.high) += (uintptr_t)reach;
    }
    return range;
}

/* Whether an output's blocks lie one behind the other, in the order of the axes: so no two share memory, and
 * no other order of the axes is better. */
static DIRECT_INLINE bool direct_is_in_order(const direct_plan *to, int output)
{
    const weft_plan *plan = &to->plan;
    int64_t reach = to->blocks[output];
    for (int axis = 0; axis < plan->rank; axis++) {
        const int64_t step = plan->steps[axis][output];
        if (step < reach)
            return false;
        reach += (plan->extents[axis] - 1) * step;
    }
    return true;
}

/* Whether two operands are the same elements. */
static DIRECT_INLINE bool direct_are_same(const direct_plan *to, int a, int b)
{
    const weft_plan *plan = &to->plan;
    bool same = plan->data[a] == plan->data[b] && to->dtypes[a] == to->dtypes[b];
    for (int axis = 0; axis < plan->rank; axis++)
        same = same && plan->steps[axis][a] == plan->steps[axis][b];
    return same;
}

/* Whether no output shares memory with itself or with an operand before it, but of elementwise functions with
 * an input that is the same elements: each is read before it is written. */
static DIRECT_INLINE bool direct_lie_apart(const direct_plan *to, int input_count, int count,
                                           bool has_cores)
{
    for (int output = input_count; output < count; output++) {
        if (!direct_is_in_order(to, output))
            return false;
        const byte_range range = direct_range_of(to, output);
        for (int i = 0; i < output; i++)
            if (sharing_ranges_meet(range, direct_range_of(to, i)) &&
                (has_cores || i >= input_count || !direct_are_same(to, i, output)))
                return false;
    }
    return true;
}

#endif
