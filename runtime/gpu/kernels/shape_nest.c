/* shape_nest.c: functions that are a nest of parallel loops around one in order: a block of threads
 * for each tile of an item's results; or for as many rounds of one parallel loop. */
#include "base/checked.h"
#include "gpu/driver/gpu_launch.h"
#include "kernel_shape.h"

/* Tiles have some of the results that they have room for, at least: of fewer a thread a result is
 * as fast. Blocks of an item at most: they have one tile after the other. */
enum { LEAST_SHARE = 8, MOST_BLOCKS = 1 << 16 };
/* The same of rounds of a parallel loop, a thread each; and of all items', where teams of threads
 * may share what a round does. */
enum { LEAST_ROUNDS = 16, LEAST_OF_ALL = 1 << 14 };

/* Results of an item, and tiles for them; false where they are no matrix. */
static bool find_tiles(const weft_plan *plan, int64_t *results, int64_t *tiles)
{
    const weft_operand *layout = &plan->ufunc->operands[plan->ufunc->input_count];
    if (layout->core_rank != 2)
        return false;
    const int64_t rows = plan->sizes[layout->dimensions[0]];
    const int64_t columns = plan->sizes[layout->dimensions[1]];
    return !__builtin_mul_overflow(rows, columns, results) &&
           !__builtin_mul_overflow(quotient_up(rows, WEFT_GPU_NEST_COLUMNS),
                                   quotient_up(columns, WEFT_GPU_NEST_COLUMNS), tiles);
}

static void use_blocks(const weft_plan *plan, gpu_choice *choice, int64_t blocks)
{
    blocks = blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
    choice->item.rooms = (gpu_item_rooms){.threads = WEFT_GPU_NEST_THREADS,
                                          .team = (uint32_t)blocks * WEFT_GPU_NEST_THREADS};
    gpu_walk_begin(&choice->item.walk, plan, WEFT_GPU_RANK, GPU_LIMIT32 / blocks);
}

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    int64_t results, tiles;
    if (!find_tiles(plan, &results, &tiles) || tiles == 0 ||
        results / tiles < WEFT_GPU_NEST_ROWS * WEFT_GPU_NEST_COLUMNS / LEAST_SHARE)
        return PLAN_TEXT_NO(why, "the results of an item are few");
    use_blocks(plan, choice, tiles);
    return true;
}

/* Rounds go along an axis of the results; of a longer one there are blocks that have none. */
static bool applies_front(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    const weft_operand *layout = &plan->ufunc->operands[plan->ufunc->input_count];
    int64_t longest = 0;
    for (int axis = 0; axis < layout->core_rank; axis++)
        if (plan->sizes[layout->dimensions[axis]] > longest)
            longest = plan->sizes[layout->dimensions[axis]];
    const bool has_team = plan->loop->shapes & WEFT_HAS(GPU_TEAM);
    if (longest < LEAST_ROUNDS || (has_team && plan->item_count < LEAST_OF_ALL / longest))
        return PLAN_TEXT_NO(why, "the rounds of an item are few");
    use_blocks(plan, choice, quotient_up(longest, WEFT_GPU_NEST_THREADS));
    return true;
}

static weft_status launch_front(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                                const gpu_choice *choice, weft_error *error)
{
    (void)plan;
    return gpu_item_launch(scope, stream, choice->item.walk, WEFT_SHAPE_GPU_FRONT,
                           &choice->item.rooms, error);
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    (void)plan;
    return gpu_item_launch(scope, stream, choice->item.walk, WEFT_SHAPE_GPU_NEST,
                           &choice->item.rooms, error);
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    (void)plan;
    plan_text_add(to, ", %u blocks of threads an item",
                  choice->item.rooms.team / WEFT_GPU_NEST_THREADS);
    gpu_kernel_shape_print_walk(&choice->item.walk, to);
}

const gpu_kernel_shape gpu_shape_nest = {
    .number = WEFT_SHAPE_GPU_NEST,
    .applies = applies,
    .launch = launch,
    .print = print,
};

const gpu_kernel_shape gpu_shape_front = {
    .number = WEFT_SHAPE_GPU_FRONT,
    .applies = applies_front,
    .launch = launch_front,
    .print = print,
};
