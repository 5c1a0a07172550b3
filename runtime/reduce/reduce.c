/* reduce.c: weft_reduce. */
#include <string.h>

#include "arrays/array.h"
#include "base/checked.h"
#include "base/dtype.h"
#include "base/error.h"
#include "base/sized.h"
#include "reduce_axes.h"
#include "reduce_direct.h"
#include "reduce_initial.h"
#include "reduce_where.h"
#include "reducer.h"

/* Bytes of the first version, which a size of 0 means: members that come later are behind it. */
enum { FIRST_SIZE = offsetof(weft_reduction, where) + sizeof(weft_array *) };
_Static_assert(sizeof(weft_reduction) == FIRST_SIZE, "the last member ends the struct, unpadded");

/* Copies the caller's choices, all default where there are none. */
static weft_status read_how(const reduction *task, const weft_reduction *given, weft_reduction *how,
                            weft_error *error)
{
    *how = (weft_reduction){.size = sizeof *how};
    if (!given)
        return WEFT_OK;
    weft_status status = sized_read(how, sizeof *how, FIRST_SIZE, given, "how", task->who, error);
    if (status)
        return status;
    if (how->axis_count < 0 || (how->axis_count > 0 && !how->axes) || (how->all && how->axes))
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         how->all ? "%s: how.all is set, and how.axes too (%d axes)"
                                  : "%s: how.axis_count is %d, which does not fit how.axes",
                         task->who, how->axis_count);
    return WEFT_OK;
}

/* One pass: folds the group's axes of `from` into `to`, which has the others. */
static weft_status fold_group(reduction *task, const weft_array *from, const axis_choice *group,
                              const weft_array *to, const weft_array *initial, fold_view *view,
                              weft_error *error)
{
    weft_array arranged = reduce_arrange(from, group), copied;
    int lane_count = from->rank - group->count;
    weft_status status = WEFT_OK;
    if (!fold_view_make(view, &arranged, lane_count, to)) {
        status = reduction_copy_of(task, &arranged, task->job.dtype, false, &copied, error);
        if (!status)
            fold_view_make(view, &copied, lane_count, to);
    }
    if (status)
        return status;
    return reduction_is_tree(task)
               ? fold_tree(&task->job, view, error)
               : fold_left(&task->job, view, initial ? array_data(initial) : NULL, error);
}

/* The first pass of a reduction with a map, which takes the operands themselves; where their steps
 * do not go together, what the map makes of them. */
static weft_status fold_mapped(reduction *task, const axis_choice *group, const weft_array *to,
                               fold_view *view, weft_error *error)
{
    weft_array *arranged = task->arranged, mapped;
    int lane_count = task->operand->rank - group->count;
    for (int k = 0; k < task->input_count; k++)
        arranged[k] = reduce_arrange(&task->inputs[k], group);
    if (!fold_view_make_mapped(view, &task->map, task->more, arranged, lane_count, to)) {
        weft_status status = reducer_map(task, arranged, NULL, &mapped, error);
        if (status)
            return status;
        fold_view_make(view, &mapped, lane_count, to);
    }
    return fold_tree(&task->job, view, error);
}

/* The fold itself: every lane has at least one element or an initial value to begin with. One group
 * of axes after the other, the last first. */
static weft_status fold(reduction *task, axis_choice choice, bool keepdims,
                        const weft_array *initial, weft_error *error)
{
    weft_array lanes = reduce_lanes(task, &choice, keepdims), from, next;
    fold_view view;
    bool is_mapped = reducer_maps(task);
    weft_status status = is_mapped ? reducer_stage(task, &from, error)
                                   : reduction_stage_for_tree(task, task->operand, &from, error);
    while (!status) {
        axis_choice group = reduce_take_group(&choice, &from);
        bool is_last = choice.count == 0;
        if (!is_last) {
            next = reduce_arrange(&from, &group);
            next.rank -= group.count;
            status =
                reduction_temporary(task, task->job.dtype, next.rank, next.shape, &next, error);
        }
        const weft_array *to = is_last ? &lanes : &next;
        if (!status)
            status = is_mapped ? fold_mapped(task, &group, to, &view, error)
                               : fold_group(task, &from, &group, to, initial, &view, error);
        if (is_last)
            break;
        is_mapped = false;
        reduce_drop_group(&choice, &group, from.rank);
        from = next;
    }
    if (status || !initial || !reduction_is_tree(task))
        return status;
    /* The fold did not begin with it. */
    return fold_combine(&task->job, &view, array_data(initial), error);
}

/* The fold of what the mask chooses. */
static weft_status fold_chosen(reduction *task, const weft_reduction *how,
                               const axis_choice *choice, const weft_array *initial,
                               const weft_array *start, weft_error *error)
{
    weft_array where, mapped, lanes = reduce_lanes(task, choice, how->keepdims);
    int64_t *counts = NULL;
    weft_status status = reduce_where_broadcast(task, how->where, &where, error);
    if (!status && reducer_maps(task))
        status = reducer_map(task, task->inputs, &where, &mapped, error);
    else
        mapped = *task->operand;
    if (!status)
        status = reducer_count_lanes(task, &counts, error);
    if (status)
        return status;
    mapped = reduce_arrange(&mapped, choice);
    where = reduce_arrange(&where, choice);
    return reduce_where(task, &mapped, &where, &lanes, initial, start, counts, error);
}

/* Whether no element is reduced to each of the result's, of which there may be none either. */
static bool lanes_are_empty(const reduction *task, const axis_choice *choice)
{
    for (int axis = 0; axis < task->operand->rank; axis++)
        if (choice->reduced[axis] && task->operand->shape[axis] == 0)
            return true;
    return false;
}

/* What lanes without elements become: *start, which is the initial value, the identity, kept in
 * *identity, or, where no lane can be without elements, NULL. */
static weft_status find_start(const reduction *task, const weft_reduction *how,
                              const axis_choice *choice, const weft_array *initial,
                              weft_array *identity, const weft_array **start, weft_error *error)
{
    bool empty = lanes_are_empty(task, choice);
    *start = initial;
    if (initial || (!empty && !how->where))
        return WEFT_OK;
    if (!(task->plan.ufunc->flags & WEFT_UFUNC_HAS_IDENTITY))
        return error_set(error, WEFT_ERROR_SHAPE,
                         "%s: %s has no identity, so %s needs an initial value", task->who,
                         task->plan.ufunc->name,
                         empty ? "a reduction of no elements" : "a reduction with where");
    reduce_read_identity(task, identity);
    *start = identity;
    return WEFT_OK;
}

/* What is computed once all is checked and there is a result of at least one element. */
static weft_status compute(reduction *task, const weft_reduction *how, const axis_choice *choice,
                           const weft_array *initial, const weft_array *start, weft_error *error)
{
    if (array_count(task->operand) == 0)
        return reduce_fill(task, &task->work, start, error);
    weft_status status = reduction_check_operands(task, how->where, error);
    if (status)
        return status;
    if (!how->where)
        return fold(task, *choice, how->keepdims, initial, error);
    return fold_chosen(task, how, choice, initial, start, error);
}

/* Opens the task of a plain ufunc or of a declared reduction. */
static weft_status open(reduction *task, const weft_array *const *operands,
                        const weft_options *options, weft_error *error)
{
    if (task->plan.ufunc->reducer)
        return reducer_open(task, operands, options, error);
    return reduction_open(task, operands[0], operands[0], options, error);
}

/* All between reduction_begin and reduction_close. */
static weft_status reduce_task(reduction *task, const weft_array *const *operands,
                               const weft_reduction *given, const weft_options *options,
                               weft_error *error)
{
    weft_reduction how;
    axis_choice choice;
    int64_t shape[WEFT_MAX_RANK], steps[WEFT_MAX_RANK];
    weft_array first, identity;
    const weft_array *initial = NULL, *start;
    weft_status status = open(task, operands, options, error);
    if (status || (status = read_how(task, given, &how, error)) ||
        (status = reduce_choose_axes(task, &how, &choice, error)) ||
        (how.where && (status = reduce_where_check(task, how.where, error))) ||
        (status = reduction_place_wide(task, !reduction_is_tree(task) || how.where, error)))
        return status;
    if (how.initial) {
        if ((status = reduce_read_initial(task, how.initial, &first, error)))
            return status;
        initial = &first;
    }
    if ((status = find_start(task, &how, &choice, initial, &identity, &start, error)))
        return status;
    int rank = reduce_result_shape(task, &choice, how.keepdims, shape, steps), count = 0;
    const weft_array *others[FOLD_INPUTS + 1] = {how.where};
    while (count < task->input_count) {
        others[count + 1] = task->operands[count];
        count++;
    }
    status =
        reduction_result(task, rank, shape, steps, how.where != NULL, others, count + 1, error);
    if (!status && array_count(&task->work) > 0)
        status = compute(task, &how, &choice, initial, start, error);
    return status;
}

static weft_status reduce(const weft_ufunc *ufunc, const weft_array *const *operands,
                          weft_array *result, const weft_reduction *how,
                          const weft_options *options, weft_error *error)
{
    reduction *task;
    weft_status status = reduction_begin(&task, "reduce", ufunc, result, error);
    if (!status)
        status = reduce_task(task, operands, how, options, error);
    return reduction_close(task, status, error);
}

weft_status weft_reduce(const weft_ufunc *ufunc, const weft_array *operand, weft_array *result,
                        const weft_reduction *how, const weft_options *options, weft_error *error)
{
    if (ufunc && ufunc->reducer && ufunc->input_count != 1)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s.reduce: it takes %d operands, which weft_reduce_inputs is given",
                         ufunc->name, ufunc->input_count);
    if (reduce_direct(ufunc, operand, result, how, options))
        return WEFT_OK;
    return reduce(ufunc, &operand, result, how, options, error);
}

weft_status weft_reduce_inputs(const weft_ufunc *ufunc, const weft_array *const *operands,
                               weft_array *result, const weft_reduction *how,
                               const weft_options *options, weft_error *error)
{
    if (!operands)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_reduce_inputs: operands is NULL");
    if (ufunc && !ufunc->reducer)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s.reduce: %s is no declared reduction; weft_reduce computes it",
                         ufunc->name, ufunc->name);
    return reduce(ufunc, operands, result, how, options, error);
}
