/* gpu_fold.c: many short folds in one launch: which of the kernels of device/fold.cuh, and how. */
#include "gpu_fold.h"

#include <stdlib.h>

#include "base/checked.h"
#include "base/dtype.h"
#include "gpu_launch.h"
#include "gpu_module.h"

/* Shared memory of a block of the rows kernel, bytes: small blocks overlap better, but elements come 16
 * bytes at a time only where a block has some segments. */
enum { SMALL_ROOM = 16 << 10, LARGE_ROOM = 48 << 10, FLAT_ROWS = 16, MOST_ROWS = 4096 };

/* The longest segments that a thread folds alone wherever they lie. */
enum { SHORT = 128 };

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

static void fill(const plan_segments *all, fold_params *params, const int *order)
{
    weft_gpu_fold *fold = &params->fold;
    fill_axes(all, params, order);
    fold->to = all->to;
    fold->length = fold->counts[0] = (uint32_t)all->count;
    fold->lengths = gpu_launch_division(all->count);
    fold->halvings = 0;
    for (int level = 1; level <= WEFT_GPU_HALVINGS; level++) {
        fold->counts[level] = (fold->counts[level - 1] + 1) / 2;
        fold->halvings += fold->counts[level - 1] > 1;
    }
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

/* How many segments of so many elements a block of the rows kernel stages. An odd pitch spreads the rows over
 * the banks of shared memory. */
static uint32_t rows_of_block(const plan_segments *all)
{
    const int64_t row = (all->count | 1) * dtype_table[all->loop->dtypes[2]].size;
    const int64_t rows = (row * FLAT_ROWS <= SMALL_ROOM ? SMALL_ROOM : LARGE_ROOM) / row;
    if (rows > MOST_ROWS)
        return MOST_ROWS;
    return (uint32_t)(rows >= FLAT_ROWS ? rows - rows % FLAT_ROWS : rows);
}

/* Whether the rows kernel gets its elements 16 bytes at a time: all segments lie as one in memory, from a multiple
 * of 16 bytes on. */
static bool is_flat(const plan_segments *all)
{
    const int64_t size = dtype_table[all->loop->dtypes[2]].size;
    const plan_segment_input *input = &all->inputs[0];
    return !all->pair && all->rank <= 1 && input->step == size &&
           (all->rank == 0 || all->extents[0] == 1 || input->steps[0] == all->count * size) &&
           (uintptr_t)input->data % 16 == 0 && rows_of_block(all) >= FLAT_ROWS;
}

/* Whether a thread folds a segment, out of shared memory, rather than 32 threads, which for the shortest are too many. */
static bool is_short(const plan_segments *all)
{
    return all->count <= SHORT || (all->count < FOLD_SEGMENT && is_flat(all));
}

bool gpu_fold_applies(const plan_segments *all, weft_kernel_shape *shape)
{
    int64_t segments;
    const weft_loop *loop = all->pair ? all->pair : all->loop;
    const uint32_t wanted = all->runs ? WEFT_HAS(GPU_SCAN) : WEFT_HAS(GPU_FOLD);
    const bool is_across = lies_across(all);
    *shape = all->runs ? is_across ? WEFT_SHAPE_GPU_SCAN_LANES : WEFT_SHAPE_GPU_SCAN
             : is_across ? WEFT_SHAPE_GPU_FOLD_LANES
             : is_short(all) ? WEFT_SHAPE_GPU_FOLD_ROWS
                             : WEFT_SHAPE_GPU_FOLD;
    return loop->shapes & wanted && weft_loop_is_in_image(all->owner, loop, WEFT_GPU) &&
           all->rank <= WEFT_GPU_RANK && all->count >= (all->runs ? 1 : 2) &&
           checked_product(all->extents, all->rank, &segments) && segments > 0 &&
           segments <= INT32_MAX;
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
                          weft_kernel_shape shape, const weft_gpu_fold *fold, uint32_t each,
                          unsigned shared_bytes, void *params, weft_error *error)
{
    const weft_loop *loop = all->pair ? all->pair : all->loop;
    CUfunction kernel;
    weft_status status = gpu_module_kernel(scope, all->owner->module, loop->index, loop->symbol, shape, &kernel, error);
    if (status)
        return status;
    return gpu_launch_blocks(scope, stream, kernel, all->ufunc->name,
                             ((int64_t)fold->loop.count + each - 1) / each, WEFT_GPU_THREADS, shared_bytes,
                             params, error);
}

weft_status gpu_fold_launch(const gpu_scope *scope, CUstream stream, const plan_segments *all,
                            weft_error *error)
{
    fold_params params;
    int order[WEFT_GPU_RANK];
    weft_kernel_shape shape;
    unsigned shared_bytes = 0;
    gpu_fold_applies(all, &shape);
    order_axes(all, order);
    fill(all, &params, order);
    uint32_t each = WEFT_GPU_THREADS; /* segments of a block */
    if (shape == WEFT_SHAPE_GPU_FOLD || shape == WEFT_SHAPE_GPU_SCAN)
        each = WEFT_GPU_THREADS / WEFT_GPU_GROUP;
    if (shape == WEFT_SHAPE_GPU_FOLD_ROWS) {
        shared_bytes = stage_rows(all, &params.fold);
        each = params.fold.rows;
    }
    if (!all->runs)
        return launch(scope, stream, all, shape, &params.fold, each, shared_bytes, &params, error);
    scan_params scan = {.fold = params.fold, .inputs = {params.inputs[0]}};
    fill_carry(all, &scan.scan, order);
    return launch(scope, stream, all, shape, &params.fold, each, 0, &scan, error);
}
