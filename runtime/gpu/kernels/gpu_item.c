/* gpu_item.c: filling the parameters of kernels over items with core dimensions. */
#include "gpu_item.h"

#include <stddef.h>
#include <string.h>

#include "base/checked.h"
#include "base/dtype.h"
#include "gpu/driver/gpu_launch.h"

/* What a gufunc's kernel takes; the core sizes and steps follow the last operand at once. */
typedef struct item_params {
    weft_gpu_item_loop items;
    weft_gpu_item_operand operands[WEFT_MAX_OPERANDS];
    int64_t room[1 + PLAN_MAX_DIMENSIONS + 1 + WEFT_MAX_OPERANDS * WEFT_MAX_RANK];
} item_params;

bool gpu_item_add_room(gpu_item_rooms *rooms, const weft_plan *plan, int operand, int64_t bytes)
{
    enum {
        OWN_BYTES = 128,
        MOST_BYTES = (48 << 10) - OWN_BYTES
    }; /* the kernel may have some of its own */
    const bool is_output = operand >= plan->ufunc->input_count;
    const int64_t room = quotient_up(rooms->bytes, 16) * 16;
    if (bytes > MOST_BYTES - room)
        return false;
    rooms->room[operand] = (uint32_t)room;
    rooms->bytes = (uint32_t)(room + bytes);
    if (!is_output || plan_is_kept(plan, operand))
        rooms->brought |= 1u << operand;
    if (is_output)
        rooms->taken |= 1u << operand;
    return true;
}

void gpu_item_print(const weft_plan *plan, const gpu_item_rooms *rooms, plan_text *to)
{
    const char *before = ", ";
    for (int i = 0; i < plan->operand_count; i++) {
        if (!((rooms->brought | rooms->taken) >> i & 1))
            continue;
        plan_text_add(to, "%s%s", before, plan_operand_name(plan, i));
        before = " ";
    }
    if (rooms->brought | rooms->taken)
        plan_text_add(to, " through shared memory");
}

/* Core steps of one operand: those of C order where the kernel relies on it, for size-1 axes too.
 * */
static void fill_core_steps(const weft_plan *plan, int operand, int64_t *steps)
{
    const weft_operand *layout = &plan->ufunc->operands[operand];
    int64_t step = dtype_table[plan->loop->kernel_dtypes[operand]].size;
    for (int axis = layout->core_rank - 1; axis >= 0; axis--) {
        steps[axis] = layout->contiguous ? step : plan->core_steps[operand][axis];
        /* A block of no elements may have any other size; nothing is read through its steps. */
        if (__builtin_mul_overflow(step, plan->sizes[layout->dimensions[axis]], &step))
            step = 0;
    }
}

static void fill_core(const weft_plan *plan, item_params *params)
{
    char *to = (char *)params + offsetof(item_params, operands) +
               (size_t)plan->operand_count * sizeof *params->operands;
    size_t dimension_count = plan->ufunc->dimension_count;
    memcpy(to, plan->sizes, dimension_count * sizeof *plan->sizes);
    to += (dimension_count > 0 ? dimension_count : 1) * sizeof *plan->sizes;
    for (int i = 0; i < plan->operand_count; i++) {
        int64_t steps[WEFT_MAX_RANK];
        size_t byte_count = plan->ufunc->operands[i].core_rank * sizeof *steps;
        fill_core_steps(plan, i, steps);
        memcpy(to, steps, byte_count);
        to += byte_count;
    }
}

/* What all launches share of an operand. */
static void fill_operand(const gpu_walk *walk, const gpu_item_rooms *rooms, int i,
                         weft_gpu_item_operand *to)
{
    for (int axis = 0; axis < walk->rank; axis++)
        to->steps[axis] = walk->plan->steps[axis][i];
    to->length = rooms->length[i];
    to->room = rooms->room[i];
    to->pitch = rooms->pitch[i];
    to->windows = rooms->windows[i];
    to->words = gpu_launch_division(rooms->words[i] > 0 ? rooms->words[i] : 1);
}

/* What kernels of lists (gufunc.cuh) read: of each operand the launch's first place and the table
 * of the lists that are there, if there is one; of lists bytes from element to element, and where
 * the offsets are. */
static void fill_lists(const gpu_walk *walk, int i, weft_gpu_item_operand *to)
{
    const weft_plan *plan = walk->plan;
    const int size = plan_list_dimension(plan->ufunc, i);
    to->steps[1] = walk->first;
    to->steps[2] = plan->order ? (int64_t)(uintptr_t)plan->order->numbers : 0;
    if (size < 0)
        return;
    to->steps[0] = plan_list_step(plan, i);
    to->length = (int64_t)(uintptr_t)plan->lists[size];
}

/* One launch, of the items where the walk is. */
static weft_status launch_blocks(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                                 const gpu_walk *walk, const gpu_item_rooms *rooms,
                                 item_params *params, weft_error *error)
{
    const char *name = walk->plan->ufunc->name;
    if (rooms->grid) {
        gpu_grid grid = *rooms->grid;
        grid.z *= (unsigned)walk->count;
        return gpu_launch_grid(scope, stream, kernel, name, &grid, params, error);
    }
    const uint32_t team = rooms->team > 0 ? rooms->team : 1;
    const uint32_t each = team < rooms->threads ? rooms->threads / team : 1;
    const uint32_t blocks = team > rooms->threads ? team / rooms->threads : 1; /* of an item */
    return gpu_launch_blocks(scope, stream, kernel, name, quotient_up(walk->count, each) * blocks,
                             rooms->threads, rooms->bytes, params, error);
}

weft_status gpu_item_launch(const gpu_scope *scope, CUstream stream, gpu_walk walk,
                            weft_kernel_shape shape, const gpu_item_rooms *rooms, weft_error *error)
{
    const weft_plan *plan = walk.plan;
    item_params params;
    CUfunction kernel;
    weft_status status = gpu_launch_find(scope, plan, shape, &kernel, error);
    fill_core(plan, &params);
    params.items.threads = rooms->grid ? rooms->grid->x * rooms->grid->y : rooms->threads;
    params.items.team = rooms->team;
    params.items.whole = rooms->whole;
    params.items.brought = rooms->brought;
    params.items.taken = rooms->taken;
    for (int i = 0; i < plan->operand_count; i++)
        fill_operand(&walk, rooms, i, &params.operands[i]);
    while (!status && gpu_walk_next(&walk)) {
        gpu_launch_axes(&walk, &params.items.loop);
        for (int i = 0; i < plan->operand_count; i++)
            params.operands[i].at = gpu_launch_place(&walk, i);
        for (int i = 0; plan->lists && i < plan->operand_count; i++)
            fill_lists(&walk, i, &params.operands[i]);
        status = launch_blocks(scope, stream, kernel, &walk, rooms, &params, error);
    }
    return status;
}
