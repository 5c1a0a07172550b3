/* reduceat.c: weft_reduceat. */
#include <string.h>

#include "arrays/array.h"
#include "base/error.h"
#include "groups/lists.h"
#include "indices.h"

static weft_status check_indices(const reduction *task, const weft_array *indices,
                                 weft_error *error)
{
    weft_status status = indices_check(task, indices, "indices", NULL, error);
    if (!status && indices->rank != 1)
        status =
            error_set(error, WEFT_ERROR_ARGUMENT, "%s: the indices have rank %d; rank 1 is needed",
                      task->who, indices->rank);
    return status;
}

/* The indices, and the axis' end behind them, as offsets of lists. */
static weft_status read_lists(reduction *task, const weft_array *indices, int axis,
                              list_offsets *lists, weft_error *error)
{
    const int64_t count = indices->shape[0];
    weft_array read;
    weft_status status = indices_read_with_room(task, indices, axis, &read, error);
    if (status)
        return status;
    int64_t *offsets = read.data;
    offsets[count] = task->operand->shape[axis];
    *lists = fold_lists_of(offsets, count);
    lists->one_at_least = true;
    return WEFT_OK;
}

/* All between reduction_begin and reduction_close. */
static weft_status reduceat(reduction *task, const weft_array *operand, const weft_array *indices,
                            int axis, const weft_options *options, weft_error *error)
{
    list_offsets lists;
    int64_t shape[WEFT_MAX_RANK];
    weft_status status = reduction_open(task, operand, operand, options, error);
    if (status || (status = reduction_axis(task, axis, &axis, error)) ||
        (status = check_indices(task, indices, error)))
        return status;
    const int64_t count = indices->shape[0];
    bool on_host = !reduction_is_tree(task) || array_count(operand) / LISTS_ON_DEVICE < count;
    if ((status = reduction_place_wide(task, on_host, error)))
        return status;
    memcpy(shape, operand->shape, (size_t)operand->rank * sizeof *shape);
    shape[axis] = count;
    if ((status = read_lists(task, indices, axis, &lists, error)) ||
        (status =
             reduction_result(task, operand->rank, shape, operand->steps, true, NULL, 0, error)))
        return status;
    if (array_count(&task->work) == 0)
        return WEFT_OK;
    status = reduction_check_operands(task, NULL, error);
    return status ? status : lists_fold(task, axis, &lists, NULL, error);
}

weft_status weft_reduceat(const weft_ufunc *ufunc, const weft_array *operand,
                          const weft_array *indices, weft_array *result, int axis,
                          const weft_options *options, weft_error *error)
{
    reduction *task;
    weft_status status = reduction_begin(&task, "reduceat", ufunc, result, error);
    if (!status)
        status = reduceat(task, operand, indices, axis, options, error);
    return reduction_close(task, status, error);
}
