/* shape_raw.c: hand-written kernels: all threads of a grid compute an item together, on a grid that
 * the function's author says by its sizes. Where that leaves the third axis of the grid alone, many
 * items share a launch, a layer of blocks each. */
#include <string.h>

#include "gpu/driver/gpu_launch.h"
#include "gpu/raw/raw_grid.h"
#include "gpu/raw/raw_sizes.h"
#include "kernel_shape.h"

enum { MOST_LAYERS = 65535 }; /* of a grid, on every device */

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    const bool has_layers = !plan->ufunc->grid->blocks[2].text;
    (void)why;
    gpu_walk_begin(&choice->walk, plan, has_layers ? WEFT_GPU_RANK : 1,
                   has_layers ? MOST_LAYERS : 1);
    return true;
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    raw_place place;
    CUfunction kernel = NULL;
    gpu_grid whole;
    raw_grid grid = {.scope = scope, .name = plan->ufunc->name, .place = &place};
    weft_status status = raw_sizes_read(plan, &grid.how, error);
    if (status || grid.how.blocks[0] == 0)
        return status;
    memset(&place, 0, sizeof place);
    memset(&whole, 0, sizeof whole);
    status = gpu_launch_find(scope, plan, WEFT_SHAPE_GPU_RAW, &kernel, error);
    grid.kernel = (CUkernel)(void *)kernel; /* either is the other to the driver */
    if (!status)
        status = raw_grid_settle(&grid, error);
    if (status)
        return status;
    const weft_launch *how = &grid.how;
    whole = (gpu_grid){.x = how->blocks[0],
                       .y = how->blocks[1],
                       .z = how->blocks[2],
                       .threads = how->threads[0],
                       .threads_y = how->threads[1],
                       .threads_z = how->threads[2],
                       .shared_bytes = (unsigned)how->shared};
    const gpu_item_rooms rooms = {.grid = &whole};
    return gpu_item_launch(scope, stream, choice->walk, WEFT_SHAPE_GPU_RAW, &rooms, error);
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    weft_launch how;
    weft_error error;
    if (raw_sizes_read(plan, &how, &error) != WEFT_OK) {
        plan_text_add(to, ", none: %s", error.text);
        return;
    }
    plan_text_add(to, ", an item by %u × %u × %u blocks of %u × %u × %u threads", how.blocks[0],
                  how.blocks[1], how.blocks[2], how.threads[0], how.threads[1], how.threads[2]);
    if (how.shared)
        plan_text_add(to, " and %zu bytes of shared memory", how.shared);
    if (how.blocks[0])
        gpu_kernel_shape_print_walk(&choice->walk, to);
}

const gpu_kernel_shape gpu_shape_raw = {
    .number = WEFT_SHAPE_GPU_RAW,
    .applies = applies,
    .launch = launch,
    .print = print,
};
