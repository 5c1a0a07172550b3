/* part.c: a range of a plan's items as boxes. */
#include "part.h"

/* The innermost axes that a box takes whole: as many as begin at `lo` and end before `hi`; *items
 * is how many items they have. */
static int count_whole_axes(const weft_plan *plan, int64_t lo, int64_t hi, int64_t *items)
{
    int axis = 0;
    *items = 1;
    while (axis < plan->rank && lo % (*items * plan->extents[axis]) == 0 &&
           *items * plan->extents[axis] <= hi - lo)
        *items *= plan->extents[axis++];
    return axis;
}

int64_t part_next_box(const weft_plan *plan, int64_t lo, int64_t hi, plan_box *box)
{
    int64_t items, left = lo;
    const int cut = count_whole_axes(plan, lo, hi, &items);
    for (int axis = 0; axis < plan->rank; axis++) {
        box->first[axis] = left % plan->extents[axis];
        box->extents[axis] = axis < cut ? plan->extents[axis] : 1;
        left /= plan->extents[axis];
    }
    if (cut == plan->rank)
        return lo + items;
    const int64_t most = plan->extents[cut] - box->first[cut], wanted = (hi - lo) / items;
    box->extents[cut] = wanted < most ? wanted : most;
    return lo + box->extents[cut] * items;
}
