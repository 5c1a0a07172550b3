/* reduce_segments.c: weft_reduce_segments. */
#include <string.h>

#include "arrays/array.h"
#include "base/dtype.h"
#include "base/error.h"
#include "grouping.h"
#include "lists.h"
#include "reduce/indices.h"
#include "reduce/reduce_initial.h"
#include "reduce/reducer.h"

static weft_status check_offsets(const reduction *task, const weft_array *offsets,
                                 weft_error *error)
{
    weft_status status = indices_check(task, offsets, "offsets", NULL, error);
    if (status)
        return status;
    if (offsets->rank != 1 || offsets->shape[0] < 1)
        return error_set(error, WEFT_ERROR_SHAPE,
                         "%s: the offsets have rank %d and %lld elements; rank 1 and one element "
                         "more than there are lists are needed",
                         task->who, offsets->rank, (long long)array_count(offsets));
    return WEFT_OK;
}

/* Refuses offsets that fall or lie outside of the axis. They are int64 by their bits. */
static weft_status check_order(const reduction *task, const int64_t *offsets, int64_t count,
                               int axis, bool is_signed, weft_error *error)
{
    const int64_t size = task->operand->shape[axis];
    int64_t before = 0;
    bool falls = false;
    for (int64_t k = 0; k <= count; k++) {
        falls |= offsets[k] < before || offsets[k] > size;
        before = offsets[k];
    }
    for (int64_t k = 0; falls && k <= count; k++) {
        if ((uint64_t)offsets[k] > (uint64_t)size) {
            char text[24];
            indices_print(text, offsets[k], is_signed);
            return error_set(error, WEFT_ERROR_ARGUMENT,
                             "%s: offset %s at position %lld is outside axis %d of size %lld",
                             task->who, text, (long long)k, axis, (long long)size);
        }
        if (k > 0 && offsets[k] < offsets[k - 1])
            return error_set(error, WEFT_ERROR_ARGUMENT,
                             "%s: offset %lld at position %lld is below the one before it, %lld",
                             task->who, (long long)offsets[k], (long long)k,
                             (long long)offsets[k - 1]);
    }
    return WEFT_OK;
}

static weft_status read_offsets(reduction *task, const weft_array *offsets, int axis,
                                list_offsets *lists, weft_error *error)
{
    weft_array read;
    const bool is_signed = dtype_table[offsets->dtype].kind == 'i';
    weft_status status = reduction_copy_of(task, offsets, WEFT_INT64, true, &read, error);
    if (!status)
        status = check_order(task, read.data, offsets->shape[0] - 1, axis, is_signed, error);
    if (!status)
        *lists = fold_lists_of(read.data, offsets->shape[0] - 1);
    return status;
}

/* The work's part that is list k's. */
static weft_array part_of(const reduction *task, int axis, int64_t k)
{
    weft_array part = task->work;
    part.data = (char *)part.data + k * part.steps[axis];
    part.shape[axis] = 1;
    return part;
}

/* The parts of lists without elements become the value. */
static weft_status fill_empty(const reduction *task, int axis, const list_offsets *lists,
                              const weft_array *value, weft_error *error)
{
    weft_status status = WEFT_OK;
    for (int64_t k = 0; lists->any_is_empty && k < lists->count && !status; k++) {
        if (lists->offsets[k + 1] > lists->offsets[k])
            continue;
        const weft_array part = part_of(task, axis, k);
        status = reduce_fill(task, &part, value, error);
    }
    return status;
}

/* Every result of a tree, which did not begin with it, is combined with the first value. */
static weft_status combine(reduction *task, const grouping_start *start, weft_error *error)
{
    fold_view view;
    fold_view_make(&view, &task->work, task->work.rank, &task->work);
    return fold_combine(&task->job, &view, array_data(&start->value), error);
}

/* How many elements each result has, where the finish asks for it. */
static weft_status count_elements(reduction *task, int axis, const list_offsets *lists,
                                  weft_error *error)
{
    int64_t *counts;
    weft_array lengths;
    weft_status status = reducer_count_lanes(task, &counts, error);
    if (status || !counts)
        return status;
    if ((status = reduction_host_temporary(task, WEFT_INT64, 1, &lists->count, &lengths, error)))
        return status;
    for (int64_t k = 0; k < lists->count; k++)
        ((int64_t *)lengths.data)[k] = lists->offsets[k + 1] - lists->offsets[k];
    weft_array repeated = task->counts;
    repeated.data = lengths.data;
    repeated.device = 0;
    repeated.flags = 0;
    memset(repeated.steps, 0, sizeof repeated.steps);
    repeated.steps[axis] = lengths.steps[0];
    return reduction_move(task, &task->counts, &repeated, error);
}

static weft_status compute(reduction *task, int axis, const list_offsets *lists,
                           const grouping_start *start, weft_error *error)
{
    const bool combines = start->has_initial && reduction_is_tree(task);
    weft_status status = reduction_check_operands(task, NULL, error);
    if (!status)
        status = count_elements(task, axis, lists, error);
    if (!status && combines) /* of lists without elements, too */
        status = reduce_fill(task, &task->work, &start->value, error);
    if (!status && array_count(task->operand) > 0)
        status = lists_fold(task, axis, lists, start->has_initial ? &start->value : NULL, error);
    if (!status && combines)
        status = combine(task, start, error);
    return status ? status : fill_empty(task, axis, lists, &start->value, error);
}

/* The first list without elements. */
static int64_t find_empty(const list_offsets *lists)
{
    int64_t k = 0;
    while (lists->offsets[k + 1] > lists->offsets[k])
        k++;
    return k;
}

/* The result's memory, once all is checked that the offsets say. */
static weft_status make_result(reduction *task, int axis, int64_t count, weft_error *error)
{
    int64_t shape[WEFT_MAX_RANK];
    const weft_array *operand = task->operand, *others[FOLD_INPUTS];
    memcpy(shape, operand->shape, (size_t)operand->rank * sizeof *shape);
    shape[axis] = count;
    for (int k = 0; k < task->input_count; k++)
        others[k] = task->operands[k];
    return reduction_result(task, operand->rank, shape, operand->steps, false, others,
                            task->input_count, error);
}

/* All between reduction_begin and reduction_close. */
static weft_status reduce_segments(reduction *task, const weft_array *const *operands,
                                   const weft_array *offsets, const weft_grouping *given,
                                   const weft_options *options, weft_error *error)
{
    weft_grouping how;
    grouping_start start;
    list_offsets lists;
    int axis;
    weft_status status = grouping_open(task, operands, given, &how, options, error);
    if (status || (status = reduction_axis(task, how.axis, &axis, error)) ||
        (status = check_offsets(task, offsets, error)))
        return status;
    const int64_t count = offsets->shape[0] - 1;
    const bool on_host = !reduction_is_tree(task) || count == 0 ||
                         array_count(task->operand) / LISTS_ON_DEVICE < count;
    if ((status = reduction_place_wide(task, on_host, error)) ||
        (status = grouping_begin(task, &how, &start, error)) ||
        (status = read_offsets(task, offsets, axis, &lists, error)))
        return status;
    if (lists.any_is_empty && !start.has_value)
        return grouping_refuse_empty(task, "list", find_empty(&lists), error);
    status = make_result(task, axis, count, error);
    return status || array_count(&task->work) == 0 ? status
                                                   : compute(task, axis, &lists, &start, error);
}

weft_status weft_reduce_segments(const weft_ufunc *ufunc, const weft_array *const *operands,
                                 const weft_array *offsets, weft_array *result,
                                 const weft_grouping *how, const weft_options *options,
                                 weft_error *error)
{
    reduction *task;
    weft_status status = reduction_begin(&task, "reduce_segments", ufunc, result, error);
    if (!status)
        status = reduce_segments(task, operands, offsets, how, options, error);
    return reduction_close(task, status, error);
}
