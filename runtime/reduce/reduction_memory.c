/* reduction_memory.c: where the arrays of a reduction lie: its result, and what must lie elsewhere
 * than the caller has it. */
#include <stdlib.h>
#include <string.h>

#include "arrays/array.h"
#include "arrays/sharing.h"
#include "base/cast.h"
#include "base/dtype.h"
#include "base/error.h"
#include "plan/nvtx.h"
#include "reducer.h"

/* Steps such that the axes lie in memory as those of the operand do; one that is kept has step 0.
 */
static bool lay_out(weft_array *array, const int64_t *like)
{
    int order[WEFT_MAX_RANK];
    int64_t step;
    if (!array_lay_out(array, &step))
        return false;
    if (step == 0)
        return true;
    array_order_axes(array->rank, like, order);
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
    return on_device ? task->place.backend->allocate(array, bytes, &task->place, error)
                     : array_allocate(array, bytes, error);
}

/* The result's memory: the caller's, where the options say so. */
static weft_status allocate_result(reduction *task, weft_error *error)
{
    weft_array *result = &task->result;
    if (!task->options.allocate)
        return allocate(task, result, task->set.any_device, error);
    size_t bytes = (size_t)array_count(result) * dtype_table[result->dtype].size;
    result->device = (int16_t)(task->set.any_device ? task->place.device + 1 : 0);
    return task->options.allocate(task->options.allocate_context, task->input_count, result,
                                  bytes ? bytes : 1, error);
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
        task->temporaries[task->temporary_count++] = (reduction_block){made->base, made->device};
    return status;
}

static weft_status find_result(reduction *task, int rank, const int64_t *shape,
                               const int64_t *steps, weft_error *error)
{
    const weft_array *given = task->given;
    if (task->allocates) {
        task->result = weft_array_view(NULL, reduction_dtype(task), rank, shape, NULL);
        if (!lay_out(&task->result, steps))
            return too_large(task, rank, shape, error);
        return allocate_result(task, error);
    }
    task->result = *given;
    if (given->rank == rank && memcmp(given->shape, shape, (size_t)rank * sizeof *shape) == 0)
        return WEFT_OK;
    error_text has = {0, ""}, needs = {0, ""};
    error_append_shape(&has, given->rank, given->shape);
    error_append_shape(&needs, rank, shape);
    return error_set_at(error, WEFT_ERROR_SHAPE, task->input_count, -1,
                        "%s: the result has shape %s, but %s is needed", task->who, has.text,
                        needs.text);
}

bool reduction_is_usable(const reduction *task, const weft_array *array, weft_dtype dtype)
{
    return array->dtype == dtype && !array_is_swapped(array) && array->device == task->job.device &&
           array->rank <= REDUCTION_RANK && (array->device == 0 || array_is_aligned(array));
}

weft_status reduction_result(reduction *task, int rank, const int64_t *shape, const int64_t *steps,
                             bool is_aside, const weft_array *const *others, int other_count,
                             weft_error *error)
{
    weft_status status = find_result(task, rank, shape, steps, error);
    if (status)
        return status;
    task->is_aside = !reduction_is_usable(task, &task->result, task->job.dtype) ||
                     task->folds_wide || reducer_has_finish(task) || (is_aside && !task->allocates);
    for (int i = 0; i < other_count && !task->allocates && !task->is_aside; i++)
        task->is_aside = others[i] && sharing_arrays_meet(&task->result, others[i]);
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
        return task->place.backend->copy(to, from, &task->place, error);
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

weft_status reduction_temporary(reduction *task, weft_dtype dtype, int rank, const int64_t *shape,
                                weft_array *made, weft_error *error)
{
    return add_temporary(task, dtype, rank, shape, task->job.device > 0, made, error);
}

weft_status reduction_host_temporary(reduction *task, weft_dtype dtype, int rank,
                                     const int64_t *shape, weft_array *made, weft_error *error)
{
    return add_temporary(task, dtype, rank, shape, false, made, error);
}

/* The view, as values of the loop's dtype where a wider fold would not make them that. */
static weft_status round_to_loop(reduction *task, const weft_array *view, weft_array *rounded,
                                 weft_error *error)
{
    const weft_dtype dtype = reduction_dtype(task);
    *rounded = *view;
    if (!task->folds_wide || dtype_is_safe(view->dtype, dtype))
        return WEFT_OK;
    return reduction_copy_of(task, view, dtype, false, rounded, error);
}

weft_status reduction_stage(reduction *task, const weft_array *view, weft_array *staged,
                            weft_error *error)
{
    weft_status status = round_to_loop(task, view, staged, error);
    if (status || reduction_is_usable(task, staged, task->job.dtype))
        return status;
    const weft_array from = *staged;
    return reduction_copy_of(task, &from, task->job.dtype, false, staged, error);
}

weft_status reduction_stage_for_tree(reduction *task, const weft_array *view, weft_array *staged,
                                     weft_error *error)
{
    bool is_near = task->job.device == 0 && view->device == 0 && view->rank <= REDUCTION_RANK;
    if (!is_near || !reduction_is_tree(task))
        return reduction_stage(task, view, staged, error);
    return round_to_loop(task, view, staged, error);
}

weft_status reduction_deliver(reduction *task, const weft_array *made, weft_error *error)
{
    const weft_dtype dtype = reduction_dtype(task);
    weft_array cast = *made;
    weft_status status = WEFT_OK;
    if (made->dtype != dtype && task->result.dtype != dtype)
        status = reduction_copy_of(task, made, dtype, false, &cast, error);
    return status ? status : reduction_move(task, &task->result, &cast, error);
}

/* Frees what `allocate` gave; device memory after the work that is under way. */
static void release(const reduction *task, weft_array *array)
{
    if (array->device > 0 && array->flags & WEFT_ARRAY_OWNED)
        task->place.backend->release(array, &task->place);
    else
        weft_array_clear(array);
}

weft_status reduction_close(reduction *task, weft_status status, weft_error *error)
{
    if (!task)
        return status;
    if (!status && task->is_aside)
        status = task->reducer ? reducer_finish(task, error)
                               : reduction_deliver(task, &task->work, error);
    if (!status && task->place.backend->synchronize &&
        (task->set.any_host || !task->set.any_device))
        status = task->place.backend->synchronize(&task->place, error);
    for (int i = 0; i < task->temporary_count; i++) {
        const reduction_block *block = &task->temporaries[i];
        weft_array temporary = {
            .base = block->base, .device = block->device, .flags = WEFT_ARRAY_OWNED};
        release(task, &temporary);
    }
    if (task->allocates && !status)
        *task->given = task->result;
    else if (task->allocates)
        release(task, &task->result);
    if (task->is_named)
        nvtx_pop();
    free(task);
    return status;
}
