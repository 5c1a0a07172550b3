/* gpu_cut.c: threads that are neighbours should find their elements side by side, of each operand; and
 * each should have several items, whose loads then overlap. */
#include "gpu_cut.h"

#include "base/checked.h"
#include "base/dtype.h"
#include "params.h"

/* Items along both axes from which on squares pay; their sides; bytes of shared memory of a block. */
enum { LEAST_TURNED = 16, SMALL_SIDE = 32, LARGE_SIDE = 64, MOST_BYTES = 48 << 10 };

/* Columns from which on the items of a thread lie in one row; rows of threads of a block then. */
enum { LONG_ROW = 2048, LONG_ROWS = 8 };

static int64_t size_of(const weft_plan *plan, int operand)
{
    return dtype_table[plan->loop->kernel_dtypes[operand]].size;
}

/* Items of a thread. */
static uint32_t length_of(const weft_plan *plan)
{
    int64_t widest = 1;
    for (int i = 0; i < plan->operand_count; i++)
        widest = size_of(plan, i) > widest ? size_of(plan, i) : widest;
    return WEFT_GPU_TILE_LENGTH(widest);
}

/* The inputs of which neighbours along the axis lie side by side, and those along axis 0 do not. */
static uint32_t find_turned(const weft_plan *plan, int axis)
{
    uint32_t turned = 0;
    for (int i = 0; i < plan->ufunc->input_count; i++) {
        const int64_t size = size_of(plan, i), step = plan->steps[0][i];
        if (plan->steps[axis][i] == size && step != 0 && step != size && step != -size)
            turned |= 1u << i;
    }
    return turned;
}

/* The axis along which most inputs are turned, and which; the walk's rank if there is none. */
static int choose_turned(const gpu_walk *walk, uint32_t *turned)
{
    int chosen = walk->rank;
    *turned = 0;
    if (gpu_walk_extent(walk, 0) < LEAST_TURNED)
        return chosen;
    for (int axis = 1; axis < walk->rank; axis++) {
        const uint32_t found = find_turned(walk->plan, axis);
        if (gpu_walk_extent(walk, axis) < LEAST_TURNED ||
            __builtin_popcount(found) <= __builtin_popcount(*turned))
            continue;
        *turned = found;
        chosen = axis;
    }
    return chosen;
}

/* Gives each turned input its room; the bytes of all. */
static int64_t fill_rooms(const weft_plan *plan, gpu_cut *cut, uint32_t side)
{
    int64_t bytes = 0;
    for (int i = 0; i < plan->ufunc->input_count; i++) {
        const uint32_t size = (uint32_t)size_of(plan, i);
        if (!(cut->turned >> i & 1))
            continue;
        cut->room[i] = (uint32_t)bytes;
        bytes += quotient_up((int64_t)side * WEFT_GPU_TILE_PITCH(side, size) * size, 16) * 16;
    }
    return bytes;
}

/* Items of the tiles of a side that cover columns and rows. */
static int64_t covered(int64_t columns, int64_t rows, int64_t side)
{
    return quotient_up(columns, side) * quotient_up(rows, side) * side * side;
}

/* The side of squares: the larger, unless too much of them lies beyond the edges, or beyond the
 * memory. */
static uint32_t choose_side(const gpu_walk *walk, gpu_cut *cut, uint32_t length)
{
    const int64_t columns = gpu_walk_extent(walk, 0), rows = gpu_walk_extent(walk, cut->rows_axis);
    const int64_t large = covered(columns, rows, LARGE_SIDE);
    const bool wastes = large / 5 * 4 > covered(columns, rows, SMALL_SIDE);
    const bool fits = LARGE_SIDE * LARGE_SIDE / length <= WEFT_GPU_TILE_THREADS &&
                      fill_rooms(walk->plan, cut, LARGE_SIDE) <= MOST_BYTES;
    return fits && !wastes ? LARGE_SIDE : SMALL_SIDE;
}

static gpu_cut cut_squares(const gpu_walk *walk, int axis, uint32_t turned, uint32_t length)
{
    gpu_cut cut = {.rows_axis = axis, .turned = turned};
    const uint32_t side = choose_side(walk, &cut, length);
    while ((cut.shared_bytes = (uint32_t)fill_rooms(walk->plan, &cut, side)) > MOST_BYTES)
        cut.turned &= cut.turned - 1;
    cut.lanes = cut.tile_columns = cut.tile_rows = side;
    cut.lane_rows = cut.next_row = side / length;
    return cut;
}

/* The axis with the most items, of those beyond axis 0. */
static int longest_axis(const gpu_walk *walk)
{
    int chosen = walk->rank > 1 ? 1 : walk->rank;
    for (int axis = 2; axis < walk->rank; axis++)
        if (gpu_walk_extent(walk, axis) > gpu_walk_extent(walk, chosen))
            chosen = axis;
    return chosen;
}

/* A thread's items in one row. */
static gpu_cut cut_along(const gpu_walk *walk, uint32_t length)
{
    gpu_cut cut = {.rows_axis = walk->rank > 1 ? 1 : walk->rank, .lane_rows = 1};
    const int64_t rows = walk->rank > 1 ? gpu_walk_extent(walk, 1) : 1;
    while (cut.lane_rows < LONG_ROWS && 2 * cut.lane_rows <= rows)
        cut.lane_rows *= 2;
    cut.lanes = cut.next_column = WEFT_GPU_THREADS / cut.lane_rows;
    cut.tile_columns = cut.lanes * length;
    cut.tile_rows = cut.lane_rows;
    return cut;
}

/* A thread's items in one column. */
static gpu_cut cut_down(const gpu_walk *walk, uint32_t length)
{
    gpu_cut cut = {.rows_axis = longest_axis(walk)};
    const int64_t columns = gpu_walk_extent(walk, 0);
    cut.lanes = cut.tile_columns =
        (uint32_t)(columns < WEFT_GPU_THREADS ? columns : WEFT_GPU_THREADS);
    cut.lane_rows = cut.next_row = WEFT_GPU_THREADS / cut.lanes;
    cut.tile_rows = cut.lane_rows * length;
    return cut;
}

gpu_cut gpu_cut_choose(const gpu_walk *walk)
{
    const uint32_t length = length_of(walk->plan);
    uint32_t turned;
    const int axis = choose_turned(walk, &turned);
    if (turned != 0)
        return cut_squares(walk, axis, turned, length);
    if (walk->rank == 1 || gpu_walk_extent(walk, 0) >= LONG_ROW)
        return cut_along(walk, length);
    return cut_down(walk, length);
}
