/* gpu_walk.h: a plan as a sequence of launches, each over a few inner axes and not too many items.
 * */
#ifndef WEFT_GPU_WALK_H
#define WEFT_GPU_WALK_H

#include "plan/plan.h"

/* Where the walk is. rank is fixed; count, extent and data belong to the launch at hand. */
typedef struct gpu_walk {
    const weft_plan *plan;         /* borrowed */
    int rank;                      /* inner axes that one launch walks, at least 1 */
    int64_t chunk;                 /* items along the last of them, of one launch at most */
    int64_t extent;                /* and of this one */
    int64_t count;                 /* items */
    char *data[WEFT_MAX_OPERANDS]; /* first items */
    int64_t first;                 /* position along the last inner axis; below 0: none yet */
    int64_t inner_count;           /* items of all inner axes but the last */
    int64_t index[WEFT_MAX_RANK];  /* positions along the outer axes */
} gpu_walk;

/* Stands before the first launch; `limit` items at most, over at most `max_rank` axes. */
void gpu_walk_begin(gpu_walk *walk, const weft_plan *plan, int max_rank, int64_t limit);

/* Moves on to the next launch; false if there is none. */
bool gpu_walk_next(gpu_walk *walk);

/* Items along an inner axis of the launch at hand. */
int64_t gpu_walk_extent(const gpu_walk *walk, int axis);

#endif
