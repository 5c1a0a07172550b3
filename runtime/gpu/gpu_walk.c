/* gpu_walk.c: as many inner axes per launch as it may take; an odometer over the others. */
#include "gpu_walk.h"

void gpu_walk_begin(gpu_walk *walk, const weft_plan *plan, int max_rank, int64_t limit)
{
    walk->plan = plan;
    walk->limit = limit;
    walk->rank = 1;
    walk->inner_count = 1;
    while (walk->rank < plan->rank && walk->rank < max_rank && plan->extents[0] <= limit &&
           plan->extents[walk->rank] <= limit / plan->extents[0] / walk->inner_count)
        walk->inner_count *= plan->extents[walk->rank++];
    walk->first = -1;
    walk->extent = plan->extents[0] <= limit ? plan->extents[0] : limit;
    for (int axis = walk->rank; axis < plan->rank; axis++)
        walk->index[axis] = 0;
    for (int i = 0; i < plan->operand_count; i++)
        walk->data[i] = plan->data[i];
}

/* Moves all operands along an axis. */
static void move(gpu_walk *walk, int axis, int64_t items)
{
    for (int i = 0; i < walk->plan->operand_count; i++)
        walk->data[i] += walk->plan->steps[axis][i] * items;
}

/* Moves on along the outer axes; false past the last. */
static bool next_row(gpu_walk *walk)
{
    const weft_plan *plan = walk->plan;
    for (int axis = walk->rank; axis < plan->rank; axis++) {
        if (++walk->index[axis] < plan->extents[axis]) {
            move(walk, axis, 1);
            return true;
        }
        move(walk, axis, -(plan->extents[axis] - 1));
        walk->index[axis] = 0;
    }
    return false;
}

bool gpu_walk_next(gpu_walk *walk)
{
    int64_t extent = walk->plan->extents[0];
    if (walk->first < 0) {
        walk->first = 0;
    } else if (extent - walk->first > walk->limit) {
        walk->first += walk->limit;
        move(walk, 0, walk->limit);
    } else {
        move(walk, 0, -walk->first);
        walk->first = 0;
        if (!next_row(walk))
            return false;
    }
    walk->extent = extent - walk->first < walk->limit ? extent - walk->first : walk->limit;
    walk->count = walk->extent * walk->inner_count;
    return true;
}

int64_t gpu_walk_reach(const gpu_walk *walk, int operand)
{
    int64_t reach = 0;
    for (int axis = 0; axis < walk->rank; axis++) {
        int64_t extent = axis == 0 ? walk->extent : walk->plan->extents[axis];
        int64_t step = walk->plan->steps[axis][operand];
        reach += (step < 0 ? -step : step) * (extent - 1);
    }
    return reach;
}
