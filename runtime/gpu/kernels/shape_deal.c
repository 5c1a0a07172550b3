/* shape_deal.c: loops in loops in order whose rounds a team of threads shares, an item each, as
 * factorisations have them. What an item writes is in shared memory meanwhile if it is small. */
#include "base/dtype.h"
#include "gpu/driver/gpu_launch.h"
#include "gpu_spread.h"
#include "kernel_shape.h"

/* Rounds of the longest such loops, and nanoseconds of an item on a core, at least: of less a
 * thread an item is as fast. */
enum { LEAST_LENGTH = 8, LEAST_COST = 400 };

/* Threads of an item at least and at most, where several are in a block; rounds of one of them.
 * Threads of a block, where there is room for their items; bytes of these at most. */
enum {
    LEAST_TEAM = 4,
    MOST_TEAM = WEFT_GPU_GROUP,
    ROUNDS = 2,
    BLOCK_THREADS = 128,
    MOST_BYTES = (48 << 10) - 16 * WEFT_MAX_OPERANDS
};

/* Bytes of shared memory that a multiprocessor has for items, and threads of these that keep it
 * busy. */
enum { ALL_BYTES = 224 << 10, BUSY_THREADS = 512 };

/* Threads that keep a GPU busy as long as they are some of an item's. */
enum { GOOD_THREADS = GPU_GOOD_THREADS / 8 };

/* Elements of an operand in shared memory that 32 bits count. */
enum { MOST_ELEMENTS = 1 << 20 };

static int64_t find_length(const weft_plan *plan)
{
    int64_t least = INT64_MAX;
    for (int d = 0; d < plan->ufunc->dimension_count && d < 32; d++)
        if (plan->ufunc->team_dimensions >> d & 1 && plan->sizes[d] < least)
            least = plan->sizes[d];
    return least;
}

static int64_t axis_length(const weft_plan *plan, int operand, int axis)
{
    return plan->sizes[plan->ufunc->operands[operand].dimensions[axis]];
}

/* Rows of an operand, and elements from one to the next in shared memory: threads that read a
 * column meet in no bank. */
static bool find_rows(const weft_plan *plan, int operand, int64_t *rows, int64_t *columns)
{
    const int rank = plan_core_rank(plan->ufunc, operand);
    *rows = rank == 2 ? axis_length(plan, operand, 0) : 1;
    *columns = axis_length(plan, operand, rank - 1);
    return *rows > 0 && *columns > 0 && *rows <= MOST_ELEMENTS && *columns <= MOST_ELEMENTS &&
           *rows * (*columns | 1) <= MOST_ELEMENTS;
}

/* Whether the function writes it. */
static bool is_near(const weft_plan *plan, int operand)
{
    return plan_core_rank(plan->ufunc, operand) > 0 &&
           (operand >= plan->ufunc->input_count || plan_is_written(plan, operand));
}

/* Bytes of an item's arrays there; 0 if they stay in device memory: some are large. */
static int64_t find_bytes(const weft_plan *plan)
{
    int64_t bytes = 0, rows, columns;
    for (int i = 0; i < plan->operand_count; i++) {
        if (plan_core_rank(plan->ufunc, i) > 2)
            return 0;
        if (!is_near(plan, i))
            continue;
        if (!find_rows(plan, i, &rows, &columns))
            return 0;
        bytes += rows * (columns | 1) * dtype_table[plan->loop->kernel_dtypes[i]].size;
    }
    return bytes <= MOST_BYTES ? bytes : 0;
}

/* Threads of an item: some rounds for each, but that those whose arrays are in device memory, or
 * leave room for few items in shared memory, have one. */
static uint32_t find_team(const weft_plan *plan, int64_t length, int64_t bytes)
{
    uint32_t team = LEAST_TEAM;
    while (team < MOST_TEAM && team * ROUNDS * 2 <= length)
        team *= 2;
    while (team < MOST_TEAM && team < length &&
           (bytes == 0 || ALL_BYTES / bytes * team < BUSY_THREADS))
        team *= 2;
    while (team < WEFT_GPU_DEAL_THREADS && team < length && plan->item_count < GOOD_THREADS / team)
        team *= 2;
    return team;
}

static gpu_item_rooms find_rooms(const weft_plan *plan, int64_t length)
{
    const int64_t bytes = find_bytes(plan);
    const uint32_t team = find_team(plan, length, bytes);
    gpu_item_rooms rooms = {.team = team, .threads = team > WEFT_GPU_GROUP ? team : BLOCK_THREADS};
    if (bytes == 0)
        return rooms;
    while (rooms.threads / rooms.team * bytes > MOST_BYTES)
        rooms.threads /= 2;
    for (int i = 0; i < plan->operand_count; i++) {
        int64_t rows, columns;
        if (!is_near(plan, i))
            continue;
        find_rows(plan, i, &rows, &columns);
        rooms.pitch[i] = (uint32_t)(columns | 1);
        rooms.words[i] = (uint32_t)columns;
        rooms.length[i] = rows * columns;
        gpu_item_add_room(&rooms, plan, i,
                          rooms.threads / rooms.team * rows * (columns | 1) *
                              dtype_table[plan->loop->kernel_dtypes[i]].size);
    }
    return rooms;
}

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    const int64_t length = find_length(plan);
    weft_work_kind kind;
    if (length < LEAST_LENGTH ||
        weft_work_estimate(plan->ufunc, plan->loop, plan->sizes, &kind) < LEAST_COST)
        return PLAN_TEXT_NO(why, "the loops that threads would share are short");
    choice->item.rooms = find_rooms(plan, length);
    gpu_walk_begin(&choice->item.walk, plan, WEFT_GPU_RANK, GPU_LIMIT32);
    return true;
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    (void)plan;
    return gpu_item_launch(scope, stream, choice->item.walk, WEFT_SHAPE_GPU_DEAL,
                           &choice->item.rooms, error);
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    plan_text_add(to, ", %u threads an item", choice->item.rooms.team);
    gpu_item_print(plan, &choice->item.rooms, to);
    gpu_kernel_shape_print_walk(&choice->item.walk, to);
}

const gpu_kernel_shape gpu_shape_deal = {
    .number = WEFT_SHAPE_GPU_DEAL,
    .applies = applies,
    .launch = launch,
    .print = print,
};
