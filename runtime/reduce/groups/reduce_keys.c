/* reduce_keys.c: weft_reduce_keys. */
#include <string.h>

#include "arrays/array.h"
#include "base/dtype.h"
#include "base/error.h"
#include "grouping.h"
#include "reduce/fold/fold_keys.h"
#include "reduce/indices.h"
#include "reduce/reduce_axes.h"
#include "reduce/reducer.h"

/* Checks the keys, whose axes are the operand's first ones. */
static weft_status check_keys(const reduction *task, const weft_array *keys, int64_t count,
                              weft_error *error)
{
    const weft_array *operand = task->operand;
    weft_status status = indices_check(task, keys, "keys", NULL, error);
    if (status)
        return status;
    if (count < 0)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: the count is %lld; groups are 0 or more in number", task->who,
                         (long long)count);
    if (keys->rank <= operand->rank &&
        memcmp(keys->shape, operand->shape, (size_t)keys->rank * sizeof *keys->shape) == 0)
        return WEFT_OK;
    error_text has = {0, ""}, needs = {0, ""};
    error_append_shape(&has, keys->rank, keys->shape);
    error_append_shape(&needs, operand->rank, operand->shape);
    return error_set(error, WEFT_ERROR_SHAPE,
                     "%s: the keys have shape %s, which is not that of the first axes of %s",
                     task->who, has.text, needs.text);
}

/* The keys in host memory, with one step from each to the next in C order. */
static weft_status read_keys(reduction *task, const weft_array *keys, int64_t count, bool skip,
                             key_list *list, weft_error *error)
{
    weft_array near = *keys, copied;
    fold_view view;
    weft_status status = WEFT_OK;
    if (keys->device > 0 || !fold_view_make(&view, &near, 0, &near)) {
        status = reduction_copy_of(task, keys, (weft_dtype)keys->dtype, true, &copied, error);
        if (status)
            return status;
        near = copied;
        fold_view_make(&view, &near, 0, &near);
    }
    *list = (key_list){.data = array_data(&near),
                       .step = view.from_step,
                       .dtype = (weft_dtype)near.dtype,
                       .swapped = array_is_swapped(&near),
                       .count = count,
                       .skip = skip};
    if (near.flags & WEFT_ARRAY_INLINE) /* of the caller's array, not of the copy here */
        list->data = array_data(keys);
    return status;
}

/* The result's memory. */
static weft_status make_result(reduction *task, int key_rank, int64_t count, const weft_array *keys,
                               weft_error *error)
{
    const weft_array *operand = task->operand, *others[FOLD_INPUTS + 1];
    int64_t shape[WEFT_MAX_RANK], steps[WEFT_MAX_RANK];
    const int rank = operand->rank - key_rank + 1;
    if (rank > WEFT_MAX_RANK)
        return error_set(error, WEFT_ERROR_SHAPE, "%s: the result has rank %d, above %d", task->who,
                         rank, WEFT_MAX_RANK);
    shape[0] = count;
    steps[0] = INT64_MAX; /* outermost in memory */
    for (int axis = 1; axis < rank; axis++) {
        shape[axis] = operand->shape[key_rank + axis - 1];
        steps[axis] = operand->steps[key_rank + axis - 1];
    }
    for (int k = 0; k < task->input_count; k++)
        others[k] = task->operands[k];
    others[task->input_count] = keys;
    return reduction_result(task, rank, shape, steps, false, others, task->input_count + 1, error);
}

/* The elements, grouped axes behind the lanes, and where a group's results go. */
static weft_status make_view(reduction *task, int key_rank, fold_view *view, weft_error *error)
{
    axis_choice grouped = {.count = key_rank}, first = {.count = 1};
    weft_array from, mapped, lanes;
    const bool maps = reducer_maps(task);
    const int lane_count = task->operand->rank - key_rank;
    for (int axis = 0; axis < key_rank; axis++)
        grouped.reduced[axis] = true;
    first.reduced[0] = true;
    lanes = reduce_lanes(task, &first, true);
    weft_status status = maps ? reducer_stage(task, &from, error)
                              : reduction_stage_for_tree(task, task->operand, &from, error);
    if (status)
        return status;
    for (int k = 0; k < task->input_count && maps; k++)
        task->arranged[k] = reduce_arrange(&task->inputs[k], &grouped);
    from = reduce_arrange(&from, &grouped);
    if (maps ? !fold_view_make_mapped(view, &task->map, task->more, task->arranged, lane_count,
                                      &lanes)
             : !fold_view_make(view, &from, lane_count, &lanes)) {
        status = maps ? reducer_map(task, task->arranged, NULL, &mapped, error)
                      : reduction_copy_of(task, &from, task->job.dtype, false, &mapped, error);
        if (!status)
            fold_view_make(view, &mapped, lane_count, &lanes);
    }
    view->to_step = task->work.steps[0];
    return status;
}

/* Memory for the number of elements of each group, where the finish asks for it; else NULL. */
static weft_status make_counts(reduction *task, int64_t count, weft_array *made, weft_error *error)
{
    int64_t *all;
    made->data = NULL;
    weft_status status = reducer_count_lanes(task, &all, error);
    return status || !all ? status
                          : reduction_host_temporary(task, WEFT_INT64, 1, &count, made, error);
}

/* The same for each result. */
static weft_status spread_counts(reduction *task, const weft_array *counts, weft_error *error)
{
    weft_array repeated = task->counts;
    if (!counts->data)
        return WEFT_OK;
    repeated.data = counts->data;
    repeated.flags = 0;
    memset(repeated.steps, 0, sizeof repeated.steps);
    repeated.steps[0] = counts->steps[0];
    return reduction_move(task, &task->counts, &repeated, error);
}

static weft_status say(const reduction *task, const weft_array *keys, const key_list *list,
                       const key_fault *fault, weft_error *error)
{
    char key[24];
    if (fault->empty >= 0)
        return grouping_refuse_empty(task, "group", fault->empty, error);
    if (fault->position < 0)
        return WEFT_OK;
    indices_print(key, fault->key, dtype_table[keys->dtype].kind == 'i');
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "%s: key %s at position %lld is none of the %lld groups from 0 on", task->who,
                     key, (long long)fault->position, (long long)list->count);
}

static weft_status compute(reduction *task, const weft_array *keys, const key_list *list,
                           const grouping_start *start, weft_error *error)
{
    fold_view view;
    key_fault fault;
    weft_array counts;
    const key_start begin = {.value = start->has_value ? array_data(&start->value) : NULL,
                             .begins = start->has_initial};
    weft_status status = reduction_check_operands(task, NULL, error);
    if (!status)
        status = make_view(task, keys->rank, &view, error);
    if (!status)
        status = make_counts(task, list->count, &counts, error);
    if (!status)
        status = fold_keys(&task->job, &view, list, &begin, counts.data, &fault, error);
    if (!status)
        status = say(task, keys, list, &fault, error);
    return status ? status : spread_counts(task, &counts, error);
}

/* All between reduction_begin and reduction_close. */
static weft_status reduce_keys(reduction *task, const weft_array *const *operands,
                               const weft_array *keys, const weft_grouping *given,
                               const weft_options *options, weft_error *error)
{
    weft_grouping how;
    grouping_start start;
    key_list list;
    weft_status status = grouping_open(task, operands, given, &how, options, error);
    const int64_t count = how.count == 0 && !status && !task->allocates && task->given->rank > 0
                              ? task->given->shape[0]
                              : how.count;
    if (status || (status = check_keys(task, keys, count, error)) ||
        (status = reduction_place_wide(task, true, error)) ||
        (status = grouping_begin(task, &how, &start, error)) ||
        (status = read_keys(task, keys, count, how.skip, &list, error)) ||
        (status = make_result(task, keys->rank, count, keys, error)))
        return status;
    const bool no_lanes = count > 0 && array_count(&task->work) == 0;
    return no_lanes ? WEFT_OK : compute(task, keys, &list, &start, error);
}

weft_status weft_reduce_keys(const weft_ufunc *ufunc, const weft_array *const *operands,
                             const weft_array *keys, weft_array *result, const weft_grouping *how,
                             const weft_options *options, weft_error *error)
{
    reduction *task;
    weft_status status = reduction_begin(&task, "reduce_keys", ufunc, result, error);
    if (!status)
        status = reduce_keys(task, operands, keys, how, options, error);
    return reduction_close(task, status, error);
}
