/* gpu_cut.c: threads that are neighbours should find their elements side by side, of each operand;
 * and each should have several items, whose loads then overlap. */
#include "gpu_cut.h"

#include "base/checked.h"
#include "base/dtype.h"
#include "params.h"

/* Items along both axes from which on squares pay; their sides; bytes of shared memory of a block.
 */
enum { LEAST_TRANSPOSED = 16, SMALL_SIDE = 32, LARGE_SIDE = 64, MOST_BYTES = 48 << 10 };

/* Columns from which on the items of a thread lie in one row; rows of threads of a block then. */
enum { LONG_ROW = 2048, LONG_ROWS = 8 };

int64_t gpu_cut_size(const weft_plan *plan, int operand)
{
    return plan_is_index(plan, operand) ? WEFT_GPU_INDEX
                                        : dtype_table[plan->loop->kernel_dtypes[operand]].size;
}

/* Bytes of the widest operand. */
static int64_t widest_of(const weft_plan *plan)
{
    int64_t widest = 1;
    for (int i = 0; i < plan->operand_count; i++)
        widest = gpu_cut_size(plan, i) > widest ? gpu_cut_size(plan, i) : widest;
    return widest;
}

/* The inputs of which neighbours along the axis lie side by side, and those along axis 0 do not. */
static uint32_t find_transposed(const weft_plan *plan, int axis)
{
    uint32_t transposed = 0;
    for (int i = 0; i < plan->ufunc->input_count; i++) {
        const int64_t size = gpu_cut_size(plan, i), step = plan->steps[0][i];
        if (!plan_is_index(plan, i) && plan->steps[axis][i] == size && step != 0 && step != size &&
            step != -size)
            transposed |= 1u << i;
    }
    return transposed;
}

/* The axis along which most inputs are transposed, and which; the walk's rank if there is none. */
static int choose_transposed(const gpu_walk *walk, uint32_t *transposed)
{
    int chosen = walk->rank;
    *transposed = 0;
    if (gpu_walk_extent(walk, 0) < LEAST_TRANSPOSED)
        return chosen;
    for (int axis = 1; axis < walk->rank; axis++) {
        const uint32_t found = find_transposed(walk->plan, axis);
        if (gpu_walk_extent(walk, axis) < LEAST_TRANSPOSED ||
            __builtin_popcount(found) <= __builtin_popcount(*transposed))
            continue;
        *transposed = found;
        chosen = axis;
    }
    return chosen;
}

/* Bytes of shared memory for a tile of an operand, in whole units of 16. */
static int64_t room_of(uint32_t side, int64_t size, bool is_narrow)
{
    return is_narrow
               ? WEFT_GPU_TRANSPOSE_ROWS * WEFT_GPU_TRANSPOSE_BYTES
               : quotient_up(side * WEFT_GPU_TILE_PITCH(side, (uint32_t)size) * size, 16) * 16;
}

/* Gives each transposed input its room; the bytes of all. */
static int64_t fill_rooms(const weft_plan *plan, gpu_cut *cut, uint32_t side)
{
    int64_t bytes = 0;
    for (int i = 0; i < plan->ufunc->input_count; i++) {
        if (!(cut->transposed >> i & 1))
            continue;
        cut->room[i] = (uint32_t)bytes;
        bytes += room_of(side, gpu_cut_size(plan, i), cut->narrow);
    }
    return bytes;
}

/* Columns of all axes that they lie along. */
static int64_t columns_of(const gpu_walk *walk, const gpu_cut *cut)
{
    return gpu_walk_extent(walk, 0) *
           (cut->outer_axis < walk->rank ? gpu_walk_extent(walk, cut->outer_axis) : 1);
}

/* Items of the tiles that cover columns and rows. */
static int64_t covered(int64_t columns, int64_t rows, int64_t tile_columns, int64_t tile_rows)
{
    return quotient_up(columns, tile_columns) * tile_columns * quotient_up(rows, tile_rows) *
           tile_rows;
}

/* The side of squares: the larger, unless too much of them lies beyond the edges, or beyond the
 * memory. */
static uint32_t choose_side(const gpu_walk *walk, gpu_cut *cut, uint32_t length)
{
    const int64_t columns = columns_of(walk, cut), rows = gpu_walk_extent(walk, cut->rows_axis);
    const int64_t large = covered(columns, rows, LARGE_SIDE, LARGE_SIDE);
    const bool wastes = large / 5 * 4 > covered(columns, rows, SMALL_SIDE, SMALL_SIDE);
    const bool fits = LARGE_SIDE * LARGE_SIDE / length <= WEFT_GPU_TILE_THREADS &&
                      fill_rooms(walk->plan, cut, LARGE_SIDE) <= MOST_BYTES;
    return fits && !wastes ? LARGE_SIDE : SMALL_SIDE;
}

/* The axis that columns lie along, too, where axis 0 has few; the walk's rank if it has many, or
 * elements are narrow. */
static int choose_outer(const gpu_walk *walk, int rows_axis)
{
    if (gpu_walk_extent(walk, 0) >= LARGE_SIDE || widest_of(walk->plan) <= WEFT_GPU_NARROW)
        return walk->rank;
    for (int axis = 1; axis < walk->rank; axis++)
        if (axis != rows_axis)
            return axis;
    return walk->rank;
}

static gpu_cut cut_tiles(const gpu_walk *walk, int axis, uint32_t transposed, uint32_t length)
{
    gpu_cut cut = {
        .rows_axis = axis, .outer_axis = choose_outer(walk, axis), .transposed = transposed};
    const uint32_t side = choose_side(walk, &cut, length);
    while ((cut.shared_bytes = (uint32_t)fill_rooms(walk->plan, &cut, side)) > MOST_BYTES)
        cut.transposed &= cut.transposed - 1;
    cut.lanes = cut.tile_columns = cut.tile_rows = side;
    cut.lane_rows = cut.next_row = side / length;
    return cut;
}

/* Whether all that an operand has along `axis` begins at multiples of so many bytes, element by
 * element. */
static bool is_whole(const weft_plan *plan, int operand, int axis, int64_t bytes)
{
    if ((uintptr_t)plan->data[operand] % (uintptr_t)bytes != 0 ||
        plan->steps[axis][operand] != gpu_cut_size(plan, operand))
        return false;
    for (int other = 0; other < plan->rank; other++)
        if (other != axis && plan->steps[other][operand] % bytes != 0)
            return false;
    return true;
}

/* Blocks of narrow elements, in whole units but for their edges; false if they do not lie so. */
static bool cut_blocks(const gpu_walk *walk, int axis, uint32_t transposed, int64_t widest,
                       gpu_cut *cut)
{
    const weft_plan *plan = walk->plan;
    if (widest > WEFT_GPU_NARROW)
        return false;
    const uint32_t tile_columns = WEFT_GPU_TRANSPOSE_COLUMNS((uint32_t)widest),
                   tile_rows = WEFT_GPU_TRANSPOSE_ROWS;
    const int64_t columns = gpu_walk_extent(walk, 0), rows = gpu_walk_extent(walk, axis);
    *cut = (gpu_cut){
        .rows_axis = axis,
        .outer_axis = walk->rank,
        .lanes = WEFT_GPU_THREADS,
        .lane_rows = 1,
        .tile_columns = tile_columns,
        .tile_rows = tile_rows,
        .transposed = transposed,
        .narrow = true,
        .whole = transposed,
    };
    for (int i = 0; i < plan->operand_count; i++) {
        const int64_t unit = WEFT_GPU_VECTOR / widest * gpu_cut_size(plan, i);
        if (transposed >> i & 1) {
            if (!is_whole(plan, i, axis, WEFT_GPU_VECTOR))
                return false;
        } else if (is_whole(plan, i, 0, unit)) {
            cut->whole |= 1u << i;
        } else if (i >= plan->ufunc->input_count) {
            return false;
        }
    }
    cut->shared_bytes = (uint32_t)fill_rooms(plan, cut, tile_rows);
    return cut->shared_bytes <= MOST_BYTES &&
           covered(columns, rows, tile_columns, tile_rows) / 5 * 4 <=
               covered(columns, rows, SMALL_SIDE, SMALL_SIDE);
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

/* Whether an input is read again and again: it stands still along some axis. */
static bool is_repeated(const weft_plan *plan, int i)
{
    for (int axis = 0; axis < plan->rank; axis++)
        if (plan->steps[axis][i] == 0)
            return true;
    return false;
}

bool gpu_cut_mostly_writes(const weft_plan *plan)
{
    enum { WIDE = 4 };
    for (int i = 0; i < plan->operand_count; i++)
        if (i < plan->ufunc->input_count ? !is_repeated(plan, i) : gpu_cut_size(plan, i) < WIDE)
            return false;
    return plan->rank > 1;
}

/* Rows of a tile whose threads write more than they read: several for each row of threads, so that
 * they find their place once for all, if all tiles are whole along columns, and there are enough of
 * them. */
static uint32_t choose_rows(const gpu_walk *walk, const gpu_cut *cut)
{
    enum { ENOUGH_TILES = 512, MOST_ROWS = 4 };
    const int64_t columns = gpu_walk_extent(walk, 0), across = columns / cut->tile_columns;
    const bool are_whole = columns == walk->plan->extents[0] && columns % cut->tile_columns == 0;
    const int64_t rows = walk->rank > 1 ? gpu_walk_extent(walk, 1) : 1;
    uint32_t each = 1;
    while (are_whole && each < MOST_ROWS && gpu_cut_mostly_writes(walk->plan) &&
           across * quotient_up(rows, 2 * each * cut->lane_rows) >= ENOUGH_TILES)
        each *= 2;
    return each * cut->lane_rows;
}

/* A thread's items in one row, or several. */
static gpu_cut cut_along(const gpu_walk *walk, uint32_t length)
{
    gpu_cut cut = {
        .rows_axis = walk->rank > 1 ? 1 : walk->rank, .outer_axis = walk->rank, .lane_rows = 1};
    const int64_t rows = walk->rank > 1 ? gpu_walk_extent(walk, 1) : 1;
    while (cut.lane_rows < LONG_ROWS && 2 * cut.lane_rows <= rows)
        cut.lane_rows *= 2;
    cut.lanes = cut.next_column = WEFT_GPU_THREADS / cut.lane_rows;
    cut.tile_columns = cut.lanes * length;
    cut.tile_rows = choose_rows(walk, &cut);
    return cut;
}

/* A thread's items in one column. */
static gpu_cut cut_down(const gpu_walk *walk, uint32_t length)
{
    gpu_cut cut = {.rows_axis = longest_axis(walk), .outer_axis = walk->rank};
    const int64_t columns = gpu_walk_extent(walk, 0);
    cut.lanes = cut.tile_columns =
        (uint32_t)(columns < WEFT_GPU_THREADS ? columns : WEFT_GPU_THREADS);
    cut.lane_rows = cut.next_row = WEFT_GPU_THREADS / cut.lanes;
    cut.tile_rows = cut.lane_rows * length;
    return cut;
}

/* Whether the rows of an output lie beside whole vectors of so many elements as those of the first
 * do. */
static bool agrees(const weft_plan *plan, int output, int64_t length)
{
    const int first = plan->ufunc->input_count;
    const int64_t size = gpu_cut_size(plan, output), first_size = gpu_cut_size(plan, first);
    if (((uintptr_t)plan->data[output] / (uintptr_t)size -
         (uintptr_t)plan->data[first] / (uintptr_t)first_size) %
            (uintptr_t)length !=
        0)
        return false;
    for (int axis = 1; axis < plan->rank; axis++)
        if ((plan->steps[axis][output] / size - plan->steps[axis][first] / first_size) % length !=
            0)
            return false;
    return true;
}

/* Rows of threads, of so many vectors each, that leave few threads without one. */
static uint32_t choose_lanes(int64_t vectors)
{
    uint32_t lanes = WEFT_GPU_THREADS;
    while (lanes > 32 && quotient_up(vectors, lanes) * lanes > vectors + vectors / 16)
        lanes /= 2;
    return lanes;
}

/* Vectors of narrow elements of rows that begin anywhere; false if operands are no such rows, or
 * short ones. */
static bool cut_skewed(const gpu_walk *walk, int64_t widest, gpu_cut *cut)
{
    enum { LEAST_VECTORS = 8 };
    const weft_plan *plan = walk->plan;
    const int64_t length = WEFT_GPU_VECTOR / widest, columns = gpu_walk_extent(walk, 0);
    if (widest > WEFT_GPU_NARROW || columns < LEAST_VECTORS * length)
        return false;
    const uint32_t lanes =
        walk->rank > 1 ? choose_lanes(quotient_up(columns, length) + 1) : WEFT_GPU_THREADS;
    *cut = (gpu_cut){
        .rows_axis = walk->rank > 1 ? 1 : walk->rank,
        .outer_axis = walk->rank,
        .lanes = lanes,
        .lane_rows = WEFT_GPU_THREADS / lanes,
        .tile_columns = lanes * (uint32_t)length,
        .tile_rows = WEFT_GPU_THREADS / lanes,
        .narrow = true,
        .ahead = (uint32_t)length - 1,
    };
    for (int i = 0; i < plan->operand_count; i++) {
        const bool is_output = i >= plan->ufunc->input_count;
        if (plan->values >> i & 1 || (!is_output && plan->steps[0][i] == 0))
            continue;
        if (plan->steps[0][i] != gpu_cut_size(plan, i) || (is_output && !agrees(plan, i, length)))
            return false;
        cut->whole |= 1u << i;
    }
    return true;
}

gpu_cut gpu_cut_choose(const gpu_walk *walk)
{
    const int64_t widest = widest_of(walk->plan);
    const uint32_t length = WEFT_GPU_TILE_LENGTH(widest); /* items of a thread */
    uint32_t transposed;
    gpu_cut cut;
    const int axis = choose_transposed(walk, &transposed);
    if (transposed != 0)
        return cut_blocks(walk, axis, transposed, widest, &cut)
                   ? cut
                   : cut_tiles(walk, axis, transposed, length);
    if (cut_skewed(walk, widest, &cut))
        return cut;
    if (walk->rank == 1 || gpu_walk_extent(walk, 0) >= LONG_ROW)
        return cut_along(walk, length);
    return cut_down(walk, length);
}
