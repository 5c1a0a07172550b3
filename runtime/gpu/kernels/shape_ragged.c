/* shape_ragged.c: lists, one thread each. */
#include "gpu/driver/gpu_launch.h"
#include "kernel_shape.h"

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    (void)why;
    gpu_walk_begin(&choice->item.walk, plan, 1, GPU_LIMIT32);
    choice->item.rooms = (gpu_item_rooms){.threads = WEFT_GPU_ITEM_THREADS};
    return true;
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    (void)plan;
    return gpu_item_launch(scope, stream, choice->item.walk, WEFT_SHAPE_GPU_RAGGED,
                           &choice->item.rooms, error);
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    (void)plan;
    gpu_kernel_shape_print_walk(&choice->item.walk, to);
}

const gpu_kernel_shape gpu_shape_ragged = {
    .number = WEFT_SHAPE_GPU_RAGGED,
    .applies = applies,
    .launch = launch,
    .print = print,
};
