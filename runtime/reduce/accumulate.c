/* accumulate.c: weft_accumulate. */
#include "arrays/array.h"
#include "base/error.h"
#include "reduction.h"

/* Moves an axis behind all others. */
static weft_array axis_last(const weft_array *array, int axis)
{
    weft_array moved = *array;
    for (int k = axis; k < array->rank - 1; k++) {
        moved.shape[k] = array->shape[k + 1];
        moved.steps[k] = array->steps[k + 1];
    }
    moved.shape[array->rank - 1] = array->shape[axis];
    moved.steps[array->rank - 1] = array->steps[axis];
    return moved;
}

static weft_status compute(reduction *task, int axis, weft_error *error)
{
    weft_array operand = axis_last(task->operand, axis), staged;
    weft_array work = axis_last(&task->work, axis);
    int last = operand.rank - 1;
    fold_view view;
    weft_status status = reduction_check_operands(task, NULL, error);
    if (!status)
        status = reduction_stage(task, &operand, &staged, error);
    if (status)
        return status;
    fold_view_make(&view, &staged, last, &work);
    view.to_step = work.shape[last] > 1 ? work.steps[last] : 0; /* of one, a step says nothing */
    return task->job.place->backend->spread ? fold_left(&task->job, &view, NULL, error)
                                            : fold_scan(&task->job, &view, error);
}

/* All between reduction_begin and reduction_close. */
static weft_status accumulate(reduction *task, const weft_array *operand, int axis,
                              const weft_options *options, weft_error *error)
{
    weft_status status = reduction_open(task, operand, operand, options, error);
    if (status || (status = reduction_axis(task, axis, &axis, error)) ||
        (status = reduction_place(task, !reduction_is_tree(task), error)) ||
        (status = reduction_result(task, operand->rank, operand->shape, operand->steps, false,
                                   &operand, 1, error)))
        return status;
    return array_count(operand) > 0 ? compute(task, axis, error) : WEFT_OK;
}

weft_status weft_accumulate(const weft_ufunc *ufunc, const weft_array *operand, weft_array *result,
                            int axis, const weft_options *options, weft_error *error)
{
    reduction *task;
    weft_status status = reduction_begin(&task, "accumulate", ufunc, result, error);
    if (!status)
        status = accumulate(task, operand, axis, options, error);
    return reduction_close(task, status, error);
}
