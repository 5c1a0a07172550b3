/* shape_masked.c: elementwise, any axes, the items that a mask chooses. */
#include "gpu/driver/gpu_launch.h"
#include "kernel_shape.h"

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    (void)why;
    if (!plan_is_masked(plan))
        return false;
    gpu_walk_begin(&choice->walk, plan, WEFT_GPU_RANK, GPU_LIMIT32);
    return true;
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    struct {
        weft_gpu_loop32 loop;
        weft_gpu_operand64 operands[WEFT_MAX_OPERANDS];
    } params;
    CUfunction kernel;
    gpu_walk walk = choice->walk;
    weft_status status = gpu_launch_find(scope, plan, WEFT_SHAPE_GPU_MASKED, &kernel, error);
    while (!status && gpu_walk_next(&walk)) {
        gpu_launch_axes(&walk, &params.loop);
        for (int i = 0; i < plan->operand_count; i++)
            gpu_launch_steps(&walk, i, &params.operands[i]);
        status = gpu_launch_kernel(scope, stream, kernel, plan->ufunc->name, walk.count,
                                   WEFT_GPU_THREADS, &params, error);
    }
    return status;
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    (void)plan;
    gpu_kernel_shape_print_walk(&choice->walk, to);
}

const gpu_kernel_shape gpu_shape_masked = {
    .number = WEFT_SHAPE_GPU_MASKED,
    .applies = applies,
    .launch = launch,
    .print = print,
};
