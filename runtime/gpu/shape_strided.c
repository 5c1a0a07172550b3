/* shape_strided.c: elementwise, any axes, all distances within a launch in 32 bits. */
#include <inttypes.h>

#include "gpu_launch.h"
#include "kernel_shape.h"

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    if (plan_is_masked(plan))
        return PLAN_TEXT_NO(why, "there is a mask");
    gpu_walk_begin(&choice->walk, plan, WEFT_GPU_RANK, GPU_LIMIT32);
    for (int i = 0; i < plan->operand_count; i++) {
        int64_t reach = gpu_walk_reach(&choice->walk, i);
        if (reach > INT32_MAX)
            return PLAN_TEXT_NO(why, "%s reaches over %" PRId64 " bytes, beyond 32 bits",
                                plan_operand_name(plan, i), reach);
    }
    return true;
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    struct {
        weft_gpu_loop32 loop;
        weft_gpu_operand32 operands[WEFT_MAX_OPERANDS];
    } params;
    CUfunction kernel;
    gpu_walk walk = choice->walk;
    weft_status status = gpu_launch_find(scope, plan, WEFT_SHAPE_GPU_STRIDED, &kernel, error);
    for (int i = 0; i < plan->operand_count; i++)
        for (int axis = 0; axis < walk.rank; axis++)
            params.operands[i].steps[axis] = (int32_t)plan->steps[axis][i];
    while (!status && gpu_walk_next(&walk)) {
        gpu_launch_axes(&walk, &params.loop);
        for (int i = 0; i < plan->operand_count; i++)
            params.operands[i].at = gpu_launch_place(&walk, i);
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

const gpu_kernel_shape gpu_shape_strided = {
    .number = WEFT_SHAPE_GPU_STRIDED,
    .applies = applies,
    .launch = launch,
    .print = print,
};
