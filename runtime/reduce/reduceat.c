/* reduceat.c: weft_reduceat. */
#include <string.h>

#include "arrays/array.h"
#include "base/error.h"
#include "indices.h"

/* Elements of a segment, all lanes together, from which the gpu is worth its launches. */
enum { DEVICE_SEGMENT = 65536 };

/* Axis 0 is the one that is reduced. */
static weft_array axis_first(const weft_array *array, int axis)
{
    weft_array moved = *array;
    for (int k = axis; k > 0; k--) {
        moved.shape[k] = array->shape[k - 1];
        moved.steps[k] = array->steps[k - 1];
    }
    moved.shape[0] = array->shape[axis];
    moved.steps[0] = array->steps[axis];
    return moved;
}

static weft_status check_indices(const reduction *task, const weft_array *indices,
                                 weft_error *error)
{
    weft_status status = indices_check(task, indices, NULL, error);
    if (!status && indices->rank != 1)
        status =
            error_set(error, WEFT_ERROR_ARGUMENT, "%s: the indices have rank %d; rank 1 is needed",
                      task->who, indices->rank);
    return status;
}

/* Folds one segment after the other. */
static weft_status compute(reduction *task, int axis, const weft_array *indices, weft_error *error)
{
    weft_array operand = axis_first(task->operand, axis), staged, work, segment, place;
    const int64_t *starts = indices->data;
    int64_t size = operand.shape[0], count = indices->shape[0];
    weft_status status = reduction_check_operands(task, NULL, error);
    if (!status)
        status = reduction_stage_for_tree(task, &operand, &staged, error);
    if (status)
        return status;
    work = axis_first(&task->work, axis);
    place = work;
    place.rank--;
    memmove(place.shape, place.shape + 1, (size_t)place.rank * sizeof *place.shape);
    memmove(place.steps, place.steps + 1, (size_t)place.rank * sizeof *place.steps);
    segment = staged; /* the reduced axis last */
    memmove(segment.shape, staged.shape + 1, (size_t)place.rank * sizeof *segment.shape);
    memmove(segment.steps, staged.steps + 1, (size_t)place.rank * sizeof *segment.steps);
    segment.steps[place.rank] = staged.steps[0];
    for (int64_t k = 0; !status && k < count; k++) {
        fold_view view;
        int64_t end = k + 1 < count ? starts[k + 1] : size;
        segment.shape[place.rank] = end > starts[k] ? end - starts[k] : 1;
        segment.data = (char *)staged.data + starts[k] * staged.steps[0];
        place.data = (char *)work.data + k * work.steps[0];
        fold_view_make(&view, &segment, place.rank, &place);
        status = reduction_is_tree(task) ? fold_tree(&task->job, &view, error)
                                         : fold_left(&task->job, &view, NULL, error);
    }
    return status;
}

/* All between reduction_begin and reduction_close. */
static weft_status reduceat(reduction *task, const weft_array *operand, const weft_array *indices,
                            int axis, const weft_options *options, weft_error *error)
{
    weft_array read;
    int64_t shape[WEFT_MAX_RANK];
    weft_status status = reduction_open(task, operand, operand, options, error);
    if (status || (status = reduction_axis(task, axis, &axis, error)) ||
        (status = check_indices(task, indices, error)))
        return status;
    int64_t count = indices->shape[0];
    bool on_host = !reduction_is_tree(task) || array_count(operand) / DEVICE_SEGMENT < count;
    if ((status = reduction_place_wide(task, on_host, error)))
        return status;
    memcpy(shape, operand->shape, (size_t)operand->rank * sizeof *shape);
    shape[axis] = count;
    if ((status = indices_read(task, indices, axis, false, &read, error)) ||
        (status =
             reduction_result(task, operand->rank, shape, operand->steps, true, NULL, 0, error)))
        return status;
    return array_count(&task->work) > 0 ? compute(task, axis, &read, error) : WEFT_OK;
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
