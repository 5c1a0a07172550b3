/* shape_vector.c: elementwise, rows of contiguous elements, 16 bytes of the widest operand at a
 * time. */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/checked.h"
#include "base/dtype.h"
#include "gpu/driver/gpu_launch.h"
#include "gpu_cut.h"
#include "kernel_shape.h"

/* Items of a launch over several axes, and over one: whole vectors of any operands. */
enum { LIMIT_ROWS = INT32_MAX - 15 };

typedef struct vector_params {
    weft_gpu_vector_loop loop;
    weft_gpu_operand64 operands[WEFT_MAX_OPERANDS];
} vector_params;

/* Elements that one thread handles: as device/elementwise.cuh has it. */
static int64_t vector_length(const weft_plan *plan)
{
    int64_t widest = 1;
    for (int i = 0; i < plan->operand_count; i++) {
        const int64_t size = gpu_cut_size(plan, i);
        widest = size > widest ? size : widest;
    }
    return WEFT_GPU_VECTOR / widest;
}

/* Whether all rows of an operand begin at whole vectors. */
static bool is_aligned(const weft_plan *plan, int i, int64_t bytes, plan_text *why)
{
    if ((uintptr_t)plan->data[i] % (uintptr_t)bytes != 0)
        return PLAN_TEXT_NO(why, "%s does not begin at a multiple of %" PRId64 " bytes",
                            plan_operand_name(plan, i), bytes);
    for (int axis = 1; axis < plan->rank; axis++)
        if (plan->steps[axis][i] % bytes != 0)
            return PLAN_TEXT_NO(why, "rows of %s do not begin at multiples of %" PRId64 " bytes",
                                plan_operand_name(plan, i), bytes);
    return true;
}

/* Whether an operand's rows are contiguous and aligned, or one element each, which is noted in
 * *scalars. */
static bool operand_serves(const weft_plan *plan, int i, int64_t length, uint32_t *scalars,
                           plan_text *why)
{
    const int64_t size = plan_element_step(plan, i), step = plan->steps[0][i];
    if (plan->values >> i & 1)
        return true;
    if (step == 0 && i < plan->ufunc->input_count && plan->item_count > 1) {
        *scalars |= 1u << i;
        return true;
    }
    if (step != size && plan->item_count > 1)
        return PLAN_TEXT_NO(why, "%s has steps of %" PRId64 " bytes, elements of %" PRId64,
                            plan_operand_name(plan, i), step, size);
    return is_aligned(plan, i, length * size, why);
}

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    if (plan_is_masked(plan))
        return PLAN_TEXT_NO(why, "there is a mask");
    const int64_t length = vector_length(plan), columns = plan->extents[0];
    choice->vector.length = length;
    choice->vector.scalars = 0;
    if (columns < length)
        return PLAN_TEXT_NO(why, "a thread wants %" PRId64 " items", length);
    for (int i = 0; i < plan->operand_count; i++)
        if (!operand_serves(plan, i, length, &choice->vector.scalars, why))
            return false;
    if (gpu_cut_mostly_writes(plan))
        return PLAN_TEXT_NO(why, "all inputs repeat");
    gpu_walk_begin(&choice->vector.walk, plan, WEFT_GPU_RANK,
                   plan->rank == 1 ? GPU_LIMIT64 : LIMIT_ROWS);
    return true;
}

/* The loop axes of a launch: each all of an axis of the plan, or a part that others go on with. */
typedef struct loop_axes {
    int rank;
    int crossing; /* axis of which threads side by side have some rows of each of axis 1; 0: none */
    struct {
        int axis;
        int64_t extent, items; /* items of the axis from one to the next */
    } at[WEFT_GPU_RANK];
} loop_axes;

static void add_axis(loop_axes *axes, int axis, int64_t extent, int64_t items)
{
    axes->at[axes->rank].axis = axis;
    axes->at[axes->rank].extent = extent;
    axes->at[axes->rank++].items = items;
}

/* The axis along which rows of one vector are neighbours in an input where they are not along axis
 * 1; the walk's rank if there is none. */
static int find_crossing(const gpu_walk *walk, int64_t columns)
{
    const weft_plan *plan = walk->plan;
    for (int axis = 2; axis < walk->rank && walk->rank + 2 <= WEFT_GPU_RANK; axis++)
        for (int i = 0; i < plan->ufunc->input_count; i++) {
            const int64_t bytes = columns * dtype_table[plan->loop->kernel_dtypes[i]].size;
            if (plan->steps[0][i] != 0 &&
                checked_magnitude(plan->steps[axis][i]) == (uint64_t)bytes &&
                checked_magnitude(plan->steps[1][i]) > (uint64_t)bytes)
                return axis;
        }
    return walk->rank;
}

/* The largest power of two up to 16 that an extent is a multiple of. */
static int64_t tile_of(int64_t extent)
{
    const int64_t lowest = extent & -extent;
    return lowest < 16 ? lowest : 16;
}

/* The axes of a launch: where threads side by side would find an input's rows far apart, those
 * along another axis are their neighbours, too. */
static loop_axes find_axes(const gpu_walk *walk, int64_t columns, int64_t vectors)
{
    enum { LEAST = 4 };
    loop_axes axes = {0};
    int crossing = vectors == 1 ? find_crossing(walk, columns) : walk->rank;
    int64_t tiles[2] = {1, 1};
    add_axis(&axes, 0, vectors, 1);
    if (crossing < walk->rank) {
        tiles[0] = tile_of(gpu_walk_extent(walk, 1));
        tiles[1] = tile_of(gpu_walk_extent(walk, crossing));
        if (tiles[0] < LEAST || tiles[1] < LEAST)
            crossing = walk->rank;
    }
    if (crossing < walk->rank) {
        axes.crossing = crossing;
        add_axis(&axes, 1, tiles[0], 1);
        add_axis(&axes, crossing, tiles[1], 1);
        add_axis(&axes, 1, gpu_walk_extent(walk, 1) / tiles[0], tiles[0]);
        add_axis(&axes, crossing, gpu_walk_extent(walk, crossing) / tiles[1], tiles[1]);
    }
    for (int axis = crossing < walk->rank ? 2 : 1; axis < walk->rank; axis++)
        if (axis != crossing)
            add_axis(&axes, axis, gpu_walk_extent(walk, axis), 1);
    return axes;
}

/* Fills the loop of a launch; its axes. */
static loop_axes fill_loop(const gpu_walk *walk, const gpu_choice *choice,
                           weft_gpu_vector_loop *loop)
{
    const int64_t columns = gpu_walk_extent(walk, 0);
    const int64_t vectors = quotient_up(columns, choice->vector.length);
    const loop_axes axes = find_axes(walk, columns, vectors);
    loop->length = columns;
    loop->rank = (uint32_t)axes.rank;
    loop->scalars = choice->vector.scalars;
    loop->values = walk->plan->values;
    loop->count = walk->count / columns * vectors;
    for (int k = 0; k < axes.rank && axes.rank > 1; k++)
        loop->axes[k] = gpu_launch_division(axes.at[k].extent);
    return axes;
}

static void fill_operand(const gpu_walk *walk, const loop_axes *axes, int operand,
                         weft_gpu_operand64 *to)
{
    to->at = gpu_launch_place(walk, operand);
    for (int k = 0; k < axes->rank; k++)
        to->steps[k] = walk->plan->steps[axes->at[k].axis][operand] * axes->at[k].items;
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    vector_params params;
    CUfunction kernel;
    gpu_walk walk = choice->vector.walk;
    weft_status status = gpu_launch_find(scope, plan, WEFT_SHAPE_GPU_VECTOR, &kernel, error);
    const size_t bytes =
        offsetof(vector_params, operands) + (size_t)plan->operand_count * sizeof *params.operands;
    memset(&params, 0, bytes);
    while (!status && gpu_walk_next(&walk)) {
        const loop_axes axes = fill_loop(&walk, choice, &params.loop);
        for (int i = 0; i < plan->operand_count; i++)
            fill_operand(&walk, &axes, i, &params.operands[i]);
        const gpu_grid grid = {.x = (unsigned)quotient_up(params.loop.count, WEFT_GPU_THREADS),
                               .y = 1,
                               .z = 1,
                               .threads = WEFT_GPU_THREADS,
                               .argument_bytes = (unsigned)bytes};
        status = gpu_launch_grid(scope, stream, kernel, plan->ufunc->name, &grid, &params, error);
    }
    return status;
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    gpu_walk first = choice->vector.walk;
    plan_text_add(to, ", %" PRId64 " items a thread", choice->vector.length);
    if (plan->item_count > 0 && gpu_walk_next(&first)) {
        const int64_t columns = gpu_walk_extent(&first, 0);
        const loop_axes axes =
            find_axes(&first, columns, quotient_up(columns, choice->vector.length));
        if (axes.crossing != 0)
            plan_text_add(to, ", by tiles along axes 1 and %d", axes.crossing);
    }
    gpu_kernel_shape_print_walk(&choice->vector.walk, to);
}

const gpu_kernel_shape gpu_shape_vector = {
    .number = WEFT_SHAPE_GPU_VECTOR,
    .applies = applies,
    .launch = launch,
    .print = print,
};
