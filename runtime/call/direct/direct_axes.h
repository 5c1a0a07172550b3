/* direct_axes.h: the loop axes of a plan that is made in one pass, and whether its outputs are
 * disjoint. Inline, for the counts of operands are constants where it is included. */
#ifndef WEFT_DIRECT_AXES_H
#define WEFT_DIRECT_AXES_H

#include "arrays/sharing.h"
#include "direct_plan.h"

/* Numbers of loop axes. */
typedef struct direct_ranks {
    int rank; /* of the outputs */
    int of[WEFT_MAX_OPERANDS];
    bool are_equal;
} direct_ranks;

/* False where an input has more axes than the outputs. */
static DIRECT_INLINE bool direct_take_ranks(const direct_plan *to, int input_count, int count,
                                            bool has_cores, direct_ranks *ranks)
{
    const weft_operand *layouts = to->ufunc->operands;
    const int rank =
        to->operands[input_count]->rank - (has_cores ? layouts[input_count].core_rank : 0);
    int others = 0;
    for (int i = 0; i < count; i++) {
        ranks->of[i] = to->operands[i]->rank - (has_cores ? layouts[i].core_rank : 0);
        if (i < input_count ? ranks->of[i] > rank : ranks->of[i] != rank)
            return false;
        others |= ranks->of[i] ^ rank;
    }
    ranks->rank = rank;
    ranks->are_equal = others == 0;
    return true;
}

/* The operands' steps along an axis of the outputs; false where one would not be broadcast, or goes
 * too far. are_equal: that of the ranks, a constant. */
static DIRECT_INLINE bool direct_take_steps(const direct_plan *to, int input_count, int count,
                                            const direct_ranks *ranks, bool are_equal, int axis,
                                            int64_t extent, int64_t *steps)
{
    uint64_t bits = 0;
    for (int i = 0; i < count; i++) {
        const weft_array *array = to->operands[i];
        const int own = are_equal || i >= input_count ? axis : axis - (ranks->rank - ranks->of[i]);
        const bool is_there = are_equal || own >= 0;
        int64_t step = 0;
        if (is_there && array->shape[own] == extent)
            step = array->steps[own];
        else if (i >= input_count || (is_there && array->shape[own] != 1))
            return false;
        bits |= (uint64_t)step + DIRECT_FARTHEST;
        steps[i] = step;
    }
    return bits < 2 * (uint64_t)DIRECT_FARTHEST;
}

/* Widens the operands' ranges by an axis; false where an output's blocks do not lie one behind the
 * other, in the order of the axes: so no two share memory, and no other order of the axes is
 * better. */
static DIRECT_INLINE bool direct_widen(byte_range *ranges, int input_count, int count,
                                       const int64_t *steps, int64_t extent)
{
    for (int i = 0; i < count; i++) {
        const int64_t reach = (extent - 1) * steps[i];
        if (i >= input_count && steps[i] < (int64_t)(ranges[i].high - ranges[i].low))
            return false;
        if (reach < 0)
            ranges[i].low += (uintptr_t)reach;
        else
            ranges[i].high += (uintptr_t)reach;
    }
    return true;
}

/* Whether an axis goes on where all of the one inside it ends, for all operands. */
static DIRECT_INLINE bool direct_goes_on(const int64_t *ends, const int64_t *steps, int count)
{
    for (int i = 0; i < count; i++)
        if (steps[i] != ends[i])
            return false;
    return true;
}

/* Walks the axes from the innermost; those of size 1 are dropped, and neighbours merged. */
static DIRECT_INLINE bool direct_walk_axes(direct_plan *to, int input_count, int count,
                                           const direct_ranks *ranks, bool are_equal,
                                           byte_range *ranges)
{
    weft_plan *plan = &to->plan;
    const int64_t *shape = to->operands[input_count]->shape;
    int64_t items = 1,
            ends[WEFT_MAX_OPERANDS]; /* steps over all of the last axis; no output's is 0 */
    int kept = 0;
    for (int i = 0; i < count; i++)
        ends[i] = 0;
    for (int axis = ranks->rank - 1; axis >= 0; axis--) {
        const int64_t extent = shape[axis];
        int64_t *const steps = plan->steps[kept];
        if ((uint64_t)extent - 1 >= DIRECT_MOST_ITEMS || (items *= extent) > DIRECT_MOST_ITEMS ||
            !direct_take_steps(to, input_count, count, ranks, are_equal, axis, extent, steps))
            return false;
        if (extent == 1)
            continue;
        if (!direct_widen(ranges, input_count, count, steps, extent))
            return false;
        if (direct_goes_on(ends, steps, count))
            plan->extents[kept - 1] *= extent;
        else
            plan->extents[kept++] = extent;
        for (int i = 0; i < count; i++)
            ends[i] = steps[i] * extent;
    }
    plan->rank = kept;
    plan->item_count = items;
    return kept < 2 || items <= DIRECT_MOST_OF_ROWS;
}

/* The same of one axis: short calls are mostly this. */
static DIRECT_INLINE bool direct_take_row(direct_plan *to, int input_count, int count,
                                          const direct_ranks *ranks, bool are_equal,
                                          byte_range *ranges)
{
    weft_plan *plan = &to->plan;
    const int64_t extent = to->operands[input_count]->shape[0];
    if ((uint64_t)extent - 1 >= DIRECT_MOST_ITEMS ||
        !direct_take_steps(to, input_count, count, ranks, are_equal, 0, extent, plan->steps[0]) ||
        (extent > 1 && !direct_widen(ranges, input_count, count, plan->steps[0], extent)))
        return false;
    plan->extents[0] = plan->item_count = extent;
    plan->rank = extent > 1;
    return true;
}

/* Takes the loop axes. Behind it an operand's range is what all items touch, where it was what the
 * first does. */
static DIRECT_INLINE bool direct_take_axes(direct_plan *to, int input_count, int count,
                                           bool has_cores, byte_range *ranges)
{
    direct_ranks ranks;
    if (!direct_take_ranks(to, input_count, count, has_cores, &ranks))
        return false;
    if (ranks.rank == 1 && !has_cores)
        return ranks.are_equal ? direct_take_row(to, input_count, count, &ranks, true, ranges)
                               : direct_take_row(to, input_count, count, &ranks, false, ranges);
    return ranks.are_equal ? direct_walk_axes(to, input_count, count, &ranks, true, ranges)
                           : direct_walk_axes(to, input_count, count, &ranks, false, ranges);
}

/* One item: steps as if it were the first of a row. */
static DIRECT_INLINE void direct_take_one(direct_plan *to, int count, bool has_cores)
{
    to->plan.rank = 1;
    to->plan.extents[0] = 1;
    for (int i = 0; i < count; i++)
        to->plan.steps[0][i] = has_cores ? 0 : dtype_table[to->dtypes[i]].size;
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

/* Whether no output shares memory with an operand before it, but of elementwise functions with an
 * input that is the same elements: each is read before it is written. */
static DIRECT_INLINE bool direct_are_disjoint(const direct_plan *to, int input_count, int count,
                                              bool has_cores, const byte_range *ranges)
{
    for (int output = input_count; output < count; output++)
        for (int i = 0; i < output; i++)
            if (ranges[output].low < ranges[i].high && ranges[i].low < ranges[output].high &&
                (has_cores || i >= input_count || !direct_are_same(to, i, output)))
                return false;
    return true;
}

#endif
