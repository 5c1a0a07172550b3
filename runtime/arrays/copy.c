/* copy.c: cast_copy, the walk over all elements of two host arrays of one shape. */
#include "array.h"
#include "base/axes.h"
#include "base/cast.h"
#include "base/odometer.h"

/* Two arrays as a table of axes, of which none has size 1 and none continues another. */
typedef struct walk {
    int rank;
    int64_t extents[WEFT_MAX_RANK];
    int64_t steps[WEFT_MAX_RANK][2]; /* to, from */
} walk;

/* Fills the table; false if there are no elements. */
static bool make(walk *axes, const weft_array *to, const weft_array *from)
{
    const int rank = to->rank;
    for (int axis = 0; axis < rank; axis++) {
        const int own = rank - 1 - axis;
        if (to->shape[own] == 0)
            return false;
        axes->extents[axis] = to->shape[own];
        axes->steps[axis][0] = to->steps[own];
        axes->steps[axis][1] = from->steps[own];
    }
    axes->rank = axes_drop_ones(rank, axes->extents, axes->steps[0], 2, 2);
    axes->rank = axes_merge(axes->rank, axes->extents, axes->steps[0], 2, 2);
    return true;
}

void cast_copy(const weft_array *to, const weft_array *from)
{
    walk axes;
    int64_t index[WEFT_MAX_RANK];
    if (!make(&axes, to, from))
        return;
    const bool any = axes.rank > 0;
    const int64_t n = any ? axes.extents[0] : 1;
    const int64_t to_step = any ? axes.steps[0][0] : 0, from_step = any ? axes.steps[0][1] : 0;
    char *at[2] = {array_data(to), array_data(from)};
    for (int axis = 1; axis < axes.rank; axis++)
        index[axis] = 0;
    do
        cast_elements(at[0], (weft_dtype)to->dtype, to_step, array_is_swapped(to), at[1],
                      (weft_dtype)from->dtype, from_step, array_is_swapped(from), n);
    while (odometer_climb(index, axes.extents, axes.steps[0], 2, 1, axes.rank, 2, at));
}
