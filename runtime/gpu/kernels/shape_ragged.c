/* shape_ragged.c: lists, one thread each; long ones by teams of threads where these may share what
 * walks along them, so that the order of a list's sums follows from its length alone. */
#include "gpu/driver/gpu_launch.h"
#include "kernel_shape.h"

/* Threads of a list of each class. */
static const uint32_t teams[PLAN_LIST_CLASSES] = {1, WEFT_GPU_GROUP, 256, WEFT_GPU_TEAM_THREADS};

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

/* ---- by classes ---- */

static bool applies_by_classes(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    if (!plan->order)
        return PLAN_TEXT_NO(why, "there are more lists than a table numbers");
    return applies(plan, choice, why);
}

static weft_status launch_class(const gpu_scope *scope, CUstream stream, const weft_plan *part,
                                int class, weft_error *error)
{
    const uint32_t team = teams[class];
    const gpu_item_rooms rooms = {.team = team > 1 ? team : 0,
                                  .threads =
                                      team > WEFT_GPU_ITEM_THREADS ? team : WEFT_GPU_ITEM_THREADS};
    gpu_walk walk;
    gpu_walk_begin(&walk, part, 1, GPU_LIMIT32);
    return gpu_item_launch(scope, stream, walk,
                           team > 1 ? WEFT_SHAPE_GPU_RAGGED_TEAM : WEFT_SHAPE_GPU_RAGGED, &rooms,
                           error);
}

static weft_status launch_by_classes(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                                     const gpu_choice *choice, weft_error *error)
{
    plan_list_order order = *plan->order;
    weft_plan part = *plan;
    weft_status status = WEFT_OK;
    (void)choice;
    part.order = &order;
    for (int class = 0; class < PLAN_LIST_CLASSES && !status; class ++) {
        if (order.counts[class] == 0)
            continue;
        part.item_count = part.extents[0] = order.counts[class];
        status = launch_class(scope, stream, &part, class, error);
        if (order.numbers)
            order.numbers += order.counts[class];
    }
    return status;
}

static void print_by_classes(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    const char *before = ", ";
    (void)choice;
    for (int class = 0; class < PLAN_LIST_CLASSES; class ++) {
        if (plan->order->counts[class] == 0)
            continue;
        plan_text_add(to, "%s%lld of %u thread%s", before, (long long)plan->order->counts[class],
                      teams[class], teams[class] == 1 ? "" : "s");
        before = "; ";
    }
}

const gpu_kernel_shape gpu_shape_ragged_team = {
    .number = WEFT_SHAPE_GPU_RAGGED_TEAM,
    .applies = applies_by_classes,
    .launch = launch_by_classes,
    .print = print_by_classes,
};
