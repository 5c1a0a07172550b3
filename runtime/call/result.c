/* result.c: outputs that the caller did not give. */
#include <string.h>

#include "arrays/array.h"
#include "axes.h"
#include "base/axes.h"
#include "base/checked.h"
#include "base/dtype.h"
#include "base/error.h"
#include "call.h"

/* Whether axis a should lie outside axis b, which C order has inside it, in memory, or inside: for
 * the latter all operands that say must have the smaller step along a. */
static int compare_axes(const void *context, int a, int b)
{
    const call_state *call = context;
    int answer = 0;
    for (int i = 0; i < call->set.count; i++) {
        if (call->set.results >> i & 1 || plan_is_index(&call->plan, i))
            continue;
        uint64_t step_a = checked_magnitude(call->plan.steps[a][i]);
        uint64_t step_b = checked_magnitude(call->plan.steps[b][i]);
        if (step_a == 0 || step_b == 0)
            continue;
        if (step_a >= step_b)
            return 1;
        answer = -1;
    }
    return answer;
}

/* K, C or F; A is either of the latter. */
static weft_order find_order(const call_state *call)
{
    if (call->options.order != WEFT_ORDER_A)
        return call->options.order;
    for (int i = 0; i < call->operand_count; i++)
        if (!(call->set.results >> i & 1) && call->operands[i] &&
            !array_is_fortran(call->operands[i]))
            return WEFT_ORDER_C;
    if (call->options.where && !array_is_fortran(call->options.where))
        return WEFT_ORDER_C;
    return WEFT_ORDER_F;
}

/* Steps of a result that lies as a whole, core axes included, in C or F order as the caller sees
 * it. */
static void lay_out_whole(const call_state *call, int output, weft_order order, weft_array *result)
{
    int own[WEFT_MAX_RANK];
    int64_t step = dtype_table[result->dtype].size;
    int rank = call->set.axes_of ? axes_result_rank(call, output) : result->rank;
    for (int axis = 0; axis < rank; axis++)
        own[axis] = -1;
    for (int axis = 0; axis < result->rank; axis++) {
        int place = operand_axis(&call->set, output, axis);
        if (place >= 0)
            own[place] = axis;
        else
            result->steps[axis] = step; /* a missing one, of size 1 */
    }
    for (int k = 0; k < rank; k++) {
        int axis = own[order == WEFT_ORDER_F ? k : rank - 1 - k];
        if (axis < 0) /* kept, of size 1 */
            continue;
        result->steps[axis] = step;
        step *= result->shape[axis];
    }
}

/* Shape and steps of a result. Order K has the loop axes as `axes` says, innermost first, outside a
 * core block in C order. */
static bool lay_out(const call_state *call, int output, weft_order order, const int *axes,
                    weft_array *result, int64_t *byte_count)
{
    const weft_plan *plan = &call->plan;
    const weft_operand *layout = &call->ufunc->operands[output];
    const bool is_lists = plan_list_dimension(call->ufunc, output) >= 0;
    const int loop = is_lists ? 0 : plan->rank; /* all lists are one block */
    result->rank = loop + layout->core_rank;
    for (int axis = 0; axis < loop; axis++)
        result->shape[loop - 1 - axis] = plan->extents[axis];
    for (int k = 0; k < layout->core_rank; k++)
        result->shape[loop + k] = plan->sizes[layout->dimensions[k]];
    if (!array_lay_out(result, byte_count))
        return false;
    if (*byte_count == 0 || is_lists)
        return true;
    if (order != WEFT_ORDER_K) {
        lay_out_whole(call, output, order, result);
        return true;
    }
    if (plan->rank == 0)
        return true;
    int64_t step = result->steps[plan->rank - 1]; /* bytes of one core block */
    for (int k = 0; k < plan->rank; k++) {
        result->steps[plan->rank - 1 - axes[k]] = step;
        step *= plan->extents[axes[k]];
    }
    return true;
}

/* Sets all elements of a new result to 0. On a device one of them is copied there, then
 * repeated. */
static weft_status clear(const call_state *call, const weft_array *result, size_t byte_count,
                         weft_error *error)
{
    weft_array zero = {.dtype = result->dtype, .flags = WEFT_ARRAY_INLINE}, source = *result;
    weft_array there = {.dtype = result->dtype};
    if (!call->set.any_device) {
        memset(result->data, 0, byte_count);
        return WEFT_OK;
    }
    weft_status status =
        call->place.backend->allocate(&there, sizeof zero.value, &call->place, error);
    if (status)
        return status;
    status = call->place.backend->copy(&there, &zero, &call->place, error);
    source.data = there.data;
    memset(source.steps, 0, sizeof source.steps);
    if (!status && array_count(result) > 0)
        status = call->place.backend->copy(result, &source, &call->place, error);
    call->place.backend->release(&there, &call->place);
    return status;
}

/* Memory of the caller's, for the result as it will be handed over. */
static weft_status ask_caller(const call_state *call, int output, weft_array *result, size_t bytes,
                              weft_error *error)
{
    result->data = result->base = NULL;
    result->device = (int16_t)(call->set.any_device ? call->place.device + 1 : 0);
    weft_array shown = call->set.axes_of ? axes_restore(call, output) : *result;
    weft_status status =
        call->options.allocate(call->options.allocate_context, output, &shown, bytes, error);
    result->data = shown.data;
    return status;
}

static weft_status find_memory(const call_state *call, int output, weft_array *result, size_t bytes,
                               weft_error *error)
{
    if (call->options.allocate)
        return ask_caller(call, output, result, bytes, error);
    return call->set.any_device ? call->place.backend->allocate(result, bytes, &call->place, error)
                                : array_allocate(result, bytes, error);
}

/* One result, on the device if any operand lies there. */
static weft_status allocate_one(call_state *call, int output, weft_order order, const int *axes,
                                weft_error *error)
{
    weft_array *result = &call->result_arrays[output];
    int64_t byte_count;
    result->dtype = call->plan.loop->dtypes[output];
    if (call->plan.rank + call->ufunc->operands[output].core_rank > WEFT_MAX_RANK)
        return error_set_at(error, WEFT_ERROR_SHAPE, output, -1,
                            "%s: operand %d (%s) would have rank %d; at most %d is possible",
                            call->ufunc->name, output, operand_name(call->ufunc, output),
                            call->plan.rank + call->ufunc->operands[output].core_rank,
                            WEFT_MAX_RANK);
    if (!lay_out(call, output, order, axes, result, &byte_count)) {
        error_text shape = {0, ""};
        error_append_shape(&shape, result->rank, result->shape);
        return error_set_at(error, WEFT_ERROR_SHAPE, output, -1,
                            "%s: operand %d (%s) would have shape %s and dtype %s, more bytes than "
                            "int64 counts",
                            call->ufunc->name, output, operand_name(call->ufunc, output),
                            shape.text, weft_dtype_name((weft_dtype)result->dtype));
    }
    size_t bytes = byte_count ? (size_t)byte_count : 1;
    weft_status status = find_memory(call, output, result, bytes, error);
    if (!status && (plan_is_masked(&call->plan) || plan_is_kept(&call->plan, output)))
        status = clear(call, result, bytes, error);
    if (!status)
        call_replace(call, output, result);
    return status;
}

weft_status result_allocate(call_state *call, weft_error *error)
{
    int axes[WEFT_MAX_RANK] = {0};
    weft_order order = find_order(call);
    weft_status status = call_make_room(call, error);
    if (status)
        return status;
    if (order == WEFT_ORDER_K)
        axes_sort(call->plan.rank, compare_axes, call, axes); /* innermost first */
    for (int i = call->input_count; i < call->operand_count; i++)
        if (call->set.results >> i & 1) {
            call->result_arrays[i].flags = 0; /* no memory yet, if an earlier one fails */
            call->result_arrays[i].device = 0;
        }
    for (int i = call->input_count; i < call->operand_count; i++) {
        if (!(call->set.results >> i & 1))
            continue;
        status = allocate_one(call, i, order, axes, error);
        if (status)
            return status;
    }
    return WEFT_OK;
}
