/* shape_stream.c: one long core axis that is walked in order, one thread an item. The items of a
 * group of threads come together, through windows in shared memory. */
#include "base/dtype.h"
#include "gpu/driver/gpu_launch.h"
#include "kernel_shape.h"

/* Elements from which on a window pays; shorter blocks go whole, see shape_item.c. And those that
 * the kernel counts. */
enum {
    LEAST_LENGTH = 2 * WEFT_GPU_WINDOW,
    MOST_LENGTH = INT32_MAX - 16 * WEFT_GPU_WINDOW, /* what is counted ahead has room, too */
    MOST_BYTES = (48 << 10) - 16 * WEFT_MAX_OPERANDS
};

/* Windows of an input: the one that is read, and those that are on their way. Of few groups, four
 * for each of 132 multiprocessors, there are more of them, and each group has a block of its own.
 * There are most where rounds ask for their own elements alone, in rows of so many: then few groups
 * of a multiprocessor keep up with memory, which is faster by long pieces of a row; a round that
 * waits for an element elsewhere needs other groups that go on, and so do the ends of short rows.
 */
enum { WINDOWS = 2, MORE_WINDOWS = 4, MOST_WINDOWS = 8, FEW_GROUPS = 528 };

/* Bytes of a window of a group on an operand; 0 if it has none. */
static uint32_t window_bytes(const weft_plan *plan, int i)
{
    const weft_operand *layout = &plan->ufunc->operands[i];
    const uint32_t size = dtype_table[plan->loop->kernel_dtypes[i]].size;
    if (layout->core_rank != 1)
        return 0;
    const int64_t length = plan->sizes[layout->dimensions[0]];
    const bool is_long = length >= LEAST_LENGTH && plan->core_steps[i][0] == size;
    return is_long ? WEFT_GPU_GROUP * WEFT_GPU_WINDOW_PITCH(size) : 0;
}

static uint32_t window_count(const weft_plan *plan, int i, uint32_t windows)
{
    return i < plan->ufunc->input_count ? windows : 1;
}

/* Bytes of all windows of a group. */
static uint32_t group_bytes(const weft_plan *plan, uint32_t windows)
{
    uint32_t bytes = 0;
    for (int i = 0; i < plan->operand_count; i++)
        bytes += window_count(plan, i, windows) * window_bytes(plan, i);
    return bytes;
}

/* Whether an output has two windows, where there is room for them: rows are written in longer
 * pieces. They pay where inputs have all that they should. */
static bool has_pairs(const weft_plan *plan, int i)
{
    return plan->ufunc->flags & WEFT_UFUNC_STREAM_OWN && i >= plan->ufunc->input_count &&
           !plan_is_kept(plan, i) &&
           WEFT_GPU_WINDOW_HAS_PAIRS(dtype_table[plan->loop->kernel_dtypes[i]].size);
}

/* Bytes of the second windows of a group. */
static uint32_t pair_bytes(const weft_plan *plan)
{
    uint32_t bytes = 0;
    for (int i = 0; i < plan->operand_count; i++)
        bytes += has_pairs(plan, i) ? window_bytes(plan, i) : 0;
    return bytes;
}

/* Elements of the longest rows that have windows. */
static int64_t longest_row(const weft_plan *plan)
{
    int64_t longest = 0;
    for (int i = 0; i < plan->operand_count; i++) {
        const int64_t length =
            window_bytes(plan, i) ? plan->sizes[plan->ufunc->operands[i].dimensions[0]] : 0;
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* How many windows of an input there should be. */
static uint32_t wanted_windows(const weft_plan *plan, bool are_few)
{
    const int64_t longest = longest_row(plan);
    if (!(plan->ufunc->flags & WEFT_UFUNC_STREAM_OWN))
        return are_few ? MORE_WINDOWS : WINDOWS;
    return are_few || longest >= 2 * MOST_WINDOWS * WEFT_GPU_WINDOW ? MOST_WINDOWS
           : longest > WINDOWS * WEFT_GPU_WINDOW                    ? MORE_WINDOWS
                                                                    : WINDOWS;
}

/* As many groups in a block as have room for their windows. */
static gpu_item_rooms find_rooms(const weft_plan *plan)
{
    const bool are_few = plan->item_count <= (int64_t)FEW_GROUPS * WEFT_GPU_GROUP;
    gpu_item_rooms rooms = {.threads = are_few ? WEFT_GPU_GROUP : WEFT_GPU_ITEM_THREADS};
    const uint32_t wanted = wanted_windows(plan, are_few);
    uint32_t windows = wanted;
    while (windows > WINDOWS && group_bytes(plan, windows) > MOST_BYTES)
        windows /= 2;
    const uint32_t bytes = group_bytes(plan, windows), more = pair_bytes(plan);
    const bool are_pairs = windows > WINDOWS && windows == wanted && bytes + more <= MOST_BYTES;
    while (rooms.threads > WEFT_GPU_GROUP &&
           rooms.threads / WEFT_GPU_GROUP * (bytes + (are_pairs ? more : 0)) > MOST_BYTES)
        rooms.threads /= 2;
    for (int i = 0; i < plan->operand_count; i++) {
        rooms.windows[i] = are_pairs && has_pairs(plan, i) ? 2 : window_count(plan, i, windows);
        rooms.pitch[i] = rooms.windows[i] * window_bytes(plan, i);
        if (rooms.pitch[i] == 0 ||
            !gpu_item_add_room(&rooms, plan, i, rooms.threads / WEFT_GPU_GROUP * rooms.pitch[i]))
            continue;
        rooms.length[i] = plan->sizes[plan->ufunc->operands[i].dimensions[0]];
    }
    return rooms;
}

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    if (plan->item_count < WEFT_GPU_GROUP)
        return PLAN_TEXT_NO(why, "there are fewer items than threads of a group");
    for (int d = 0; d < plan->ufunc->dimension_count; d++)
        if (plan->sizes[d] > MOST_LENGTH)
            return PLAN_TEXT_NO(why, "a core axis has more than %d elements", MOST_LENGTH);
    if (plan->rank > 1)
        return PLAN_TEXT_NO(why, "there are %d axes", plan->rank);
    gpu_walk_begin(&choice->item.walk, plan, WEFT_GPU_RANK, GPU_LIMIT32);
    choice->item.rooms = find_rooms(plan);
    return (choice->item.rooms.brought | choice->item.rooms.taken) != 0 ||
           PLAN_TEXT_NO(why, "no core axis is long and contiguous");
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    (void)plan;
    return gpu_item_launch(scope, stream, choice->item.walk, WEFT_SHAPE_GPU_STREAM,
                           &choice->item.rooms, error);
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    gpu_item_print(plan, &choice->item.rooms, to);
    gpu_kernel_shape_print_walk(&choice->item.walk, to);
}

const gpu_kernel_shape gpu_shape_stream = {
    .number = WEFT_SHAPE_GPU_STREAM,
    .applies = applies,
    .launch = launch,
    .print = print,
};
