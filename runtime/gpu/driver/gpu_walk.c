/* gpu_walk.c: as many inner axes per launch as it may take, of the last of them a part; an odometer
 * over the others. */
#include "gpu_walk.h"

#include "params.h"

/* Items of which parts of an axis are multiples, so that they begin at whole vectors as the axis
 * does. */
enum { WHOLE = WEFT_GPU_VECTOR };

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void gpu_walk_begin(gpu_walk *walk, const weft_plan *plan, int max_rank, int64_t limit)
{
    walk->plan = plan;
    walk->rank = 1;
    walk->inner_count = 1;
    while (walk->rank < plan->rank && walk->rank < max_rank &&
           plan->extents[walk->rank - 1] <= limit / walk->inner_count)
        walk->inner_count *= plan->extents[walk->rank++ - 1];
    const int64_t last = plan->extents[walk->rank - 1];
    walk->chunk = least(last, limit / walk->inner_count);
    if (walk->chunk < last && walk->chunk > WHOLE)
        walk->chunk -= walk->chunk % WHOLE;
    walk->first = -1;
    walk->extent = walk->chunk;
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
    const int last = walk->rank - 1;
    const int64_t extent = walk->plan->extents[last];
    if (walk->first < 0) {
        walk->first = 0;
    } else if (extent - walk->first > walk->chunk) {
        walk->first += walk->chunk;
        move(walk, last, walk->chunk);
    } else {
        move(walk, last, -walk->first);
        walk->first = 0;
        if (!next_row(walk))
            return false;
    }
    walk->extent = least(extent - walk->first, walk->chunk);
    walk->count = walk->extent * walk->inner_count;
    return true;
}

int64_t gpu_walk_extent(const gpu_walk *walk, int axis)
{
    return axis == walk->rank - 1 ? walk->extent : walk->plan->extents[axis];
}
