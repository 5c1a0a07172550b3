/* copy.c: cast_copy, the walk over all elements of two host arrays of one shape. */
#include "array.h"
#include "base/axes.h"
#include "base/cast.h"
#include "base/checked.h"
#include "base/dtype.h"
#include "base/odometer.h"
#include "base/transpose.h"

enum {
    LINE = 64,           /* bytes of a line of the cache */
    COLUMN = 128,        /* bytes of a column in a block that is transposed */
    MOST_ROWS = 64,      /* of a block */
    BLOCK = 8192,        /* bytes */
    LEAST_EXTENT = 8,    /* of both axes of blocks */
    NARROW = 4,          /* bytes: blocks of wider elements, and of those that are cast, pay */
    NEAR_BYTES = 1 << 20 /* only where there are more than near caches hold */
};

/* Two arrays as a table of axes, of which none has size 1 and none continues another. */
typedef struct walk {
    int rank;
    int64_t extents[WEFT_MAX_RANK];
    int64_t steps[WEFT_MAX_RANK][2]; /* to, from */
} walk;

/* By the target's step; if equal, by the source's. */
static int compare_axes(const void *context, int a, int b)
{
    const walk *axes = context;
    for (int side = 0; side < 2; side++) {
        const uint64_t step_a = checked_magnitude(axes->steps[a][side]),
                       step_b = checked_magnitude(axes->steps[b][side]);
        if (step_a != step_b)
            return step_a < step_b ? -1 : 1;
    }
    return 0;
}

/* Brings the target's smallest steps innermost, where they mostly are. */
static void sort(walk *axes)
{
    int order[WEFT_MAX_RANK], sorted = 1;
    while (sorted < axes->rank && compare_axes(axes, sorted - 1, sorted) <= 0)
        sorted++;
    if (sorted >= axes->rank)
        return;
    const walk unsorted = *axes;
    axes_sort(axes->rank, compare_axes, &unsorted, order);
    for (int axis = 0; axis < axes->rank; axis++) {
        axes->extents[axis] = unsorted.extents[order[axis]];
        for (int side = 0; side < 2; side++)
            axes->steps[axis][side] = unsorted.steps[order[axis]][side];
    }
}

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
    sort(axes);
    axes->rank = axes_merge(axes->rank, axes->extents, axes->steps[0], 2, 2);
    return true;
}

/* What is copied: elements of these arrays. */
typedef struct copied {
    const weft_array *to, *from;
} copied;

static void copy_row(const copied *of, char *to, int64_t to_step, const char *from,
                     int64_t from_step, int64_t count)
{
    cast_elements(to, (weft_dtype)of->to->dtype, to_step, array_is_swapped(of->to), from,
                  (weft_dtype)of->from->dtype, from_step, array_is_swapped(of->from), count);
}

/* ---- a source that lies across: its elements share lines along another axis than the target's
 * ---- */

static bool pays(const copied *of)
{
    const int size = dtype_table[of->from->dtype].size;
    const bool is_cast =
        of->from->dtype != of->to->dtype || array_is_swapped(of->from) != array_is_swapped(of->to);
    return (size <= NARROW && !is_cast) || array_count(of->from) > NEAR_BYTES / size;
}

/* Brings that axis to the place of axis 1; false if there is none. */
static bool find_across(const copied *of, walk *axes)
{
    int across = 0;
    if (axes->rank < 2 || checked_magnitude(axes->steps[0][1]) < LINE || !pays(of))
        return false;
    for (int axis = 1; axis < axes->rank; axis++) {
        const uint64_t step = checked_magnitude(axes->steps[axis][1]);
        if (step > 0 && step < LINE &&
            (!across || step < checked_magnitude(axes->steps[across][1])))
            across = axis;
    }
    if (!across || axes->extents[0] < LEAST_EXTENT || axes->extents[across] < LEAST_EXTENT)
        return false;
    const walk before = *axes;
    axes_move(axes->extents, axes->steps[0], 2, 2, across, 1);
    axes->extents[1] = before.extents[across];
    for (int side = 0; side < 2; side++)
        axes->steps[1][side] = before.steps[across][side];
    return true;
}

/* Copies the two innermost axes, in blocks that are transposed in memory of their own. Not inlined,
 * so that other copies do not have it on the stack. */
static __attribute__((noinline)) void copy_across(const copied *of, const walk *axes,
                                                  char *const *at)
{
    const int size = dtype_table[of->from->dtype].size;
    const int64_t *item_steps = axes->steps[0], *row_steps = axes->steps[1];
    const int64_t most_rows = COLUMN / size < MOST_ROWS ? COLUMN / size : MOST_ROWS;
    const int64_t most_items = BLOCK / most_rows / size, pitch = most_items * size + LINE;
    _Alignas(LINE) char block[BLOCK + MOST_ROWS * LINE];
    for (int64_t item = 0; item < axes->extents[0]; item += most_items) {
        const int64_t left = axes->extents[0] - item, items = left < most_items ? left : most_items;
        for (int64_t row = 0, rows; row < axes->extents[1]; row += rows) {
            char *to = at[0] + row * row_steps[0] + item * item_steps[0];
            const char *from = at[1] + row * row_steps[1] + item * item_steps[1];
            rows = transpose_rows(from, row_steps[1], COLUMN, most_rows);
            if (rows > axes->extents[1] - row)
                rows = axes->extents[1] - row;
            transpose_copy(block, (transpose_steps){size, pitch}, from,
                           (transpose_steps){item_steps[1], row_steps[1]}, rows, items, size, true);
            for (int64_t k = 0; k < rows; k++)
                copy_row(of, to + k * row_steps[0], item_steps[0], block + k * pitch, size, items);
        }
    }
}

void cast_copy(const weft_array *to, const weft_array *from)
{
    const copied of = {to, from};
    walk axes;
    int64_t index[WEFT_MAX_RANK];
    if (!make(&axes, to, from))
        return;
    const bool any = axes.rank > 0, is_across = find_across(&of, &axes);
    const int first = is_across ? 2 : 1;
    char *at[2] = {array_data(to), array_data(from)};
    for (int axis = first; axis < axes.rank; axis++)
        index[axis] = 0;
    do {
        if (is_across)
            copy_across(&of, &axes, at);
        else
            copy_row(&of, at[0], any ? axes.steps[0][0] : 0, at[1], any ? axes.steps[0][1] : 0,
                     any ? axes.extents[0] : 1);
    } while (odometer_climb(index, axes.extents, axes.steps[0], 2, first, axes.rank, 2, at));
}
