/* shape_item.c: core dimensions, one thread an item. */
#include <stddef.h>
#include <string.h>

#include "base/dtype.h"
#include "gpu_launch.h"
#include "kernel_shape.h"

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

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    (void)why;
    gpu_walk_begin(&choice->walk, plan, WEFT_GPU_RANK, GPU_LIMIT32);
    return true;
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    item_params params;
    CUfunction kernel;
    gpu_walk walk = choice->walk;
    weft_status status = gpu_launch_find(scope, plan, WEFT_SHAPE_GPU_ITEM, &kernel, error);
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

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    (void)plan;
    gpu_kernel_shape_print_walk(&choice->walk, to);
}

const gpu_kernel_shape gpu_shape_item = {
    .number = WEFT_SHAPE_GPU_ITEM,
    .applies = applies,
    .launch = launch,
    .print = print,
};
