/* shape_vector.c: elementwise along one axis, 16 bytes of the widest operand at a time. */
#include <inttypes.h>

#include "base/dtype.h"
#include "gpu_launch.h"
#include "kernel_shape.h"

/* Elements that one thread handles: as device/elementwise.cuh has it. */
static int64_t vector_length(const weft_plan *plan)
{
    int64_t widest = 1;
    for (int i = 0; i < plan->operand_count; i++) {
        int64_t size = dtype_table[plan->loop->kernel_dtypes[i]].size;
        widest = size > widest ? size : widest;
    }
    return WEFT_GPU_VECTOR / widest;
}

/* Whether an operand is contiguous and aligned, or one element, which is noted in *scalars. */
static bool operand_serves(const weft_plan *plan, int i, int64_t length, uint32_t *scalars,
                           plan_text *why)
{
    int64_t size = dtype_table[plan->loop->kernel_dtypes[i]].size, step = plan->steps[0][i];
    if (plan->values >> i & 1)
        return true;
    if (step == 0 && i < plan->ufunc->input_count && plan->item_count > 1) {
        *scalars |= 1u << i;
        return true;
    }
    if (step != size && plan->item_count > 1)
        return PLAN_TEXT_NO(why, "%s has steps of %" PRId64 " bytes, elements of %" PRId64,
                            plan_operand_name(plan, i), step, size);
    if ((uintptr_t)plan->data[i] % (uintptr_t)(length * size) != 0)
        return PLAN_TEXT_NO(why, "%s does not begin at a multiple of %" PRId64 " bytes",
                            plan_operand_name(plan, i), length * size);
    return true;
}

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    if (plan_is_masked(plan))
        return PLAN_TEXT_NO(why, "there is a mask");
    const int64_t length = vector_length(plan);
    choice->vector.length = length;
    choice->vector.scalars = 0;
    if (plan->rank != 1)
        return PLAN_TEXT_NO(why, "there are %d axes", plan->rank);
    if (plan->item_count < length)
        return PLAN_TEXT_NO(why, "a thread wants %" PRId64 " items", length);
    for (int i = 0; i < plan->operand_count; i++)
        if (!operand_serves(plan, i, length, &choice->vector.scalars, why))
            return false;
    return true;
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    struct {
        weft_gpu_vector_loop loop;
        weft_gpu_operand operands[WEFT_MAX_OPERANDS];
    } params;
    const int64_t length = choice->vector.length;
    CUfunction kernel;
    gpu_walk walk;
    weft_status status = gpu_launch_find(scope, plan, WEFT_SHAPE_GPU_VECTOR, &kernel, error);
    gpu_walk_begin(&walk, plan, 1, GPU_LIMIT64);
    while (!status && gpu_walk_next(&walk)) {
        params.loop = (weft_gpu_vector_loop){walk.count, choice->vector.scalars, plan->values};
        for (int i = 0; i < plan->operand_count; i++)
            params.operands[i].at = gpu_launch_place(&walk, i);
        status =
            gpu_launch_kernel(scope, stream, kernel, plan->ufunc->name,
                              (walk.count + length - 1) / length, WEFT_GPU_THREADS, &params, error);
    }
    return status;
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    gpu_walk walk;
    gpu_walk_begin(&walk, plan, 1, GPU_LIMIT64);
    plan_text_add(to, ", %" PRId64 " items a thread", choice->vector.length);
    gpu_kernel_shape_print_walk(&walk, to);
}

const gpu_kernel_shape gpu_shape_vector = {
    .number = WEFT_SHAPE_GPU_VECTOR,
    .applies = applies,
    .launch = launch,
    .print = print,
};
