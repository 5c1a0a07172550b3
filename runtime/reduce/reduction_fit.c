/* reduction_fit.c: integers that are reduced in a dtype that does not hold all of them
 * (call/fit.h). */
#include "call/fit.h"

#include "reduce_where.h"
#include "reduction.h"

static bool is_open(const reduction *task, const weft_array *array, int input)
{
    return fit_is_open(array->dtype, task->plan.loop->dtypes[input], task->options.casting);
}

weft_status reduction_check_operands(reduction *task, const weft_array *where, weft_error *error)
{
    weft_status status = WEFT_OK;
    for (int k = 0; k < task->input_count && !status; k++) {
        const weft_array *view = task->reducer ? &task->inputs[k] : task->operand;
        const fit_operand operand = {task->who, k,
                                     task->reducer ? operand_name(task->plan.ufunc, k) : "array",
                                     task->operands[k]};
        weft_array mask;
        if (!is_open(task, view, k))
            continue;
        if (where)
            status = reduce_where_broadcast(task, where, &mask, error);
        if (!status)
            status = fit_check(&operand, view, where ? &mask : NULL,
                               (weft_dtype)task->plan.loop->dtypes[k], &task->place, error);
    }
    return status;
}

weft_status reduction_check_initial(const reduction *task, const weft_array *initial,
                                    weft_error *error)
{
    const fit_operand operand = {task->who, task->input_count + 1, "initial", initial};
    const weft_dtype dtype = reduction_dtype(task);
    return fit_is_open(initial->dtype, dtype, task->options.casting)
               ? fit_check(&operand, initial, NULL, dtype, &task->place, error)
               : WEFT_OK;
}

weft_status reduction_check_values(const reduction *task, const weft_array *values,
                                   weft_error *error)
{
    const fit_operand operand = {task->who, 2, "values", values};
    return is_open(task, values, 1)
               ? fit_check(&operand, values, NULL, (weft_dtype)task->plan.loop->dtypes[1],
                           &task->place, error)
               : WEFT_OK;
}

weft_status reduction_check_rows(const reduction *task, const weft_array *target,
                                 const weft_array *indices, weft_error *error)
{
    const fit_operand operand = {task->who, 0, "array", target};
    weft_status status = WEFT_OK;
    weft_array row = *target;
    if (!is_open(task, target, 0))
        return WEFT_OK;
    row.rank--;
    for (int axis = 0; axis < row.rank; axis++) {
        row.shape[axis] = target->shape[axis + 1];
        row.steps[axis] = target->steps[axis + 1];
    }
    const int64_t *found = indices->data, count = array_count(indices);
    for (int64_t k = 0; k < count && !status; k++) {
        row.data = (char *)target->data + found[k] * target->steps[0];
        status = fit_check(&operand, &row, NULL, (weft_dtype)task->plan.loop->dtypes[0],
                           &task->place, error);
    }
    return status;
}
