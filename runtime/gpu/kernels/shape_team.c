/* shape_team.c: long core axes that are walked in any order, a team of threads an item: 32 of rows
 * that these have in a few turns, up to a whole block of long ones; and of several blocks where no
 * thread needs another. */
#include <stdlib.h>

#include "base/dtype.h"
#include "gpu/driver/gpu_launch.h"
#include "gpu_spread.h"
#include "kernel_shape.h"

/* Elements of a row at least: of fewer a team's threads would have so few that most of their time
 * goes into combining; without sums, fewer would not be worth a team. Elements of a thread, as far
 * as there are so many threads: of a row that is walked again those that it has in registers, if
 * they are small; of others, too, for then fewer rows are under way, and the caches keep them.
 * Threads of a block at least. */
enum {
    LEAST_LENGTH = 128,
    LEAST_EXACT = 64,
    THREAD_LENGTH = 64,
    EXACT_LENGTH = 16,
    BLOCK_THREADS = 128
};

/* Threads that a team has at most; and items that keep a GPU busy by themselves where their rows
 * lie apart. */
enum { MOST_THREADS = 1 << 24, GOOD_ITEMS = 1 << 14 };

static bool is_exact(const weft_plan *plan)
{
    return plan->ufunc->flags & WEFT_UFUNC_TEAM_EXACT;
}

static bool is_apart(const weft_plan *plan)
{
    return plan->ufunc->flags & WEFT_UFUNC_TEAM_APART;
}

/* Elements of the longest axis that a team shares; 0 if one that is long lies apart in memory. */
static int64_t find_length(const weft_plan *plan)
{
    const bool may_lie_apart = is_exact(plan) && plan->item_count < GOOD_ITEMS;
    int64_t longest = 0;
    for (int i = 0; i < plan->operand_count; i++) {
        const weft_operand *layout = &plan->ufunc->operands[i];
        const int axis = layout->core_rank - 1;
        if (axis < 0 || !(plan->ufunc->team_dimensions >> layout->dimensions[axis] & 1))
            continue;
        const int64_t length = plan->sizes[layout->dimensions[axis]];
        const int64_t size = dtype_table[plan->loop->kernel_dtypes[i]].size;
        if (length >= LEAST_LENGTH && llabs(plan->core_steps[i][axis]) > 2 * size && !may_lie_apart)
            return 0;
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* Elements of a row that is walked again that a thread has at most. */
static int64_t find_share(const weft_plan *plan)
{
    int arrays = 0;
    for (int i = 0; i < plan->operand_count; i++)
        arrays += plan_core_rank(plan->ufunc, i) != 0;
    return WEFT_GPU_SHARE(arrays);
}

/* Whether threads have all elements of rows in registers; then notes the outputs that are stored
 * from there. */
static bool are_whole(const weft_plan *plan, int64_t length, gpu_item_rooms *rooms)
{
    if (is_exact(plan) || !plan->ufunc->team_again || length > find_share(plan) * rooms->team)
        return false;
    for (int i = 0; i < plan->operand_count; i++) {
        const int rank = plan_core_rank(plan->ufunc, i);
        const bool is_output = i >= plan->ufunc->input_count;
        if (rank == 0)
            continue;
        if (dtype_table[plan->loop->kernel_dtypes[i]].size > WEFT_GPU_SHARE_BYTES ||
            (is_output && plan_is_kept(plan, i)))
            return false;
        rooms->length[i] =
            rank == 1 && is_output ? plan->sizes[plan->ufunc->operands[i].dimensions[0]] : 0;
    }
    return true;
}

/* By the function and the length alone, for the order of sums follows from it. */
static uint32_t choose_ordered(const weft_plan *plan, int64_t length)
{
    const int64_t each = plan->ufunc->team_again ? find_share(plan) : THREAD_LENGTH;
    uint32_t team = WEFT_GPU_GROUP;
    while (team < WEFT_GPU_TEAM_THREADS && team * each < length)
        team *= 2;
    return team;
}

/* Some elements of a thread, or fewer where that keeps the GPU busy. */
static uint32_t choose_exact(const weft_plan *plan, int64_t length)
{
    const uint32_t most = is_apart(plan) ? MOST_THREADS : WEFT_GPU_TEAM_THREADS;
    uint32_t team = WEFT_GPU_GROUP;
    while (team < most && team < length &&
           (team * EXACT_LENGTH < length || plan->item_count < GPU_GOOD_THREADS / team))
        team *= 2;
    return team;
}

/* A team that meets is a group, or the block. */
static uint32_t choose_block(const weft_plan *plan, uint32_t team)
{
    return is_apart(plan) || team == WEFT_GPU_GROUP ? BLOCK_THREADS : team;
}

static gpu_item_rooms find_rooms(const weft_plan *plan, int64_t length)
{
    const uint32_t team =
        is_exact(plan) ? choose_exact(plan, length) : choose_ordered(plan, length);
    gpu_item_rooms rooms = {.team = team, .threads = choose_block(plan, team)};
    rooms.whole = are_whole(plan, length, &rooms);
    return rooms;
}

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    const int64_t length = find_length(plan);
    if (length < (is_exact(plan) ? LEAST_EXACT : LEAST_LENGTH))
        return PLAN_TEXT_NO(why, "no core axis is long and close together");
    choice->item.rooms = find_rooms(plan, length);
    const uint32_t team = choice->item.rooms.team, threads = choice->item.rooms.threads;
    gpu_walk_begin(&choice->item.walk, plan, WEFT_GPU_RANK,
                   GPU_LIMIT32 / (team > threads ? team / threads : 1));
    return true;
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    (void)plan;
    return gpu_item_launch(scope, stream, choice->item.walk, WEFT_SHAPE_GPU_TEAM,
                           &choice->item.rooms, error);
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    (void)plan;
    plan_text_add(to, ", %u threads an item%s", choice->item.rooms.team,
                  choice->item.rooms.whole ? ", rows in registers" : "");
    gpu_kernel_shape_print_walk(&choice->item.walk, to);
}

const gpu_kernel_shape gpu_shape_team = {
    .number = WEFT_SHAPE_GPU_TEAM,
    .applies = applies,
    .launch = launch,
    .print = print,
};
