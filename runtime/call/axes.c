/* axes.c: core axes of a gufunc's operands where they are not just the last ones: options.axes,
 * axis and keepdims, and dimensions that may be missing. All other steps of a call see views whose
 * core axes are the last and complete. */
#include "axes.h"

#include "arrays/array.h"
#include "base/dtype.h"
#include "base/error.h"

static bool is_kept(const call_state *call, int operand)
{
    return operand >= call->input_count && call->options.keepdims;
}

static bool is_missing(const call_state *call, unsigned dimension)
{
    return call->missing[dimension / 32] >> dimension % 32 & 1;
}

/* How many core axes an operand has for the caller: none for dimensions that are missing; with
 * keepdims outputs keep those of the inputs. */
static int core_count(const call_state *call, int operand)
{
    const weft_operand *layout = &call->ufunc->operands[is_kept(call, operand) ? 0 : operand];
    int count = 0;
    for (int k = 0; k < layout->core_rank; k++)
        count += !is_missing(call, layout->dimensions[k]);
    return count;
}

/* An operand of too few axes lacks the first dimensions that may be missing; then all operands
 * do. */
static void find_missing(call_state *call)
{
    for (unsigned k = 0; k < sizeof call->missing / sizeof *call->missing; k++)
        call->missing[k] = 0;
    for (int i = 0; i < call->operand_count; i++) {
        const weft_operand *layout = &call->ufunc->operands[i];
        if (call->set.results >> i & 1 || is_kept(call, i))
            continue;
        for (int k = 0; k < layout->core_rank && call->set.given[i]->rank < core_count(call, i);
             k++) {
            unsigned dimension = layout->dimensions[k];
            if (call->ufunc->dimensions[dimension].kind == WEFT_DIMENSION_OPTIONAL)
                call->missing[dimension / 32] |= 1u << dimension % 32;
        }
    }
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

/* The core axes that the caller named for an operand, else the last; core_count of them. */
static void find_tuple(const call_state *call, int operand, int *tuple)
{
    const weft_options *options = &call->options;
    int count = core_count(call, operand), first = 0;
    for (int i = 0; i < operand; i++)
        first += core_count(call, i);
    const bool is_named = options->axes && first + count <= options->axes_count;
    for (int k = 0; k < count; k++)
        tuple[k] = options->axis ? *options->axis : is_named ? options->axes[first + k] : k - count;
}

/* Where an operand of this rank has the axes of its view with the core axes last: those of the
 * loop, then the core axes, -1 for missing ones. Kept axes are no part of it; `kept` gets a bit for
 * each. */
static weft_status find_places(call_state *call, int operand, int rank, uint32_t *kept,
                               weft_error *error)
{
    const weft_operand *layout = &call->ufunc->operands[operand];
    int count = core_count(call, operand), tuple[WEFT_MAX_RANK], used = 0, next = 0;
    int8_t *places = call->axes_of[operand];
    uint32_t core = 0;
    find_tuple(call, operand, tuple);
    for (int k = 0; k < count; k++) {
        int axis = tuple[k] < 0 ? tuple[k] + rank : tuple[k];
        if (axis < 0 || axis >= rank)
            return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, tuple[k],
                                "%s: operand %d (%s) has rank %d and no axis %d", call->ufunc->name,
                                operand, operand_name(call->ufunc, operand), rank, tuple[k]);
        if (core >> axis & 1)
            return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, axis,
                                "%s: axis %d of operand %d (%s) is named twice", call->ufunc->name,
                                axis, operand, operand_name(call->ufunc, operand));
        core |= 1u << axis;
        tuple[k] = axis;
    }
    for (int axis = 0; axis < rank; axis++)
        if (!(core >> axis & 1))
            places[used++] = (int8_t)axis;
    for (int k = 0; k < layout->core_rank && !is_kept(call, operand); k++)
        places[used++] =
            is_missing(call, layout->dimensions[k]) ? (int8_t)-1 : (int8_t)tuple[next++];
    *kept = is_kept(call, operand) ? core : 0;
    return WEFT_OK;
}

/* Whether an operand has the axes that it needs, and its view not too many. */
static weft_status check_rank(const call_state *call, int operand, weft_error *error)
{
    const weft_array *array = call->set.given[operand];
    int count = core_count(call, operand);
    int rank = array->rank - count + call->ufunc->operands[operand].core_rank;
    if (array->rank < count)
        return error_set_at(error, WEFT_ERROR_SHAPE, operand, -1,
                            "%s: operand %d (%s) has rank %d, but the layout %s needs at least %d "
                            "there",
                            call->ufunc->name, operand, operand_name(call->ufunc, operand),
                            (int)array->rank, call->ufunc->layout, count);
    if (rank > WEFT_MAX_RANK)
        return error_set_at(
            error, WEFT_ERROR_SHAPE, operand, -1,
            "%s: operand %d (%s) would have rank %d with its missing dimensions; at "
            "most %d is possible",
            call->ufunc->name, operand, operand_name(call->ufunc, operand), rank, WEFT_MAX_RANK);
    return WEFT_OK;
}

/* The view of one given operand. */
static weft_status turn(call_state *call, int operand, weft_array *view, weft_error *error)
{
    const weft_array *array = call->set.given[operand];
    uint32_t kept;
    weft_status status = check_rank(call, operand, error);
    if (!status)
        status = find_places(call, operand, array->rank, &kept, error);
    if (status)
        return status;
    for (int axis = 0; axis < array->rank; axis++)
        if (kept >> axis & 1 && array->shape[axis] != 1)
            return error_set_at(error, WEFT_ERROR_SHAPE, operand, axis,
                                "%s: operand %d (%s) has size %lld along axis %d, where keepdims "
                                "leaves 1",
                                call->ufunc->name, operand, operand_name(call->ufunc, operand),
                                (long long)array->shape[axis], axis);
    *view = *array;
    view->rank = array->rank - core_count(call, operand) + call->ufunc->operands[operand].core_rank;
    for (int axis = 0; axis < view->rank; axis++) {
        int place = call->axes_of[operand][axis];
        view->shape[axis] = place < 0 ? 1 : array->shape[place];
        view->steps[axis] = place < 0 ? 0 : array->steps[place];
    }
    return WEFT_OK;
}

weft_status axes_apply(call_state *call, weft_error *error)
{
    find_missing(call);
    weft_status status = check_options(call, error);
    if (!status)
        status = call_make_room(call, error);
    for (int i = 0; i < call->operand_count && !status; i++) {
        call->replaced[i] = call->set.given[i];
        if (call->set.results >> i & 1)
            continue;
        status = turn(call, i, &call->result_arrays[i], error); /* unused by given operands */
        call->replaced[i] = &call->result_arrays[i];
    }
    call->set.given = call->replaced;
    call->set.axes_of = (const int8_t(*)[WEFT_MAX_RANK])call->axes_of;
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
        int rank = axes_result_rank(call, i); /* with what is kept, without what is missing */
        int most = call->plan.rank + call->ufunc->operands[i].core_rank;
        uint32_t kept;
        if (!(call->set.results >> i & 1))
            continue;
        most = rank > most ? rank : most;
        if (most > WEFT_MAX_RANK)
            return error_set_at(error, WEFT_ERROR_SHAPE, i, -1,
                                "%s: operand %d (%s) would have rank %d; at most %d is possible",
                                call->ufunc->name, i, operand_name(call->ufunc, i), most,
                                WEFT_MAX_RANK);
        status = find_places(call, i, rank, &kept, error);
    }
    return status;
}

weft_array axes_restore(const call_state *call, int output)
{
    const weft_array *result = &call->result_arrays[output];
    weft_array restored = *result;
    restored.rank =
        result->rank - call->ufunc->operands[output].core_rank + core_count(call, output);
    for (int axis = 0; axis < restored.rank; axis++) {
        restored.shape[axis] = 1;
        restored.steps[axis] = dtype_table[result->dtype].size;
    }
    for (int axis = 0; axis < result->rank; axis++) {
        int place = call->axes_of[output][axis];
        if (place < 0)
            continue;
        restored.shape[place] = result->shape[axis];
        restored.steps[place] = result->steps[axis];
    }
    return restored;
}
