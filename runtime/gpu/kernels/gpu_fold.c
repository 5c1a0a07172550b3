/* gpu_fold.c: many short folds in one launch: which of the kernels of device/fold.cuh or
 * device/scan.cuh, and how. */
#include "gpu_fold.h"

#include <stdlib.h>

#include "base/checked.h"
#include "base/dtype.h"
#include "base/error.h"
#include "gpu/driver/gpu_launch.h"
#include "gpu/driver/gpu_memory.h"
#include "gpu/driver/gpu_module.h"

/* Shared memory of a block of the rows kernel, bytes: small blocks overlap better, but elements
 * come 16 bytes at a time only where a block has some segments. */
enum { SMALL_ROOM = 16 << 10, LARGE_ROOM = 48 << 10, FLAT_ROWS = 16, MOST_ROWS = 4096 };

/* The longest segments that a thread folds alone wherever they lie. */
enum { SHORT = 128 };

/* Long lanes that a block folds: of few segments, or so many lanes that all multiprocessors have
 * some. */
enum { FEW_PIECES = 32, MANY_LANES = 512, LONG = FOLD_SEGMENT * FOLD_SEGMENT };

/* So many lanes of few segments that a group a lane keeps a GPU busy. */
enum { GROUPS_ENOUGH = 1 << 15 };

/* Tiles of a launch, whose places are counted in 32 bits. */
enum { MOST_TILES = 1 << 27 };

/* Blocks of a launch that stay until all tiles are taken: more than a GPU has room for, for those
 * that come too late end at once. */
enum { MOST_STAYING = 1024 };

/* Bytes of an element above which not every group of a block can have a segment in shared memory.
 */
enum { LARGE_ELEMENT = 8 };

/* Groups of a block. */
enum { GROUPS = WEFT_GPU_THREADS / WEFT_GPU_GROUP };

_Static_assert(FOLD_SEGMENT == WEFT_GPU_SEGMENT, "the kernels fold other segments");

/* What a kernel takes; only as many inputs as there are. That of a running fold has one. */
typedef struct fold_params {
    weft_gpu_fold fold;
    weft_gpu_fold_input inputs[FOLD_INPUTS];
} fold_params;
typedef struct scan_params {
    weft_gpu_fold fold;
    weft_gpu_fold_input inputs[1];
    weft_gpu_scan scan;
} scan_params;

/* The axes by the distance of neighbours in the first input, the nearest first. */
static void order_axes(const plan_segments *all, int *order)
{
    const int64_t *steps = all->inputs[0].steps;
    for (int axis = 0; axis < all->rank; axis++) {
        int at = axis;
        for (; at > 0 && llabs(steps[order[at - 1]]) > llabs(steps[axis]); at--)
            order[at] = order[at - 1];
        order[at] = axis;
    }
}

/* A launch over no axes has one of one segment. `order`: the axes of the launch. */
static void fill_axes(const plan_segments *all, fold_params *params, const int *order)
{
    weft_gpu_fold *fold = &params->fold;
    int64_t segments = 1;
    fold->loop.rank = all->rank > 0 ? (uint32_t)all->rank : 1;
    fold->loop.axes[0] = gpu_launch_division(1);
    fold->to_steps[0] = 0;
    for (int i = 0; i < all->input_count; i++)
        params->inputs[i].steps[0] = 0;
    for (int k = 0; k < all->rank; k++) {
        segments *= all->extents[order[k]];
        fold->loop.axes[k] = gpu_launch_division(all->extents[order[k]]);
        fold->to_steps[k] = all->to_steps[order[k]];
        for (int i = 0; i < all->input_count; i++)
            params->inputs[i].steps[k] = all->inputs[i].steps[order[k]];
    }
    fold->loop.count = (uint32_t)segments;
}

/* Counts after so many halvings; how many there are until one is left. */
static uint32_t fill_counts(uint32_t count, uint32_t *counts)
{
    uint32_t halvings = 0;
    counts[0] = count;
    for (int level = 1; level <= WEFT_GPU_HALVINGS; level++) {
        counts[level] = (counts[level - 1] + 1) / 2;
        halvings += counts[level - 1] > 1;
    }
    return halvings;
}

/* The greatest power of two up to a block's groups that is not more than so many segments. */
static uint32_t team_of(int64_t segments)
{
    uint32_t team = 1;
    while (team < GROUPS && 2 * team <= segments)
        team *= 2;
    return team;
}

static void fill(const plan_segments *all, fold_params *params, const int *order)
{
    weft_gpu_fold *fold = &params->fold;
    const int64_t length = all->count % FOLD_SEGMENT ? all->count % FOLD_SEGMENT : FOLD_SEGMENT;
    fill_axes(all, params, order);
    fold->to = all->to;
    fold->length = (uint32_t)length;
    fold->halvings = fill_counts(fold->length, fold->counts);
    fold->lengths = gpu_launch_division(length);
    fold->pieces = all->runs ? 1 : (uint32_t)quotient_up(all->count, FOLD_SEGMENT);
    fold->team =
        fold->pieces <= FEW_PIECES && fold->loop.count >= GROUPS_ENOUGH ? 1 : team_of(fold->pieces);
    for (int i = 0; i < all->input_count; i++) {
        params->inputs[i].data = all->inputs[i].data;
        params->inputs[i].step = all->inputs[i].step;
    }
}

/* Whether neighbouring segments lie closer than the elements of one. */
static bool lies_across(const plan_segments *all)
{
    const plan_segment_input *input = &all->inputs[0];
    for (int axis = 0; axis < all->rank; axis++)
        if (all->extents[axis] > 1 && llabs(input->steps[axis]) < llabs(input->step))
            return true;
    return false;
}

/* How many segments of so many elements a block of the rows kernel stages. An odd pitch spreads the
 * rows over the banks of shared memory. */
static uint32_t rows_of_block(const plan_segments *all)
{
    const int64_t row = (all->count | 1) * dtype_table[all->loop->dtypes[2]].size;
    const int64_t rows = (row * FLAT_ROWS <= SMALL_ROOM ? SMALL_ROOM : LARGE_ROOM) / row;
    if (rows > MOST_ROWS)
        return MOST_ROWS;
    return (uint32_t)(rows >= FLAT_ROWS ? rows - rows % FLAT_ROWS : rows);
}

/* Whether the rows kernel gets its elements 16 bytes at a time: all segments lie as one in memory,
 * from a multiple of 16 bytes on. */
static bool is_flat(const plan_segments *all)
{
    const int64_t size = dtype_table[all->loop->dtypes[2]].size;
    const plan_segment_input *input = &all->inputs[0];
    return !all->pair && all->rank <= 1 && input->step == size &&
           (all->rank == 0 || all->extents[0] == 1 || input->steps[0] == all->count * size) &&
           (uintptr_t)input->data % 16 == 0 && rows_of_block(all) >= FLAT_ROWS;
}

/* Whether a thread folds a segment, out of shared memory, rather than 32 threads, which for the
 * shortest are too many. */
static bool is_short(const plan_segments *all)
{
    return all->count <= SHORT || (all->count < FOLD_SEGMENT && is_flat(all));
}

/* Threads of the groups kernel that share a segment, a unit of 16 bytes each, where all lie as one;
 * 0: a group shares one. */
static uint32_t packed_threads(const plan_segments *all, int64_t segments)
{
    const int64_t size = dtype_table[all->loop->dtypes[2]].size, unit = 16 / size,
                  threads = all->count / unit;
    const bool is_power = (all->count & (all->count - 1)) == 0;
    return is_power && threads >= 4 && threads <= WEFT_GPU_GROUP && is_flat(all) &&
                   segments <= (INT32_MAX - WEFT_GPU_PACKED(size) * WEFT_GPU_THREADS) / threads
               ? (uint32_t)threads
               : 0;
}

/* Shares of a lane whose prefixes are wanted, a group each, and tiles, a block each. */
static int64_t shares_of(const plan_segments *all)
{
    return quotient_up(all->count, WEFT_GPU_SCAN_SHARE(dtype_table[all->loop->dtypes[2]].size));
}

static int64_t tiles_of(const plan_segments *all)
{
    return quotient_up(shares_of(all), GROUPS);
}

/* Whether elements lie side by side, in all inputs. */
static bool lies_near(const plan_segments *all)
{
    const uint8_t *dtypes = all->pair ? all->pair->dtypes : all->loop->dtypes;
    for (int i = 0; i < all->input_count; i++)
        if (all->inputs[i].step != (int64_t)dtype_table[dtypes[i]].size)
            return false;
    return true;
}

/* Whether one launch is best for lanes of so many elements. */
static bool length_serves(const plan_segments *all, bool is_across, int64_t lanes)
{
    if (all->runs && !is_across)
        return !all->carry.data && (tiles_of(all) == 1 || tiles_of(all) <= MOST_TILES / lanes);
    if (all->count <= FOLD_SEGMENT || is_across || !lies_near(all))
        return all->count <= FOLD_SEGMENT;
    return all->count <= FEW_PIECES * FOLD_SEGMENT || (all->count <= LONG && lanes >= MANY_LANES);
}

bool gpu_fold_applies(const plan_segments *all, weft_kernel_shape *shape)
{
    int64_t segments;
    const weft_loop *loop = all->pair ? all->pair : all->loop;
    const uint64_t wanted = all->runs ? WEFT_HAS(GPU_SCAN) : WEFT_HAS(GPU_FOLD);
    const bool is_across = lies_across(all);
    if (!(loop->shapes & wanted) || !weft_loop_is_in_image(all->owner, loop, WEFT_GPU) ||
        all->rank > WEFT_GPU_RANK || all->count < (all->runs ? 1 : 2) ||
        !checked_product(all->extents, all->rank, &segments) || segments <= 0 ||
        segments > INT32_MAX || !length_serves(all, is_across, segments))
        return false;
    *shape = all->runs   ? is_across ? WEFT_SHAPE_GPU_SCAN_LANES : WEFT_SHAPE_GPU_SCAN
             : is_across ? WEFT_SHAPE_GPU_FOLD_LANES
             : is_short(all) && !packed_threads(all, segments) ? WEFT_SHAPE_GPU_FOLD_ROWS
                                                               : WEFT_SHAPE_GPU_FOLD;
    return true;
}

/* How the rows kernel stages; the bytes of shared memory that it takes. */
static unsigned stage_rows(const plan_segments *all, weft_gpu_fold *fold)
{
    fold->pitch = fold->length | 1;
    fold->width = 1;
    while (fold->width < fold->length && fold->width < WEFT_GPU_GROUP)
        fold->width *= 2;
    fold->rows = rows_of_block(all);
    fold->flat = is_flat(all);
    fold->block_rows = gpu_launch_division(fold->rows);
    return fold->rows * fold->pitch * (unsigned)dtype_table[all->loop->dtypes[2]].size;
}

/* What is carried into the segments of a running fold. */
static void fill_carry(const plan_segments *all, weft_gpu_scan *scan, const int *order)
{
    scan->carry = all->carry.data;
    scan->carry_axis = WEFT_GPU_RANK;
    scan->carry_steps[0] = 0;
    scan->to_step = all->to_step;
    for (int k = 0; k < all->rank && all->carry.data; k++) {
        scan->carry_steps[k] = all->carry.steps[order[k]];
        if (order[k] == all->carry.axis)
            scan->carry_axis = (uint32_t)k;
    }
}

/* Enqueues a kernel of whose blocks each does `each` segments. */
static weft_status launch(const gpu_scope *scope, CUstream stream, const plan_segments *all,
                          weft_kernel_shape shape, int64_t segments, uint32_t each,
                          unsigned shared_bytes, void *params, weft_error *error)
{
    const weft_loop *loop = all->pair ? all->pair : all->loop;
    CUfunction kernel;
    weft_status status = gpu_module_kernel(scope, all->owner->module, loop->index, loop->symbol,
                                           shape, &kernel, error);
    if (status)
        return status;
    return gpu_launch_blocks(scope, stream, kernel, all->ufunc->name, quotient_up(segments, each),
                             WEFT_GPU_THREADS, shared_bytes, params, error);
}

/* Whether lanes of whole segments of elements side by side begin at multiples of 16 bytes; of a
 * single one of narrow elements it is not worth it. */
static bool is_wide(const plan_segments *all)
{
    const plan_segment_input *input = &all->inputs[0];
    const int64_t size = dtype_table[all->loop->dtypes[2]].size,
                  least = size < 4 ? FOLD_SEGMENT + 1 : FOLD_SEGMENT;
    bool is =
        !all->pair && all->count >= least && lies_near(all) && (uintptr_t)input->data % 16 == 0;
    for (int axis = 0; axis < all->rank; axis++)
        is = is && (all->extents[axis] == 1 || input->steps[axis] % 16 == 0);
    return is;
}

/* Segments that lie as one are shared by few threads each; long ones' pieces are folded through
 * shared memory. What a block folds; the bytes of that. */
static uint32_t share_groups(const plan_segments *all, weft_gpu_fold *fold, unsigned *shared_bytes)
{
    const unsigned size = dtype_table[all->loop->dtypes[2]].size;
    fold->wide = false;
    fold->packed = packed_threads(all, fold->loop.count);
    fold->packed_shift = 0;
    while (1u << fold->packed_shift < fold->packed)
        fold->packed_shift++;
    if (fold->packed)
        return (uint32_t)(WEFT_GPU_PACKED(size) * WEFT_GPU_THREADS) / fold->packed;
    fold->wide = is_wide(all);
    if (fold->pieces == 1 && !fold->wide)
        return GROUPS;
    if (size > LARGE_ELEMENT && fold->team == 1)
        fold->team = 2;
    *shared_bytes = GROUPS / fold->team *
                    (fold->pieces + (fold->length < FOLD_SEGMENT ? FOLD_SEGMENT : 0)) * size;
    return GROUPS / fold->team;
}

/* Whether lanes' elements and prefixes lie as one, and begin so that four are brought at once. */
static bool is_flat_run(const plan_segments *all)
{
    const int64_t size = dtype_table[all->loop->dtypes[2]].size,
                  unit = 4 * size < 16 ? 4 * size : 16;
    bool is = all->inputs[0].step == size && all->to_step == size &&
              (uintptr_t)all->inputs[0].data % (uintptr_t)unit == 0 &&
              (uintptr_t)all->to % (uintptr_t)unit == 0;
    for (int axis = 0; axis < all->rank; axis++)
        is = is && all->inputs[0].steps[axis] % unit == 0 && all->to_steps[axis] % unit == 0;
    return is;
}

/* The prefixes of whole lanes. Where a lane is several tiles, they publish their aggregates in
 * memory of their own. */
static weft_status launch_runs(const gpu_scope *scope, CUstream stream, const plan_segments *all,
                               scan_params *params, weft_error *error)
{
    const int64_t size = dtype_table[all->loop->dtypes[2]].size, words = quotient_up(size, 4),
                  tiles = tiles_of(all);
    const int64_t sums = quotient_up(tiles, WEFT_GPU_GROUP),
                  larges = quotient_up(sums, WEFT_GPU_GROUP);
    const uint32_t lanes = params->fold.loop.count, team = team_of(shares_of(all));
    weft_gpu_scan *scan = &params->scan;
    scan->team = team < shares_of(all) && team < GROUPS ? 2 * team : team;
    scan->length = all->count;
    scan->flat = is_flat_run(all);
    scan->rounds = 0;
    scan->published = NULL;
    const int64_t share = WEFT_GPU_SCAN_SHARE(size), round = 4 * WEFT_GPU_GROUP;
    const unsigned room = (unsigned)(GROUPS * share * size); /* and what is before each four */
    if (all->count <= share) {
        scan->rounds = (uint32_t)quotient_up(all->count, round);
        scan->lanes = (uint32_t)(share / round) / scan->rounds;
        return launch(scope, stream, all, WEFT_SHAPE_GPU_SCAN, lanes, GROUPS * scan->lanes, room,
                      params, error);
    }
    scan->units = (uint32_t)(tiles == 1 ? quotient_up(lanes, GROUPS / scan->team) : lanes * tiles);
    if (tiles == 1)
        return launch(scope, stream, all, WEFT_SHAPE_GPU_SCAN, scan->units, 1, room + room / 4,
                      params, error);
    scan->tiles = gpu_launch_division(tiles);
    scan->published_tiles = (uint32_t)(tiles * words);
    scan->published_sums = (uint32_t)(sums * words);
    scan->published_counts = (uint32_t)((tiles + sums + larges) * words);
    scan->published_lane = scan->published_counts + (uint32_t)quotient_up(sums + larges, 2);
    CUdeviceptr published;
    const size_t count = (size_t)((int64_t)lanes * scan->published_lane),
                 bytes = (count + 1) * sizeof(uint64_t);
    weft_status status = gpu_memory_allocate(scope, stream, bytes, &published, error);
    if (status)
        return status;
    scan->published = (void *)published;
    scan->ticket = (void *)(scan->published + count);
    status = gpu_driver_status(scope->driver->cuMemsetD8Async(published, 0, bytes, stream),
                               "clearing memory", error);
    if (!status)
        status = launch(scope, stream, all, WEFT_SHAPE_GPU_SCAN,
                        scan->units < MOST_STAYING ? scan->units : MOST_STAYING, 1, room + room / 4,
                        params, error);
    gpu_memory_release(scope, stream, published);
    return status;
}

weft_status gpu_fold_launch(const gpu_scope *scope, CUstream stream, const plan_segments *all,
                            weft_error *error)
{
    fold_params params;
    int order[WEFT_GPU_RANK];
    weft_kernel_shape shape;
    unsigned shared_bytes = 0;
    if (!gpu_fold_applies(all, &shape))
        return error_set(error, WEFT_ERROR_TARGET, "%s: no kernel folds these segments",
                         all->ufunc->name);
    order_axes(all, order);
    fill(all, &params, order);
    const uint32_t count = params.fold.loop.count;
    if (all->runs) {
        scan_params scan = {.fold = params.fold, .inputs = {params.inputs[0]}};
        fill_carry(all, &scan.scan, order);
        return shape == WEFT_SHAPE_GPU_SCAN
                   ? launch_runs(scope, stream, all, &scan, error)
                   : launch(scope, stream, all, shape, count, WEFT_GPU_THREADS, 0, &scan, error);
    }
    uint32_t each = WEFT_GPU_THREADS; /* segments of a block */
    if (shape == WEFT_SHAPE_GPU_FOLD)
        each = share_groups(all, &params.fold, &shared_bytes);
    if (shape == WEFT_SHAPE_GPU_FOLD_ROWS) {
        shared_bytes = stage_rows(all, &params.fold);
        each = params.fold.rows;
    }
    return launch(scope, stream, all, shape, count, each, shared_bytes, &params, error);
}
