/* ragged.c: operands that are lists. Their elements lie one behind the other along the first axis
 * of an array, and offsets say where each list begins. A call sees that array as one core block of
 * all items; only the kernel's loop takes it apart. */
#include "ragged.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arrays/array.h"
#include "arrays/sharing.h"
#include "base/cast.h"
#include "base/checked.h"
#include "base/error.h"

/* ---- memory ---- */

static weft_status make_room(call_state *call, weft_error *error)
{
    const size_t operands = (size_t)call->set.count, dimensions = call->ufunc->dimension_count;
    weft_array block = {.dtype = WEFT_UINT8};
    const size_t bytes = sizeof(call_lists) + (operands + dimensions) * sizeof(weft_array) +
                         dimensions * (2 * sizeof(const int64_t *) + sizeof(const weft_array *));
    weft_status status = array_allocate(&block, bytes, error);
    if (status)
        return status;
    memset(block.data, 0, bytes);
    call_lists *const lists = block.data;
    lists->views = (weft_array *)(lists + 1);
    lists->far = lists->views + operands;
    lists->offsets = (const weft_array **)(lists->far + dimensions);
    lists->of = (const int64_t **)(lists->offsets + dimensions);
    lists->owned = (int64_t **)(lists->of + dimensions);
    call->lists = lists;
    return WEFT_OK;
}

void ragged_close(call_state *call)
{
    for (int d = 0; call->lists && d < call->ufunc->dimension_count; d++)
        free(call->lists->owned[d]);
    free(call->lists);
    call->lists = NULL;
}

/* ---- offsets ---- */

weft_status ragged_check_array(const call_state *call, int i, weft_error *error)
{
    const weft_array *array = call->set.given[i];
    weft_array values;
    if (array->flags & WEFT_ARRAY_RAGGED && plan_list_dimension(call->ufunc, i) >= 0) {
        values = *array;
        values.flags &= (uint8_t)~WEFT_ARRAY_RAGGED;
        array = &values;
    }
    return array_check(array, call->ufunc->name, i, operand_name(call->ufunc, i), error);
}

/* What must hold of the offsets before one is read. */
static weft_status check_offsets(const call_state *call, int i, weft_error *error)
{
    const weft_array *lists = call->set.given[i];
    const weft_array *offsets = lists->flags & WEFT_ARRAY_RAGGED ? lists->value.offsets : NULL;
    const char *name = operand_name(call->ufunc, i);
    if (!offsets)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, i, -1,
                            "%s: operand %d (%s) %s; the layout %s wants lists there "
                            "(weft_ragged_view)",
                            call->ufunc->name, i, name,
                            lists->flags & WEFT_ARRAY_RAGGED ? "has offsets that are NULL"
                                                             : "is an array without offsets",
                            call->ufunc->layout);
    weft_status status = array_check(offsets, call->ufunc->name, i, "offsets", error);
    if (status)
        return status;
    if (offsets->dtype != WEFT_INT32 && offsets->dtype != WEFT_INT64)
        return error_set_at(error, WEFT_ERROR_DTYPE, i, -1,
                            "%s: operand %d (%s) has offsets of %s; int32 and int64 are possible",
                            call->ufunc->name, i, name,
                            weft_dtype_name((weft_dtype)offsets->dtype));
    if (offsets->rank != 1 || offsets->shape[0] < 1)
        return error_set_at(error, WEFT_ERROR_SHAPE, i, -1,
                            "%s: operand %d (%s) has offsets of rank %d with %lld numbers; rank 1 "
                            "is needed, and one number more than there are lists",
                            call->ufunc->name, i, name, (int)offsets->rank,
                            (long long)(offsets->rank == 1 ? offsets->shape[0] : 1));
    return WEFT_OK;
}

/* Whether the offsets can be read where they lie, as numbers of C. */
static bool are_plain(const weft_array *offsets)
{
    return offsets->device == 0 && offsets->dtype == WEFT_INT64 && !array_is_swapped(offsets) &&
           array_is_aligned(offsets) &&
           (offsets->shape[0] == 1 || offsets->steps[0] == (int64_t)sizeof(int64_t));
}

/* Whether a given output lies over the offsets, which the kernel reads while it writes. */
static bool are_written(const call_state *call, const weft_array *offsets)
{
    for (int i = call->input_count; i < call->operand_count; i++)
        if (operand_is_given(&call->set, i) && call->set.given[i]->device == 0 &&
            sharing_ranges_meet(sharing_range(offsets), sharing_range(call->set.given[i])))
            return true;
    return false;
}

/* The offsets as numbers in host memory: where they lie, or a copy, which is then *owned. */
static weft_status read_offsets(const call_state *call, const weft_array *offsets,
                                const int64_t **numbers, int64_t **owned, weft_error *error)
{
    weft_array near = {.dtype = WEFT_INT64};
    int64_t bytes;
    if (are_plain(offsets) && !are_written(call, offsets)) {
        *numbers = offsets->data;
        return WEFT_OK;
    }
    near = weft_array_view(NULL, WEFT_INT64, 1, offsets->shape, NULL);
    if (!array_lay_out(&near, &bytes))
        bytes = INT64_MAX;
    weft_status status = array_allocate(&near, (size_t)bytes, error);
    if (status)
        return status;
    const weft_options where = {.stream = call->place.stream};
    *numbers = *owned = near.data;
    return weft_array_copy(&near, offsets, &where, error);
}

/* The first list that falls or leaves the values; -1: none does. */
static int64_t find_bad_list(const int64_t *offsets, int64_t count, int64_t values)
{
    if (offsets[0] < 0 || offsets[0] > values)
        return 0;
    for (int64_t k = 0; k < count; k++)
        if (offsets[k + 1] < offsets[k] || offsets[k + 1] > values)
            return k;
    return -1;
}

static weft_status check_numbers(const call_state *call, int i, const int64_t *offsets,
                                 int64_t count, weft_error *error)
{
    const weft_ufunc *ufunc = call->ufunc;
    const weft_array *values = call->set.given[i];
    const int64_t bad = find_bad_list(offsets, count, values->shape[0]);
    if (bad < 0)
        return WEFT_OK;
    if (count == 0)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, i, 0,
                            "%s: the offsets of operand %d (%s) begin with %lld; it has %lld "
                            "elements",
                            ufunc->name, i, operand_name(ufunc, i), (long long)offsets[0],
                            (long long)values->shape[0]);
    const bool falls = offsets[bad] >= 0 && offsets[bad + 1] < offsets[bad];
    return error_set_at(error, WEFT_ERROR_ARGUMENT, i, 0,
                        "%s: list %lld of operand %d (%s) goes from %lld to %lld%s of %lld "
                        "elements",
                        ufunc->name, (long long)bad, i, operand_name(ufunc, i),
                        (long long)offsets[bad], (long long)offsets[bad + 1],
                        falls ? ", backwards," : "", (long long)values->shape[0]);
}

/* Whether lists are as long as those of the operand before that have the same size. */
static weft_status compare_lists(const call_state *call, int i, const int64_t *offsets, int first,
                                 weft_error *error)
{
    const call_lists *lists = call->lists;
    const int64_t *other = lists->of[plan_list_dimension(call->ufunc, i)];
    if (offsets == other)
        return WEFT_OK;
    for (int64_t k = 0; k < lists->count; k++) {
        const int64_t own = offsets[k + 1] - offsets[k], needed = other[k + 1] - other[k];
        if (own != needed)
            return error_set_at(error, WEFT_ERROR_SHAPE, i, 0,
                                "%s: list %lld of operand %d (%s) has %lld element%s, but that of "
                                "operand %d (%s) has %lld",
                                call->ufunc->name, (long long)k, i, operand_name(call->ufunc, i),
                                (long long)own, own == 1 ? "" : "s", first,
                                operand_name(call->ufunc, first), (long long)needed);
    }
    return WEFT_OK;
}

/* Whether the size parameter holds the longest list. */
static weft_status check_limit(const call_state *call, int i, const int64_t *offsets,
                               weft_error *error)
{
    const weft_dimension *size = &call->ufunc->dimensions[plan_list_dimension(call->ufunc, i)];
    for (int64_t k = 0; size->limit > 0 && size->limit < INT64_MAX && k < call->lists->count; k++)
        if (offsets[k + 1] - offsets[k] > size->limit)
            return error_set_at(error, WEFT_ERROR_SHAPE, i, 0,
                                "%s: list %lld of operand %d (%s) has %lld elements, but its size "
                                "parameter holds at most %lld",
                                call->ufunc->name, (long long)k, i, operand_name(call->ufunc, i),
                                (long long)(offsets[k + 1] - offsets[k]), (long long)size->limit);
    return WEFT_OK;
}

/* ---- operands ---- */

weft_array ragged_narrow(const weft_array *values, int64_t from, int64_t to)
{
    weft_array view = *values;
    view.flags &= (uint8_t) ~(WEFT_ARRAY_RAGGED | WEFT_ARRAY_OWNED);
    view.value.offsets = NULL;
    view.shape[0] = to - from;
    if (array_count(&view) > 0)
        view.data = (char *)view.data + from * values->steps[0];
    return view;
}

/* The first operand with lists of the size; i itself, if there is none before it. */
static int find_first(const weft_ufunc *ufunc, int i)
{
    int first = 0;
    while (plan_list_dimension(ufunc, first) != plan_list_dimension(ufunc, i))
        first++;
    return first;
}

/* Whether there are as many lists as of the operand before. */
static weft_status count_lists(call_state *call, int i, int *before, weft_error *error)
{
    const int64_t count = call->set.given[i]->value.offsets->shape[0] - 1;
    if (*before < 0) {
        call->lists->count = count;
        *before = i;
    }
    if (count == call->lists->count)
        return WEFT_OK;
    return error_set_at(error, WEFT_ERROR_SHAPE, i, -1,
                        "%s: operand %d (%s) has %lld list%s, but operand %d (%s) has %lld",
                        call->ufunc->name, i, operand_name(call->ufunc, i), (long long)count,
                        count == 1 ? "" : "s", *before, operand_name(call->ufunc, *before),
                        (long long)call->lists->count);
}

/* Reads, checks and compares the offsets of one operand, whose lists are counted. */
static weft_status take_offsets(call_state *call, int i, weft_error *error)
{
    call_lists *const lists = call->lists;
    const weft_array *values = call->set.given[i];
    const int dimension = plan_list_dimension(call->ufunc, i), first = find_first(call->ufunc, i);
    const int64_t *numbers = NULL;
    int64_t *owned = NULL;
    const bool is_same = i != first && values->value.offsets == lists->offsets[dimension];
    weft_status status = WEFT_OK;
    if (is_same)
        numbers = lists->of[dimension];
    else
        status = read_offsets(call, values->value.offsets, &numbers, &owned, error);
    if (!status)
        status = check_numbers(call, i, numbers, lists->count, error);
    if (!status)
        status = i == first ? check_limit(call, i, numbers, error)
                            : compare_lists(call, i, numbers, first, error);
    if (!status)
        lists->views[i] = ragged_narrow(values, numbers[0], numbers[lists->count]);
    if (!status && i == first) {
        lists->offsets[dimension] = values->value.offsets;
        lists->of[dimension] = numbers;
        lists->owned[dimension] = owned;
        owned = NULL;
    }
    free(owned);
    return status;
}

/* Results borrow offsets, which must then be those of their elements. */
static weft_status check_result(const call_state *call, int i, weft_error *error)
{
    const int first = find_first(call->ufunc, i);
    const int64_t begin = call->lists->of[plan_list_dimension(call->ufunc, i)][0];
    if (begin == 0)
        return WEFT_OK;
    return error_set_at(error, WEFT_ERROR_ARGUMENT, i, -1,
                        "%s: operand %d (%s) must be given, for one that is allocated takes the "
                        "offsets of operand %d (%s), and these begin with %lld, not 0",
                        call->ufunc->name, i, operand_name(call->ufunc, i), first,
                        operand_name(call->ufunc, first), (long long)begin);
}

/* What an option says of loops or core axes that lists do not have. */
static weft_status check_options(const call_state *call, weft_error *error)
{
    const weft_options *options = &call->options;
    const char *what = options->shape      ? "shape"
                       : options->axes     ? "axes"
                       : options->axis     ? "axis"
                       : options->keepdims ? "keepdims"
                                           : NULL;
    if (!what)
        return WEFT_OK;
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "%s: %s is not for functions of lists: the loop has one axis, that of the "
                     "lists",
                     call->ufunc->name, what);
}

weft_status ragged_open(call_state *call, weft_error *error)
{
    const weft_ufunc *ufunc = call->ufunc;
    weft_status status = check_options(call, error);
    int before = -1;
    if (!status)
        status = make_room(call, error);
    for (int i = 0; i < call->operand_count && !status; i++) {
        const int core_rank = plan_core_rank(ufunc, i);
        if (plan_list_dimension(ufunc, i) < 0 || !operand_is_given(&call->set, i))
            continue;
        status = check_offsets(call, i, error);
        if (!status && call->set.given[i]->rank != core_rank)
            status = error_set_at(error, WEFT_ERROR_SHAPE, i, -1,
                                  "%s: operand %d (%s) is lists of rank %d, but the layout %s "
                                  "needs rank %d",
                                  ufunc->name, i, operand_name(ufunc, i),
                                  (int)call->set.given[i]->rank, ufunc->layout, core_rank);
        if (!status)
            status = count_lists(call, i, &before, error);
    }
    for (int i = 0; i < call->operand_count && !status; i++) {
        if (plan_list_dimension(ufunc, i) >= 0)
            status = operand_is_given(&call->set, i) ? take_offsets(call, i, error)
                                                     : check_result(call, i, error);
    }
    for (int i = 0; i < call->set.count && !status; i++)
        call->replaced[i] = plan_list_dimension(ufunc, i) >= 0 && operand_is_given(&call->set, i)
                                ? &call->lists->views[i]
                                : call->set.given[i];
    if (status)
        return status;
    call->set.given = call->replaced;
    call->set.rank = 1;
    call->set.shape = &call->lists->count;
    return WEFT_OK;
}

weft_status ragged_open_part(call_state *part, const call_state *whole, int64_t first,
                             int64_t count, weft_error *error)
{
    weft_status status = make_room(part, error);
    if (status)
        return status;
    part->lists->count = count;
    for (int d = 0; d < part->ufunc->dimension_count; d++) {
        const int64_t *of = whole->lists->of[d];
        if (!of)
            continue;
        part->lists->of[d] = of + first;
        part->plan.sizes[d] = of[first + count] - of[first];
    }
    part->plan.lists = part->lists->of;
    return WEFT_OK;
}

weft_status ragged_bind(call_state *call, weft_error *error)
{
    weft_plan *const plan = &call->plan;
    int i = 0;
    plan->lists = call->lists->of;
    if (plan->rank == 1 && plan->extents[0] == call->lists->count)
        return WEFT_OK;
    while (plan_list_dimension(call->ufunc, i) >= 0 ||
           call->set.given[i]->rank - plan_core_rank(call->ufunc, i) != plan->rank ||
           call->set.given[i]->shape[0] != plan->extents[plan->rank - 1])
        i++;
    error_text shape = {0, ""};
    error_append_shape(&shape, plan->rank, call->set.given[i]->shape);
    return error_set_at(error, WEFT_ERROR_SHAPE, i, -1,
                        "%s: operand %d (%s) has the loop shape %s, but there %s %lld list%s, and "
                        "the loop has no other axis",
                        call->ufunc->name, i, operand_name(call->ufunc, i), shape.text,
                        call->lists->count == 1 ? "is" : "are", (long long)call->lists->count,
                        call->lists->count == 1 ? "" : "s");
}

/* Offsets were looked at, which a graph would read when it runs. */
static weft_status check_recording(const call_state *call, weft_error *error)
{
    bool is_recording;
    weft_status status = place_is_recording(&call->place, &is_recording, error);
    if (status || !is_recording)
        return status;
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "%s: its lists' offsets are looked at on the host, and the stream is "
                     "captured into a CUDA graph, whose work runs later",
                     call->ufunc->name);
}

weft_status ragged_stage(call_state *call, weft_error *error)
{
    call_lists *const lists = call->lists;
    const weft_place *place = &call->place;
    const int64_t numbers = lists->count + 1; /* as many as lie in memory */
    const weft_array all = weft_array_view(NULL, WEFT_INT64, 1, &numbers, NULL);
    weft_status status = check_recording(call, error);
    if (!status)
        status = order_make(call, error);
    for (int d = 0; d < call->ufunc->dimension_count && place->backend->is_far && !status; d++) {
        weft_array near = all;
        if (!lists->of[d])
            continue;
        lists->far[d] = all;
        near.data = (void *)(uintptr_t)lists->of[d]; /* only read */
        status = place->backend->allocate(&lists->far[d], (size_t)numbers * sizeof(int64_t), place,
                                          error);
        if (!status)
            status = place->backend->copy(&lists->far[d], &near, place, error);
        if (!status)
            lists->of[d] = lists->far[d].data;
    }
    return status;
}

void ragged_release(call_state *call)
{
    for (int d = 0; call->lists && d < call->ufunc->dimension_count; d++)
        if (call->lists->far[d].flags & WEFT_ARRAY_OWNED)
            call->place.backend->release(&call->lists->far[d], &call->place);
    if (call->lists && call->lists->numbers.flags & WEFT_ARRAY_OWNED)
        call->place.backend->release(&call->lists->numbers, &call->place);
}

void ragged_finish_result(const call_state *call, int output, weft_array *result)
{
    const int dimension = plan_list_dimension(call->ufunc, output);
    if (dimension < 0)
        return;
    result->flags |= WEFT_ARRAY_RAGGED;
    result->value.offsets = call->lists->offsets[dimension];
}
