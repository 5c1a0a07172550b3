/* copy.c: cast_copy, the walk over all elements of two host arrays of one shape. */
#include "array.h"
#include "base/cast.h"

/* Two arrays as axes, innermost first, without axes of size 1 and with neighbours merged. */
typedef struct walk {
    int rank;
    int64_t extents[WEFT_MAX_RANK];
    int64_t to_steps[WEFT_MAX_RANK];
    int64_t from_steps[WEFT_MAX_RANK];
} walk;

/* Adds the next outer axis. */
static void add_axis(walk *axes, int64_t extent, int64_t to_step, int64_t from_step)
{
    int inner = axes->rank - 1;
    if (extent == 1)
        return;
    if (inner >= 0 && to_step == axes->to_steps[inner] * axes->extents[inner] &&
        from_step == axes->from_steps[inner] * axes->extents[inner]) {
        axes->extents[inner] *= extent;
        return;
    }
    axes->extents[axes->rank] = extent;
    axes->to_steps[axes->rank] = to_step;
    axes->from_steps[axes->rank] = from_step;
    axes->rank++;
}

void cast_copy(const weft_array *to, const weft_array *from)
{
    walk axes = {.rank = 0};
    int64_t index[WEFT_MAX_RANK];
    for (int axis = to->rank - 1; axis >= 0; axis--) {
        if (to->shape[axis] == 0)
            return;
        add_axis(&axes, to->shape[axis], to->steps[axis], from->steps[axis]);
    }
    for (int axis = 0; axis < axes.rank; axis++)
        index[axis] = 0;
    char *to_row = array_data(to);
    const char *from_row = array_data(from);
    int64_t n = axes.rank ? axes.extents[0] : 1;
    for (;;) {
        cast_elements(to_row, (weft_dtype)to->dtype, axes.rank ? axes.to_steps[0] : 0,
                      array_is_swapped(to), from_row, (weft_dtype)from->dtype,
                      axes.rank ? axes.from_steps[0] : 0, array_is_swapped(from), n);
        int axis = 1;
        for (; axis < axes.rank; axis++) {
            to_row += axes.to_steps[axis];
            from_row += axes.from_steps[axis];
            if (++index[axis] < axes.extents[axis])
                break;
            to_row -= axes.to_steps[axis] * axes.extents[axis];
            from_row -= axes.from_steps[axis] * axes.extents[axis];
            index[axis] = 0;
        }
        if (axis >= axes.rank)
            return;
    }
}
