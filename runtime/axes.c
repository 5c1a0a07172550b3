/* axes.c: core axes of a gufunc's operands where they are not the last ones: options.axes, axis and
 * keepdims. All other steps of a call see views whose core axes are the last. */
#include "axes.h"

#include "array.h"
#include "dtype.h"
#include "error.h"

/* How many core axes an operand has for the caller: with keepdims outputs keep those of the inputs. */
static int core_count(const call_state *call, int operand)
{
    bool keeps = operand >= call->input_count && call->options.keepdims;
    return call->ufunc->operands[keeps ? 0 : operand].core_rank;
}

static bool is_kept(const call_state *call, int operand)
{
    return operand >= call->input_count && call->options.keepdims;
}

/* What options.axis needs: one core dimension, shared by all operands that have any. */
static weft_status check_axis(const call_state *call, weft_error *error)
{
    const weft_ufunc *ufunc = call->ufunc;
    bool shared = ufunc->dimension_count == 1;
    for (int i = 0; i < call->operand_count; i++)
        shared = shared && ufunc->operands[i].core_rank <= 1;
    if (!shared)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: options.axis needs one core dimension; the layout is %s", ufunc->name,
                         ufunc->layout);
    return WEFT_OK;
}

static weft_status check_keepdims(const call_state *call, weft_error *error)
{
    const weft_ufunc *ufunc = call->ufunc;
    bool fits = call->input_count > 0;
    for (int i = 0; i < call->operand_count; i++)
        fits = fits && ufunc->operands[i].core_rank ==
                           (i < call->input_count ? ufunc->operands[0].core_rank : 0);
    if (!fits)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: options.keepdims needs inputs of equal core rank and outputs without "
                         "core dimensions; the layout is %s",
                         ufunc->name, ufunc->layout);
    return WEFT_OK;
}

/* The tuples of outputs may be left out where these have no core axes of their own. */
static weft_status check_axes(const call_state *call, weft_error *error)
{
    int inputs = 0, all = 0, own = 0;
    for (int i = 0; i < call->operand_count; i++) {
        all += core_count(call, i);
        if (i < call->input_count)
            inputs += core_count(call, i);
        else
            own += call->ufunc->operands[i].core_rank;
    }
    if (call->options.axes_count == all || (own == 0 && call->options.axes_count == inputs))
        return WEFT_OK;
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "%s: options.axes has %d axes; the layout %s needs %d%s", call->ufunc->name,
                     call->options.axes_count, call->ufunc->layout, all,
                     call->options.keepdims ? " with keepdims" : "");
}

static weft_status check_options(const call_state *call, weft_error *error)
{
    const weft_options *options = &call->options;
    weft_status status = WEFT_OK;
    if (call->ufunc->flags & WEFT_UFUNC_ELEMENTWISE)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: options.%s is for ufuncs with core dimensions", call->ufunc->name,
                         options->axes   ? "axes"
                         : options->axis ? "axis"
                                         : "keepdims");
    if (options->axes && options->axis)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: options.axes and options.axis are both given", call->ufunc->name);
    if (options->axis)
        status = check_axis(call, error);
    if (!status && options->keepdims)
        status = check_keepdims(call, error);
    if (!status && options->axes)
        status = check_axes(call, error);
    return status;
}

/* The core axes that the caller named for an operand; core_count of them. */
static void find_tuple(const call_state *call, int operand, int *tuple)
{
    const weft_options *options = &call->options;
    int count = core_count(call, operand), first = 0;
    for (int i = 0; i < operand; i++)
        first += core_count(call, i);
    if (options->axes && first + count > options->axes_count)
        first = 0; /* left out: as the first input's */
    for (int k = 0; k < count; k++)
        tuple[k] = options->axis   ? *options->axis
                   : options->axes ? options->axes[first + k]
                                   : k - count;
}

/* Where an operand of this rank has the axes of its view with the core axes last: those of the loop, then
 * the core axes; kept axes are no part of it. `kept` gets a bit for each of these. */
static weft_status find_places(call_state *call, int operand, int rank, uint32_t *kept,
                               weft_error *error)
{
    int count = core_count(call, operand), tuple[WEFT_MAX_RANK], used = 0;
    int8_t *places = call->axes_of[operand];
    uint32_t core = 0;
    find_tuple(call, operand, tuple);
    for (int k = 0; k < count; k++) {
        int axis = tuple[k] < 0 ? tuple[k] + rank : tuple[k];
        if (axis < 0 || axis >= rank)
            return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, tuple[k],
                                "%s: operand %d (%s) has rank %d and no axis %d", call->ufunc->name,
                                operand, call_operand_name(call, operand), rank, tuple[k]);
        if (core >> axis & 1)
            return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, axis,
                                "%s: axis %d of operand %d (%s) is named twice", call->ufunc->name,
                                axis, operand, call_operand_name(call, operand));
        core |= 1u << axis;
        tuple[k] = axis;
    }
    for (int axis = 0; axis < rank; axis++)
        if (!(core >> axis & 1))
            places[used++] = (int8_t)axis;
    for (int k = 0; k < count && !is_kept(call, operand); k++)
        places[used++] = (int8_t)tuple[k];
    *kept = is_kept(call, operand) ? core : 0;
    return WEFT_OK;
}

/* The view of one given operand; where its rank is too low for its core axes it stays as it is, for
 * broadcast.c to refuse. */
static weft_status turn(call_state *call, int operand, weft_array *view, weft_error *error)
{
    const weft_array *array = call->given[operand];
    int count = core_count(call, operand);
    uint32_t kept;
    *view = *array;
    if (array->rank < count && !is_kept(call, operand)) {
        for (int axis = 0; axis < array->rank; axis++)
            call->axes_of[operand][axis] = (int8_t)axis;
        return WEFT_OK;
    }
    weft_status status = find_places(call, operand, array->rank, &kept, error);
    if (status)
        return status;
    for (int axis = 0; axis < array->rank; axis++)
        if (kept >> axis & 1 && array->shape[axis] != 1)
            return error_set_at(error, WEFT_ERROR_SHAPE, operand, axis,
                                "%s: operand %d (%s) has size %lld along axis %d, where keepdims "
                                "leaves 1",
                                call->ufunc->name, operand, call_operand_name(call, operand),
                                (long long)array->shape[axis], axis);
    view->rank = array->rank - (is_kept(call, operand) ? count : 0);
    for (int axis = 0; axis < view->rank; axis++) {
        view->shape[axis] = array->shape[call->axes_of[operand][axis]];
        view->steps[axis] = array->steps[call->axes_of[operand][axis]];
    }
    return WEFT_OK;
}

weft_status axes_apply(call_state *call, weft_error *error)
{
    weft_status status = check_options(call, error);
    for (int i = 0; i < call->operand_count && !status; i++) {
        call->replaced[i] = call->given[i];
        if (call->results >> i & 1)
            continue;
        status = turn(call, i, &call->result_arrays[i], error); /* unused by given operands */
        call->replaced[i] = &call->result_arrays[i];
    }
    call->given = call->replaced;
    call->has_axes = true;
    return status;
}

int axes_result_rank(const call_state *call, int output)
{
    return call->plan.rank + core_count(call, output);
}

weft_status axes_bind_results(call_state *call, weft_error *error)
{
    weft_status status = WEFT_OK;
    for (int i = call->input_count; i < call->operand_count && !status; i++) {
        int rank = axes_result_rank(call, i);
        uint32_t kept;
        if (!(call->results >> i & 1))
            continue;
        if (rank > WEFT_MAX_RANK)
            return error_set_at(error, WEFT_ERROR_SHAPE, i, -1,
                                "%s: operand %d (%s) would have rank %d; at most %d is possible",
                                call->ufunc->name, i, call_operand_name(call, i), rank,
                                WEFT_MAX_RANK);
        status = find_places(call, i, rank, &kept, error);
    }
    return status;
}

weft_array axes_restore(const call_state *call, int output)
{
    const weft_array *result = &call->result_arrays[output];
    weft_array restored = *result;
    restored.rank = result->rank + (is_kept(call, output) ? core_count(call, output) : 0);
    for (int axis = 0; axis < restored.rank; axis++) {
        restored.shape[axis] = 1;
        restored.steps[axis] = dtype_table[result->dtype].size;
    }
    for (int axis = 0; axis < result->rank; axis++) {
        restored.shape[call->axes_of[output][axis]] = result->shape[axis];
        restored.steps[call->axes_of[output][axis]] = result->steps[axis];
    }
    return restored;
}
