/* shape_strided.c: elementwise, any axes, any distances, by tiles over two of the axes. */
#include <inttypes.h>

#include "base/checked.h"
#include "gpu/driver/gpu_launch.h"
#include "kernel_shape.h"

typedef struct strided_params {
    weft_gpu_tile_loop loop;
    weft_gpu_tile_operand operands[WEFT_MAX_OPERANDS];
} strided_params;

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    if (plan_is_masked(plan))
        return PLAN_TEXT_NO(why, "there is a mask");
    gpu_walk_begin(&choice->strided.walk, plan, WEFT_GPU_RANK, GPU_LIMIT32);
    choice->strided.cut = gpu_cut_choose(&choice->strided.walk);
    return true;
}

/* The plan's axes in the kernel's order: columns (their inner axis), rows, all others. `order`:
 * WEFT_GPU_RANK + 1 places; walk->rank stands for rows of a plan that has none. How many there are.
 */
static int order_axes(const gpu_walk *walk, const gpu_cut *cut, int *order)
{
    int count = 2;
    order[0] = 0;
    order[1] = cut->rows_axis;
    for (int axis = 1; axis < walk->rank; axis++)
        if (axis != cut->rows_axis && axis != cut->outer_axis)
            order[count++] = axis;
    return count;
}

/* Fills the loop of a launch; its blocks. */
static int64_t fill_loop(const gpu_walk *walk, const gpu_cut *cut, const int *order, int rank,
                         weft_gpu_tile_loop *loop)
{
    const int64_t inner = gpu_walk_extent(walk, 0);
    const bool is_merged = cut->outer_axis < walk->rank;
    const int64_t columns = is_merged ? inner * gpu_walk_extent(walk, cut->outer_axis) : inner;
    const int64_t rows = order[1] < walk->rank ? gpu_walk_extent(walk, order[1]) : 1;
    int64_t blocks = 1;
    *loop = (weft_gpu_tile_loop){
        .rank = (uint32_t)rank,
        .columns = (uint32_t)columns,
        .rows = (uint32_t)rows,
        .tile_columns = cut->tile_columns,
        .tile_rows = cut->tile_rows,
        .lanes = gpu_launch_division(cut->lanes),
        .lane_rows = cut->lane_rows,
        .next_column = cut->next_column,
        .next_row = cut->next_row,
        .values = walk->plan->values,
        .transposed = cut->transposed,
        .narrow = cut->narrow,
        .whole = cut->whole,
        .is_merged = is_merged,
        .merged = gpu_launch_division(inner),
    };
    for (int k = 0; k < rank; k++) {
        const int64_t count = k == 0   ? quotient_up(columns + cut->ahead, cut->tile_columns)
                              : k == 1 ? quotient_up(rows, cut->tile_rows)
                                       : gpu_walk_extent(walk, order[k]);
        loop->axes[k] = gpu_launch_division(count);
        blocks *= count;
    }
    return blocks;
}

static void fill_operand(const gpu_walk *walk, const gpu_cut *cut, const int *order, int rank,
                         int operand, weft_gpu_tile_operand *to)
{
    to->at = gpu_launch_place(walk, operand);
    to->room = cut->room[operand];
    to->jump = cut->outer_axis < walk->rank
                   ? walk->plan->steps[cut->outer_axis][operand] -
                         gpu_walk_extent(walk, 0) * walk->plan->steps[0][operand]
                   : 0;
    for (int k = 0; k < rank; k++)
        to->steps[k] = order[k] < walk->rank ? walk->plan->steps[order[k]][operand] : 0;
    to->next = cut->next_column * to->steps[0] + cut->next_row * to->steps[1];
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    const gpu_cut *cut = &choice->strided.cut;
    strided_params params;
    int order[WEFT_GPU_RANK + 1];
    CUfunction kernel;
    gpu_walk walk = choice->strided.walk;
    const int rank = order_axes(&walk, cut, order);
    weft_status status = gpu_launch_find(scope, plan, WEFT_SHAPE_GPU_STRIDED, &kernel, error);
    while (!status && gpu_walk_next(&walk)) {
        const int64_t blocks = fill_loop(&walk, cut, order, rank, &params.loop);
        for (int i = 0; i < plan->operand_count; i++)
            fill_operand(&walk, cut, order, rank, i, &params.operands[i]);
        status = gpu_launch_blocks(scope, stream, kernel, plan->ufunc->name, blocks,
                                   cut->lanes * cut->lane_rows, cut->shared_bytes, &params, error);
    }
    return status;
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    const gpu_cut *cut = &choice->strided.cut;
    plan_text_add(to, ", %" PRIu32 " × %" PRIu32 " items a block", cut->tile_rows,
                  cut->tile_columns);
    if (cut->outer_axis < choice->strided.walk.rank)
        plan_text_add(to, " along axes 0 and %d", cut->outer_axis);
    if (cut->narrow && cut->transposed == 0)
        plan_text_add(to, ", by vectors of rows that begin anywhere");
    if (!cut->narrow && cut->next_row == 0 && cut->tile_rows > cut->lane_rows)
        plan_text_add(to, ", row by row");
    for (int i = 0; i < plan->operand_count; i++)
        if (cut->transposed >> i & 1)
            plan_text_add(to, ", %s transposed", plan_operand_name(plan, i));
    gpu_kernel_shape_print_walk(&choice->strided.walk, to);
}

const gpu_kernel_shape gpu_shape_strided = {
    .number = WEFT_SHAPE_GPU_STRIDED,
    .applies = applies,
    .launch = launch,
    .print = print,
};
