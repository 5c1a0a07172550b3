/* order.c: lists by their lengths, where kernels give long ones more threads. */
#include "ragged.h"

#include "arrays/array.h"
#include "plan/backend.h"

/* Whether the loop has such kernels. A list's number has 32 bits there. */
static bool is_wanted(const call_state *call)
{
    return call->plan.loop->shapes & weft_kernel_shapes_of(call->place.backend->target) &
               WEFT_HAS(GPU_RAGGED_TEAM) &&
           call->lists->count <= UINT32_MAX;
}

/* The class of a list: by the longest of those of one item that teams share. */
static int find_class(const call_state *call, int64_t list)
{
    int64_t longest = 0;
    int class = 0;
    for (int d = 0; d < call->ufunc->dimension_count; d++) {
        const int64_t *of = call->lists->of[d];
        if (of && call->ufunc->team_dimensions >> d & 1 && of[list + 1] - of[list] > longest)
            longest = of[list + 1] - of[list];
    }
    while (longest > plan_list_limit(class))
        class ++;
    return class;
}

/* The numbers of the lists of the first class, then of the next, each in their order. */
static void fill(const call_state *call, uint32_t *numbers)
{
    int64_t next[PLAN_LIST_CLASSES] = {0};
    for (int class = 1; class < PLAN_LIST_CLASSES; class ++)
        next[class] = next[class - 1] + call->lists->order.counts[class - 1];
    for (int64_t list = 0; list < call->lists->count; list++)
        numbers[next[find_class(call, list)]++] = (uint32_t)list;
}

weft_status order_make(call_state *call, weft_error *error)
{
    call_lists *const lists = call->lists;
    const weft_place *place = &call->place;
    const int64_t count = lists->count;
    bool is_one_class = false;
    if (!is_wanted(call))
        return WEFT_OK;
    for (int64_t list = 0; list < count; list++)
        lists->order.counts[find_class(call, list)]++;
    for (int class = 0; class < PLAN_LIST_CLASSES; class ++)
        is_one_class = is_one_class || lists->order.counts[class] == count;
    call->plan.order = &lists->order;
    if (is_one_class)
        return WEFT_OK;
    const size_t bytes = (size_t)count * sizeof(uint32_t);
    weft_array near = weft_array_view(NULL, WEFT_UINT32, 1, &count, NULL);
    weft_status status = array_allocate(&near, bytes, error);
    if (status)
        return status;
    fill(call, near.data);
    lists->numbers = weft_array_view(NULL, WEFT_UINT32, 1, &count, NULL);
    status = place->backend->allocate(&lists->numbers, bytes, place, error);
    if (!status)
        status = place->backend->copy(&lists->numbers, &near, place, error);
    array_free(&near);
    lists->order.numbers = lists->numbers.data;
    return status;
}
