/* gpu_launch.c: filling the parameters of a launch, and enqueueing it. */
#include "gpu_launch.h"

#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "base/dtype.h"
#include "gpu_module.h"

weft_gpu_division gpu_launch_division(int64_t extent)
{
    uint32_t shift = 0;
    while (((int64_t)1 << shift) < extent)
        shift++;
    uint64_t rest = ((uint64_t)1 << shift) - (uint64_t)extent;
    return (weft_gpu_division){
        .extent = (uint32_t)extent,
        .multiplier = (uint32_t)((rest << 32) / (uint64_t)extent + 1),
        .shift = shift,
    };
}

void gpu_launch_axes(const gpu_walk *walk, weft_gpu_loop32 *loop)
{
    loop->count = (uint32_t)walk->count;
    loop->rank = (uint32_t)walk->rank;
    loop->values = walk->plan->values;
    for (int axis = 0; axis < walk->rank; axis++)
        loop->axes[axis] = gpu_launch_division(gpu_walk_extent(walk, axis));
}

weft_gpu_place gpu_launch_place(const gpu_walk *walk, int operand)
{
    weft_gpu_place place;
    memset(&place, 0, sizeof place); /* all of its bytes are compared with the last launch's */
    if (walk->plan->values >> operand & 1)
        memcpy(place.value, walk->data[operand],
               dtype_table[walk->plan->loop->kernel_dtypes[operand]].size);
    else
        place.data = walk->data[operand];
    return place;
}

void gpu_launch_steps(const gpu_walk *walk, int operand, weft_gpu_operand64 *to)
{
    to->at = gpu_launch_place(walk, operand);
    for (int axis = 0; axis < walk->rank; axis++)
        to->steps[axis] = walk->plan->steps[axis][operand];
}

weft_status gpu_launch_find(const gpu_scope *scope, const weft_plan *plan, weft_kernel_shape shape,
                            CUfunction *kernel, weft_error *error)
{
    return gpu_module_kernel(scope, plan->ufunc->module, plan->loop->index, plan->loop->symbol,
                             shape, kernel, error);
}

weft_status gpu_launch_grid(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                            const char *what, const gpu_grid *grid, void *params, weft_error *error)
{
    char doing[200];
    void *arguments[] = {params};
    if (scope->runs && gpu_graph_launch(scope, stream, kernel, grid, arguments, params))
        return WEFT_OK;
    CUresult result = scope->driver->cuLaunchKernel(
        kernel, grid->x, grid->y, grid->z, grid->threads, grid->threads_y ? grid->threads_y : 1,
        grid->threads_z ? grid->threads_z : 1, grid->shared_bytes, stream, arguments, NULL);
    if (result == CUDA_SUCCESS)
        return WEFT_OK;
    snprintf(doing, sizeof doing, "%.120s: launching a kernel on device %d", what, scope->device);
    return gpu_driver_status(result, doing, error);
}

weft_status gpu_launch_blocks(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                              const char *what, int64_t blocks, unsigned block_size,
                              unsigned shared_bytes, void *params, weft_error *error)
{
    const gpu_grid grid = {
        .x = (unsigned)blocks, .y = 1, .z = 1, .threads = block_size, .shared_bytes = shared_bytes};
    return gpu_launch_grid(scope, stream, kernel, what, &grid, params, error);
}

weft_status gpu_launch_kernel(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                              const char *what, int64_t threads, unsigned block_size, void *params,
                              weft_error *error)
{
    return gpu_launch_blocks(scope, stream, kernel, what, quotient_up(threads, block_size),
                             block_size, 0, params, error);
}
