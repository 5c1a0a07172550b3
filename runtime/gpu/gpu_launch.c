/* gpu_launch.c: choosing the kernel of a loop and filling its parameters. */
#include "gpu_launch.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/dtype.h"
#include "base/error.h"
#include "gpu_contract.h"
#include "gpu_module.h"

/* Items of one launch: what 32-bit indices count, and what a grid of 2^31 - 1 blocks holds. */
#define LIMIT32 ((int64_t)INT32_MAX)
#define LIMIT64 ((int64_t)1 << 38)

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
    loop->axes[0] = gpu_launch_division(walk->extent);
    for (int axis = 1; axis < walk->rank; axis++)
        loop->axes[axis] = gpu_launch_division(walk->plan->extents[axis]);
}

/* Where an operand is at this launch. */
static weft_gpu_place make_place(const gpu_walk *walk, int operand)
{
    weft_gpu_place place = {.data = walk->data[operand]};
    if (walk->plan->values >> operand & 1)
        memcpy(place.value, walk->data[operand],
               dtype_table[walk->plan->loop->kernel_dtypes[operand]].size);
    return place;
}

void gpu_launch_steps(const gpu_walk *walk, int operand, weft_gpu_operand64 *to)
{
    to->at = make_place(walk, operand);
    for (int axis = 0; axis < walk->rank; axis++)
        to->steps[axis] = walk->plan->steps[axis][operand];
}

weft_status gpu_launch_blocks(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                              const char *what, int64_t blocks, unsigned block_size,
                              unsigned shared_bytes, void *params, weft_error *error)
{
    char doing[200];
    void *arguments[] = {params};
    CUresult result = scope->driver->cuLaunchKernel(kernel, (unsigned)blocks, 1, 1, block_size, 1,
                                                    1, shared_bytes, stream, arguments, NULL);
    if (result == CUDA_SUCCESS)
        return WEFT_OK;
    snprintf(doing, sizeof doing, "%.120s: launching a kernel on device %d", what, scope->device);
    return gpu_driver_status(result, doing, error);
}

weft_status gpu_launch_kernel(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                              const char *what, int64_t threads, unsigned block_size, void *params,
                              weft_error *error)
{
    return gpu_launch_blocks(scope, stream, kernel, what, (threads + block_size - 1) / block_size,
                             block_size, 0, params, error);
}

/* Elements that one thread of the vectorised kernel handles: as device/elementwise.cuh has it. */
static int64_t vector_length(const weft_plan *plan)
{
    int64_t widest = 1;
    for (int i = 0; i < plan->operand_count; i++) {
        int64_t size = dtype_table[plan->loop->kernel_dtypes[i]].size;
        widest = size > widest ? size : widest;
    }
    return WEFT_GPU_VECTOR / widest;
}

/* Whether the vectorised kernel serves the plan; its one-element operands in device memory are
 * noted in *scalars. */
static bool is_vector(const weft_plan *plan, int64_t length, uint32_t *scalars)
{
    *scalars = 0;
    if (plan->rank != 1 || plan->item_count < length)
        return false;
    for (int i = 0; i < plan->operand_count; i++) {
        int64_t size = dtype_table[plan->loop->kernel_dtypes[i]].size, step = plan->steps[0][i];
        if (plan->values >> i & 1)
            continue;
        if (step == 0 && i < plan->ufunc->input_count && plan->item_count > 1)
            *scalars |= 1u << i;
        else if ((step != size && plan->item_count > 1) ||
                 (uintptr_t)plan->data[i] % (uintptr_t)(length * size) != 0)
            return false;
    }
    return true;
}

static weft_status find_kernel(const gpu_scope *scope, const weft_plan *plan, gpu_variant variant,
                               CUfunction *kernel, weft_error *error)
{
    return gpu_module_kernel(scope, plan->ufunc->module, plan->loop->index, plan->loop->symbol,
                             variant, kernel, error);
}

static weft_status launch_vector(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                                 int64_t length, uint32_t scalars, weft_error *error)
{
    struct {
        weft_gpu_vector_loop loop;
        weft_gpu_operand operands[WEFT_MAX_OPERANDS];
    } params;
    CUfunction kernel;
    gpu_walk walk;
    weft_status status = find_kernel(scope, plan, GPU_VECTOR, &kernel, error);
    gpu_walk_begin(&walk, plan, 1, LIMIT64);
    while (!status && gpu_walk_next(&walk)) {
        params.loop = (weft_gpu_vector_loop){walk.count, scalars, plan->values};
        for (int i = 0; i < plan->operand_count; i++)
            params.operands[i].at = make_place(&walk, i);
        status =
            gpu_launch_kernel(scope, stream, kernel, plan->ufunc->name,
                              (walk.count + length - 1) / length, WEFT_GPU_THREADS, &params, error);
    }
    return status;
}

static weft_status launch_axes(const gpu_scope *scope, CUstream stream, gpu_walk *walk,
                               weft_error *error)
{
    const weft_plan *plan = walk->plan;
    struct {
        weft_gpu_loop32 loop;
        weft_gpu_operand32 operands[WEFT_MAX_OPERANDS];
    } params;
    CUfunction kernel;
    weft_status status = find_kernel(scope, plan, GPU_AXES, &kernel, error);
    for (int i = 0; i < plan->operand_count; i++)
        for (int axis = 0; axis < walk->rank; axis++)
            params.operands[i].steps[axis] = (int32_t)plan->steps[axis][i];
    while (!status && gpu_walk_next(walk)) {
        gpu_launch_axes(walk, &params.loop);
        for (int i = 0; i < plan->operand_count; i++)
            params.operands[i].at = make_place(walk, i);
        status = gpu_launch_kernel(scope, stream, kernel, plan->ufunc->name, walk->count,
                                   WEFT_GPU_THREADS, &params, error);
    }
    return status;
}

static weft_status launch_axes64(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                                 weft_error *error)
{
    struct {
        weft_gpu_loop64 loop;
        weft_gpu_operand64 operands[WEFT_MAX_OPERANDS];
    } params;
    CUfunction kernel;
    gpu_walk walk;
    weft_status status = find_kernel(scope, plan, GPU_AXES64, &kernel, error);
    gpu_walk_begin(&walk, plan, WEFT_GPU_RANK, LIMIT64);
    while (!status && gpu_walk_next(&walk)) {
        params.loop.count = walk.count;
        params.loop.rank = walk.rank;
        params.loop.values = plan->values;
        for (int axis = 0; axis < walk.rank; axis++)
            params.loop.extents[axis] = axis == 0 ? walk.extent : plan->extents[axis];
        for (int i = 0; i < plan->operand_count; i++)
            gpu_launch_steps(&walk, i, &params.operands[i]);
        status = gpu_launch_kernel(scope, stream, kernel, plan->ufunc->name, walk.count,
                                   WEFT_GPU_THREADS, &params, error);
    }
    return status;
}

/* Any axes: 32-bit distances if those of every operand fit. */
static weft_status launch_elementwise(const gpu_scope *scope, CUstream stream,
                                      const weft_plan *plan, weft_error *error)
{
    uint32_t scalars;
    int64_t length = vector_length(plan);
    if (is_vector(plan, length, &scalars))
        return launch_vector(scope, stream, plan, length, scalars, error);
    gpu_walk walk;
    gpu_walk_begin(&walk, plan, WEFT_GPU_RANK, LIMIT32);
    for (int i = 0; i < plan->operand_count; i++)
        if (gpu_walk_reach(&walk, i) > INT32_MAX)
            return launch_axes64(scope, stream, plan, error);
    return launch_axes(scope, stream, &walk, error);
}

static weft_status launch_masked(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                                 weft_error *error)
{
    struct {
        weft_gpu_loop32 loop;
        weft_gpu_operand64 operands[WEFT_MAX_OPERANDS];
    } params;
    CUfunction kernel;
    gpu_walk walk;
    weft_status status = find_kernel(scope, plan, GPU_MASKED, &kernel, error);
    gpu_walk_begin(&walk, plan, WEFT_GPU_RANK, LIMIT32);
    while (!status && gpu_walk_next(&walk)) {
        gpu_launch_axes(&walk, &params.loop);
        for (int i = 0; i < plan->operand_count; i++)
            gpu_launch_steps(&walk, i, &params.operands[i]);
        status = gpu_launch_kernel(scope, stream, kernel, plan->ufunc->name, walk.count,
                                   WEFT_GPU_THREADS, &params, error);
    }
    return status;
}

/* What a gufunc's kernel takes; the core sizes and steps follow the last operand at once. */
typedef struct item_params {
    weft_gpu_loop32 loop;
    weft_gpu_operand64 operands[WEFT_MAX_OPERANDS];
    int64_t room[1 + PLAN_MAX_DIMENSIONS + 1 + WEFT_MAX_OPERANDS * WEFT_MAX_RANK];
} item_params;

/* Core steps of one operand: those of C order where the kernel relies on it, for size-1 axes too.
 * */
static void fill_core_steps(const weft_plan *plan, int operand, int64_t *steps)
{
    const weft_operand *layout = &plan->ufunc->operands[operand];
    int64_t step = dtype_table[plan->loop->kernel_dtypes[operand]].size;
    for (int axis = layout->core_rank - 1; axis >= 0; axis--) {
        steps[axis] = layout->contiguous ? step : plan->core_steps[operand][axis];
        /* A block of no elements may have any other size; nothing is read through its steps. */
        if (__builtin_mul_overflow(step, plan->sizes[layout->dimensions[axis]], &step))
            step = 0;
    }
}

static void fill_core(const weft_plan *plan, item_params *params)
{
    char *to = (char *)params + offsetof(item_params, operands) +
               (size_t)plan->operand_count * sizeof *params->operands;
    size_t dimension_count = plan->ufunc->dimension_count;
    memcpy(to, plan->sizes, dimension_count * sizeof *plan->sizes);
    to += (dimension_count > 0 ? dimension_count : 1) * sizeof *plan->sizes;
    for (int i = 0; i < plan->operand_count; i++) {
        int64_t steps[WEFT_MAX_RANK];
        size_t byte_count = plan->ufunc->operands[i].core_rank * sizeof *steps;
        fill_core_steps(plan, i, steps);
        memcpy(to, steps, byte_count);
        to += byte_count;
    }
}

static weft_status launch_items(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                                weft_error *error)
{
    item_params params;
    CUfunction kernel;
    gpu_walk walk;
    weft_status status = find_kernel(scope, plan, GPU_ITEM, &kernel, error);
    gpu_walk_begin(&walk, plan, WEFT_GPU_RANK, LIMIT32);
    fill_core(plan, &params);
    while (!status && gpu_walk_next(&walk)) {
        gpu_launch_axes(&walk, &params.loop);
        for (int i = 0; i < plan->operand_count; i++)
            gpu_launch_steps(&walk, i, &params.operands[i]);
        status = gpu_launch_kernel(scope, stream, kernel, plan->ufunc->name, walk.count,
                                   WEFT_GPU_ITEM_THREADS, &params, error);
    }
    return status;
}

weft_status gpu_launch_plan(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                            weft_error *error)
{
    if (plan_is_masked(plan))
        return launch_masked(scope, stream, plan, error);
    if (plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE)
        return launch_elementwise(scope, stream, plan, error);
    gpu_product product;
    if (gpu_contract_applies(plan, &product))
        return gpu_contract_launch(scope, stream, &product, plan, error);
    return launch_items(scope, stream, plan, error);
}
