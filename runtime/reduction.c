/* reduction.c: from the arguments of a reduction to a job, and from its work to the result. */
#include "reduction.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "array.h"
#include "cast.h"
#include "checked.h"
#include "dtype.h"
#include "error.h"
#include "options.h"
#include "overlap.h"
#include "target.h"

static weft_status check_ufunc(reduction *task, const char *what, const weft_ufunc *ufunc,
                               weft_error *error)
{
    if (!ufunc)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_%s: ufunc is NULL", what);
    snprintf(task->who, sizeof task->who, "%.64s.%s", ufunc->name, what);
    if (!(ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || ufunc->input_count != 2 ||
        ufunc->output_count != 1)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: it takes an elementwise function of two inputs and one output; the "
                         "layout of %s is %s",
                         task->who, ufunc->name, ufunc->layout);
    return WEFT_OK;
}

static weft_status check_result(reduction *task, weft_error *error)
{
    const weft_array *result = task->given;
    if (!result)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, 1, -1, "%s: the result is NULL", task->who);
    task->allocates = result->dtype == WEFT_NONE;
    if (task->allocates)
        return WEFT_OK;
    weft_status status = array_check(result, task->who, 1, "result", error);
    if (status)
        return status;
    if (result->flags & (WEFT_ARRAY_READONLY | WEFT_ARRAY_INLINE))
        return error_set_at(error, WEFT_ERROR_OVERLAP, 1, -1, "%s: the result is %s", task->who,
                            result->flags & WEFT_ARRAY_READONLY ? "read-only" : "a scalar value");
    if (overlap_is_within(result))
        return error_set_at(error, WEFT_ERROR_OVERLAP, 1, -1,
                            "%s: the result is an array whose elements share memory", task->who);
    return WEFT_OK;
}

/* Notes where the arrays lie. */
static weft_status check_devices(reduction *task, weft_error *error)
{
    int operand = task->operand->device, result = task->allocates ? 0 : task->given->device;
    if (operand > 0 && result > 0 && operand != result)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, 1, -1,
                            "%s: the operand lies on device %d, the result on %d", task->who,
                            operand - 1, result - 1);
    task->call.any_device = operand > 0 || result > 0;
    task->call.any_host = operand == 0 || (!task->allocates && result == 0);
    if (task->call.any_device)
        task->call.options.device = (operand > 0 ? operand : result) - 1;
    return WEFT_OK;
}

/* Options that weft_reduction has itself must not be lost in silence. */
static weft_status check_options(const reduction *task, weft_error *error)
{
    const weft_options *options = &task->call.options;
    const char *name = options->where      ? "where"
                       : options->axes     ? "axes"
                       : options->axis     ? "axis"
                       : options->keepdims ? "keepdims"
                                           : NULL;
    if (options->floating_flags)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: options.floating_flags is for weft_call and weft_outer", task->who);
    if (!name)
        return WEFT_OK;
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "%s: options.%s is for weft_call; reductions take theirs as arguments",
                     task->who, name);
}

/* The dtype that a reduction without a given result works in. */
static uint8_t working_dtype(const reduction *task)
{
    const dtype_facts *facts = &dtype_table[task->operand->dtype];
    bool widens = task->call.ufunc->flags & WEFT_UFUNC_WIDENING && facts->kind != 'f' &&
                  facts->kind != 'c' && facts->size < 8;
    if (!widens)
        return task->operand->dtype;
    return facts->kind == 'u' ? WEFT_UINT64 : WEFT_INT64;
}

/* The loop whose dtypes are all the same one; NULL if there is none. */
static const weft_loop *find_uniform(const weft_ufunc *ufunc, unsigned dtype)
{
    for (uint32_t k = 0; k < ufunc->loop_count; k++) {
        const uint8_t *dtypes = ufunc->loops[k].dtypes;
        if (dtypes[0] == dtype && dtypes[1] == dtype && dtypes[2] == dtype)
            return &ufunc->loops[k];
    }
    return NULL;
}

/* The loop of f(result, operand), which must give what it takes. Where it does not, its result's
 * dtype serves throughout, if the operand's may become that. */
static weft_status choose_loop(reduction *task, weft_error *error)
{
    call_state *call = &task->call;
    const weft_ufunc *ufunc = call->ufunc;
    weft_array sides[2] = {{.dtype = working_dtype(task)}, {.dtype = task->operand->dtype}};
    if (task->allocates)
        sides[1].dtype = sides[0].dtype;
    else
        sides[0].dtype = task->given->dtype;
    if (task->second != task->operand) {
        sides[1].dtype = task->second->dtype;
        sides[1].flags = task->second->flags & (WEFT_ARRAY_WEAK | WEFT_ARRAY_INLINE);
        sides[1].value = task->second->value;
    }
    task->operands[0] = &sides[0];
    task->operands[1] = &sides[1];
    task->operands[2] = task->given;
    weft_status status = resolve_loop(call, error);
    task->operands[0] = task->operands[1] = (weft_array *)(uintptr_t)task->operand;
    if (status)
        return status;
    const weft_loop *loop = call->plan.loop;
    unsigned dtype = loop->dtypes[2];
    if (loop->dtypes[0] == dtype && loop->dtypes[1] == dtype)
        return WEFT_OK;
    bool truth = dtype == WEFT_BOOL && ufunc->flags & WEFT_UFUNC_HAS_IDENTITY;
    const weft_loop *uniform = find_uniform(ufunc, dtype);
    if (!uniform || (!truth && !(dtype_is_safe(task->operand->dtype, dtype) &&
                                 dtype_is_safe(task->second->dtype, dtype))))
        return error_set(error, WEFT_ERROR_DTYPE,
                         "%s: the loop %s gives another dtype than it takes, so its results cannot "
                         "be its inputs",
                         task->who, loop->prototype);
    call->plan.loop = uniform;
    return WEFT_OK;
}

weft_status reduction_open(reduction *task, const char *what, const weft_ufunc *ufunc,
                           const weft_array *operand, const weft_array *second, weft_array *result,
                           const weft_options *options, weft_error *error)
{
    call_state *call = &task->call;
    memset(call, 0, offsetof(call_state, plan)); /* what lies behind is large, and written first */
    task->temporary_count = 0;
    task->allocates = false;
    task->result = (weft_array){0};
    task->operand = operand;
    task->second = second;
    task->given = result;
    weft_status status = check_ufunc(task, what, ufunc, error);
    if (status)
        return status;
    if (!operand)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, 0, -1, "%s: the operand is NULL",
                            task->who);
    call->ufunc = call->plan.ufunc = task->job.ufunc = ufunc;
    call->given = task->operands;
    call->plan.options = &call->options;
    call->input_count = 2;
    call->operand_count = call->plan.operand_count = 3;
    task->operands[0] = task->operands[1] = (weft_array *)(uintptr_t)operand;
    task->operands[2] = result;
    if ((status = array_check(operand, task->who, 0, "operand", error)) ||
        (second != operand && (status = array_check(second, task->who, 2, "values", error))) ||
        (status = check_result(task, error)) ||
        (status = options_resolve(&call->options, options, task->who, error)) ||
        (status = check_devices(task, error)))
        return status;
    if ((status = check_options(task, error)))
        return status;
    call->results = task->allocates ? 1u << 2 : 0;
    call->plan.item_count = array_count(operand);
    if ((status = target_check(call, error)) || (status = choose_loop(task, error)))
        return status;
    return target_resolve(call, error);
}

weft_status reduction_place(reduction *task, bool on_host, weft_error *error)
{
    const call_state *call = &task->call;
    bool computes_on_host = on_host && !call->backend->spread;
    return fold_prepare(&task->job, call->ufunc, call->plan.loop, &call->options,
                        computes_on_host ? &backend_cpu : call->backend, error);
}

weft_status reduction_axis(const reduction *task, int axis, int *found, weft_error *error)
{
    int rank = task->operand->rank;
    if (axis < -rank || axis >= rank)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, 0, axis,
                            "%s: there is no axis %d in an operand of rank %d", task->who, axis,
                            rank);
    *found = axis < 0 ? axis + rank : axis;
    return WEFT_OK;
}

/* Steps such that the axes lie in memory as those of the operand do: by step, then in C order. */
static bool lay_out(weft_array *array, const int64_t *like)
{
    int order[WEFT_MAX_RANK];
    int64_t step;
    if (!array_lay_out(array, &step))
        return false;
    if (step == 0)
        return true;
    for (int k = 0; k < array->rank; k++) { /* outermost first */
        int place = k;
        uint64_t own = checked_magnitude(like[k]);
        for (; place > 0; place--) {
            uint64_t other = checked_magnitude(like[order[place - 1]]);
            if (other == 0 || own <= other)
                break;
            order[place] = order[place - 1];
        }
        order[place] = k;
    }
    step = dtype_table[array->dtype].size;
    for (int k = array->rank - 1; k >= 0; k--) {
        array->steps[order[k]] = step;
        step *= array->shape[order[k]];
    }
    return true;
}

static weft_status allocate(const reduction *task, weft_array *array, bool on_device,
                            weft_error *error)
{
    size_t bytes = (size_t)array_count(array) * dtype_table[array->dtype].size;
    bytes = bytes ? bytes : 1;
    return on_device ? task->call.backend->allocate(array, bytes, &task->call.options, error)
                     : array_allocate(array, bytes, error);
}

static weft_status too_large(const reduction *task, int rank, const int64_t *shape,
                             weft_error *error)
{
    error_text text = {0, ""};
    error_append_shape(&text, rank, shape);
    return error_set(error, WEFT_ERROR_SHAPE,
                     "%s: an array of shape %s has more bytes than int64 counts", task->who,
                     text.text);
}

/* A temporary in C order; released by reduction_close. */
static weft_status add_temporary(reduction *task, weft_dtype dtype, int rank, const int64_t *shape,
                                 bool on_device, weft_array *made, weft_error *error)
{
    int64_t bytes;
    *made = weft_array_view(NULL, dtype, rank, shape, NULL);
    if (!array_lay_out(made, &bytes))
        return too_large(task, rank, shape, error);
    weft_status status = allocate(task, made, on_device, error);
    if (!status)
        task->temporaries[task->temporary_count++] = *made;
    return status;
}

static weft_status find_result(reduction *task, int rank, const int64_t *shape,
                               const int64_t *steps, weft_error *error)
{
    const weft_array *given = task->given;
    if (task->allocates) {
        task->result = weft_array_view(NULL, (weft_dtype)task->job.dtype, rank, shape, NULL);
        if (!lay_out(&task->result, steps))
            return too_large(task, rank, shape, error);
        return allocate(task, &task->result, task->call.any_device, error);
    }
    task->result = *given;
    if (given->rank == rank && memcmp(given->shape, shape, (size_t)rank * sizeof *shape) == 0)
        return WEFT_OK;
    error_text has = {0, ""}, needs = {0, ""};
    error_append_shape(&has, given->rank, given->shape);
    error_append_shape(&needs, rank, shape);
    return error_set_at(error, WEFT_ERROR_SHAPE, 1, -1,
                        "%s: the result has shape %s, but %s is needed", task->who, has.text,
                        needs.text);
}

/* Whether the job can work on the array as it lies. */
static bool is_usable(const reduction *task, const weft_array *array)
{
    return array->dtype == task->job.dtype && !array_is_swapped(array) &&
           array->device == task->job.device && array->rank <= REDUCTION_RANK &&
           (array->device == 0 || array_is_aligned(array));
}

weft_status reduction_result(reduction *task, int rank, const int64_t *shape, const int64_t *steps,
                             bool is_aside, const weft_array *const *others, int other_count,
                             weft_error *error)
{
    weft_status status = find_result(task, rank, shape, steps, error);
    if (status)
        return status;
    task->is_aside = !is_usable(task, &task->result) || (is_aside && !task->allocates);
    for (int i = 0; i < other_count && !task->allocates && !task->is_aside; i++)
        task->is_aside = others[i] && overlap_arrays_meet(&task->result, others[i]);
    if (task->is_aside)
        return add_temporary(task, task->job.dtype, rank, shape, task->job.device > 0, &task->work,
                             error);
    task->work = task->result;
    return WEFT_OK;
}

weft_status reduction_move(const reduction *task, const weft_array *to, const weft_array *from,
                           weft_error *error)
{
    if (array_count(to) == 0)
        return WEFT_OK;
    if (to->device || from->device)
        return task->call.backend->copy(to, from, &task->call.options, error);
    cast_copy(to, from);
    return WEFT_OK;
}

weft_status reduction_copy_of(reduction *task, const weft_array *view, weft_dtype dtype,
                              bool on_host, weft_array *copied, weft_error *error)
{
    weft_status status = add_temporary(task, dtype, view->rank, view->shape,
                                       !on_host && task->job.device > 0, copied, error);
    return status ? status : reduction_move(task, copied, view, error);
}

weft_status reduction_temporary(reduction *task, int rank, const int64_t *shape, weft_array *made,
                                weft_error *error)
{
    return add_temporary(task, task->job.dtype, rank, shape, task->job.device > 0, made, error);
}

weft_status reduction_stage(reduction *task, const weft_array *view, weft_array *staged,
                            weft_error *error)
{
    if (!is_usable(task, view))
        return reduction_copy_of(task, view, task->job.dtype, false, staged, error);
    *staged = *view;
    return WEFT_OK;
}

weft_status reduction_stage_for_tree(reduction *task, const weft_array *view, weft_array *staged,
                                     weft_error *error)
{
    bool is_near = task->job.device == 0 && view->device == 0 && view->rank <= REDUCTION_RANK;
    if (!is_near || !reduction_is_tree(task))
        return reduction_stage(task, view, staged, error);
    *staged = *view;
    return WEFT_OK;
}

/* Frees what `allocate` gave; device memory after the work that is under way. */
static void release(const reduction *task, weft_array *array)
{
    if (array->device > 0 && array->flags & WEFT_ARRAY_OWNED)
        task->call.backend->release(array, &task->call.options);
    else
        weft_array_clear(array);
}

weft_status reduction_close(reduction *task, weft_status status, weft_error *error)
{
    const call_state *call = &task->call;
    if (!status && task->is_aside)
        status = reduction_move(task, &task->result, &task->work, error);
    if (!status && call->backend->finish && (call->any_host || !call->any_device))
        status = call->backend->finish(&call->options, error);
    for (int i = 0; i < task->temporary_count; i++)
        release(task, &task->temporaries[i]);
    if (task->allocates && !status)
        *task->given = task->result;
    else if (task->allocates)
        release(task, &task->result);
    return status;
}
