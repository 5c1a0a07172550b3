/* part.h: a range of a plan's items, in the C order of its loop shape, as boxes. */
#ifndef WEFT_PART_H
#define WEFT_PART_H

#include "plan.h"

/* A range of an axes' C-ordered space is at most so many boxes: each axis adds one before and one
 * behind the longest. */
enum { PART_MOST_BOXES = 2 * WEFT_MAX_RANK + 1 };

/* By loop axis, innermost first as in the plan: where the box begins, and its extent. */
typedef struct plan_box {
    int64_t first[WEFT_MAX_RANK];
    int64_t extents[WEFT_MAX_RANK];
} plan_box;

/* The longest box that begins with item `lo` and ends at most at `hi`, which is above; returns the
 * item behind it. The plan has its shape, and is not normalised. */
int64_t part_next_box(const weft_plan *plan, int64_t lo, int64_t hi, plan_box *box);

#endif
