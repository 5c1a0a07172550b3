/* at.c: weft_at: items in the order of their indices, on the calling thread. Rows of the operand
 * that no index names are never touched. */
#include <string.h>

#include "arrays/array.h"
#include "arrays/sharing.h"
#include "base/cast.h"
#include "base/dtype.h"
#include "base/error.h"
#include "base/odometer.h"
#include "host/run/serial.h"
#include "indices.h"

/* What goes on: the operand's row at an index, the values' row, and scratch for a row of another
 * dtype, byte order or place. */
typedef struct update {
    const fold_job *job;
    weft_array row, scratch;
    fold_view view; /* of one row: from is the values' row, to the operand's */
    bool through;   /* scratch */
} update;

static weft_status check_arrays(const reduction *task, const weft_array *indices,
                                const weft_array *values, weft_error *error)
{
    if (task->operand->rank < 1)
        return error_set(error, WEFT_ERROR_SHAPE, "%s: the operand has no axis to index",
                         task->who);
    return indices_check(task, indices, "indices", values, error);
}

/* Whether values can be read where they lie, for nothing writes to them. */
static bool is_own(const reduction *task, const weft_array *values)
{
    return !(values->flags & WEFT_ARRAY_INLINE) && values->device == 0 &&
           reduction_is_usable(task, values, task->job.dtype) &&
           !sharing_arrays_meet(values, task->given);
}

/* The values in the loop's dtype on the host, as a view of indices' shape and the row's. */
static weft_status read_values(reduction *task, const weft_array *indices, const weft_array *values,
                               weft_array *read, weft_error *error)
{
    const weft_array *operand = task->operand;
    int rank = indices->rank + operand->rank - 1;
    int64_t shape[2 * WEFT_MAX_RANK];
    memcpy(shape, indices->shape, (size_t)indices->rank * sizeof *shape);
    memcpy(shape + indices->rank, operand->shape + 1, (size_t)(operand->rank - 1) * sizeof *shape);
    bool fits = values->rank <= rank && rank <= WEFT_MAX_RANK;
    for (int k = 1; fits && k <= values->rank; k++) {
        int64_t size = values->shape[values->rank - k];
        fits = size == 1 || size == shape[rank - k];
    }
    if (!fits) {
        error_text has = {0, ""}, needs = {0, ""};
        error_append_shape(&has, values->rank, values->shape);
        error_append_shape(&needs, rank, shape);
        return error_set(error, WEFT_ERROR_SHAPE,
                         "%s: the values have shape %s, which does not broadcast to %s", task->who,
                         has.text, needs.text);
    }
    weft_array copied = *values;
    weft_status status =
        array_count(indices) > 0 ? reduction_check_values(task, values, error) : WEFT_OK;
    if (!status && !is_own(task, values))
        status = reduction_copy_of(task, values, task->job.dtype, true, &copied, error);
    if (status)
        return status;
    *read = copied;
    read->rank = rank;
    memcpy(read->shape, shape, (size_t)rank * sizeof *shape);
    memset(read->steps, 0, sizeof read->steps);
    for (int k = 1; k <= values->rank; k++)
        if (values->shape[values->rank - k] != 1)
            read->steps[rank - k] = copied.steps[values->rank - k];
    return WEFT_OK;
}

/* row = f(row, values), in place or through scratch. */
static void update_row(update *at)
{
    if (at->through)
        cast_copy(&at->scratch, &at->row);
    else
        at->view.to = at->row.data;
    fold_pair(at->job, &at->view);
    if (at->through)
        cast_copy(&at->row, &at->scratch);
}

/* Stores the one step from each value to the next in C order; false if there is none. */
static bool find_step(const weft_array *values, const weft_array *indices, int64_t *step)
{
    int64_t count = 1;
    *step = 0;
    for (int axis = indices->rank - 1; axis >= 0; axis--) {
        if (indices->shape[axis] == 1)
            continue;
        if (count > 1 && values->steps[axis] != *step * count)
            return false;
        *step = count > 1 ? *step : values->steps[axis];
        count *= indices->shape[axis];
    }
    return true;
}

/* Single elements that lie as the kernel takes them: by one call of it. */
static bool update_elements(const fold_job *job, const weft_array *target,
                            const weft_array *indices, const weft_array *values)
{
    int64_t step;
    if (!(job->loop->shapes & WEFT_HAS(GROUPS)) || target->rank != 1 ||
        target->dtype != job->dtype || array_is_swapped(target) ||
        !find_step(values, indices, &step))
        return false;
    const weft_groups groups = {.rows = {.count = array_count(indices), .flags = WEFT_ROWS_KEYS},
                                .indices = indices->data};
    const int64_t one = 1, steps[] = {target->steps[0], step, target->steps[0]};
    serial_begin(job->ufunc);
    job->kernel((char *[]){target->data, values->data, target->data}, &one, steps, &groups);
    serial_end(job->ufunc);
    return true;
}

/* All indices in C order; `target` is the operand in host memory. */
static weft_status run(reduction *task, const weft_array *target, const weft_array *indices,
                       const weft_array *values, weft_error *error)
{
    update at = {.job = &task->job, .row = *target};
    const int64_t count = array_count(indices), *steps[] = {values->steps};
    const char *value = values->data;
    odometer walked;
    const int64_t *found = indices->data;
    at.row.rank--;
    memmove(at.row.shape, target->shape + 1, (size_t)at.row.rank * sizeof *at.row.shape);
    memmove(at.row.steps, target->steps + 1, (size_t)at.row.rank * sizeof *at.row.steps);
    if (count == 0 || array_count(&at.row) == 0 ||
        update_elements(&task->job, target, indices, values))
        return WEFT_OK;
    weft_status status =
        weft_array_new(&at.scratch, task->job.dtype, at.row.rank, at.row.shape, error);
    if (status)
        return status;
    weft_array value_row = at.row;
    memcpy(value_row.steps, values->steps + indices->rank,
           (size_t)at.row.rank * sizeof *value_row.steps);
    value_row.data = values->data;
    at.through = target->dtype != task->job.dtype || array_is_swapped(target);
    fold_view_make(&at.view, &value_row, at.row.rank, at.through ? &at.scratch : &at.row);
    odometer_begin(&walked, indices->shape, 0, indices->rank);
    for (int64_t k = 0; k < count; k++) {
        at.row.data = (char *)target->data + found[k] * target->steps[0];
        at.view.from = (char *)(uintptr_t)value;
        update_row(&at);
        odometer_next(&walked, 1, &value, steps);
    }
    weft_array_clear(&at.scratch);
    return WEFT_OK;
}

/* All between reduction_begin and reduction_close. */
static weft_status update_all(reduction *task, const weft_array *operand, const weft_array *indices,
                              const weft_array *values, const weft_options *options,
                              weft_error *error)
{
    weft_array found, read, target;
    weft_status status = reduction_open(task, operand, values, options, error);
    if (status || (status = check_arrays(task, indices, values, error)) ||
        (status = reduction_place(task, true, error)))
        return status;
    task->is_aside = false;
    if ((status = indices_read(task, indices, 0, true, &found, error)) ||
        (status = read_values(task, indices, values, &read, error)))
        return status;
    target = *operand;
    if (operand->device > 0)
        status = reduction_copy_of(task, operand, (weft_dtype)operand->dtype, true, &target, error);
    if (!status)
        status = reduction_check_rows(task, &target, &found, error);
    if (!status)
        status = run(task, &target, &found, &read, error);
    if (!status && operand->device > 0)
        status = reduction_move(task, operand, &target, error);
    return status;
}

weft_status weft_at(const weft_ufunc *ufunc, weft_array *operand, const weft_array *indices,
                    const weft_array *values, const weft_options *options, weft_error *error)
{
    reduction *task;
    if (!values)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_at: the values are NULL");
    weft_status status = reduction_begin(&task, "at", ufunc, operand, error);
    if (!status)
        status = update_all(task, operand, indices, values, options, error);
    return reduction_close(task, status, error);
}
