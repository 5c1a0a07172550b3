/* shape_item.c: core dimensions, one thread an item. Small blocks that lie as one in memory go
 * through shared memory, where the threads of a block bring them together. */
#include "base/dtype.h"
#include "gpu/driver/gpu_launch.h"
#include "kernel_shape.h"

/* Elements of a block, and its words of 4 bytes at most, that go through shared memory. */
enum { LEAST_ELEMENTS = 2, MOST_WORDS = 64 };

/* The words of an operand's block; 0 if it is for no shared memory. */
static uint32_t find_words(const gpu_walk *walk, int i)
{
    const weft_plan *plan = walk->plan;
    const int64_t size = dtype_table[plan->loop->kernel_dtypes[i]].size;
    const int64_t bytes = plan_core_bytes(plan, i);
    const bool lies_as_one = walk->rank == 1 && plan->steps[0][i] == bytes &&
                             plan_core_is_contiguous(plan, i) && (uintptr_t)plan->data[i] % 4 == 0;
    return lies_as_one && !plan_is_written(plan, i) && size >= 4 &&
                   bytes >= LEAST_ELEMENTS * size && bytes <= MOST_WORDS * 4
               ? (uint32_t)(bytes / 4)
               : 0;
}

/* The pitch spreads the blocks over the banks of shared memory: an odd number of elements. */
static gpu_item_rooms find_rooms(const gpu_walk *walk)
{
    const weft_plan *plan = walk->plan;
    gpu_item_rooms rooms = {.threads = WEFT_GPU_ITEM_THREADS};
    for (int i = 0; i < plan->operand_count; i++) {
        const uint32_t size = dtype_table[plan->loop->kernel_dtypes[i]].size;
        const uint32_t words = find_words(walk, i);
        const uint32_t pitch = (words * 4 / size | 1) * (size / 4);
        if (words == 0 ||
            !gpu_item_add_room(&rooms, plan, i, (int64_t)pitch * 4 * WEFT_GPU_ITEM_THREADS))
            continue;
        rooms.words[i] = words;
        rooms.pitch[i] = pitch;
    }
    return rooms;
}

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    (void)why;
    gpu_walk_begin(&choice->item.walk, plan, WEFT_GPU_RANK, GPU_LIMIT32);
    choice->item.rooms = find_rooms(&choice->item.walk);
    return true;
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    (void)plan;
    return gpu_item_launch(scope, stream, choice->item.walk, WEFT_SHAPE_GPU_ITEM,
                           &choice->item.rooms, error);
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    gpu_item_print(plan, &choice->item.rooms, to);
    gpu_kernel_shape_print_walk(&choice->item.walk, to);
}

const gpu_kernel_shape gpu_shape_item = {
    .number = WEFT_SHAPE_GPU_ITEM,
    .applies = applies,
    .launch = launch,
    .print = print,
};
