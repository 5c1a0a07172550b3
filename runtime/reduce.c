/* reduce.c: weft_reduce. */
#include <math.h>
#include <string.h>

#include "array.h"
#include "cast.h"
#include "checked.h"
#include "dtype.h"
#include "error.h"
#include "reduce_where.h"
#include "reduction.h"

/* The operand's axes, told apart. */
typedef struct axis_choice {
    bool reduced[WEFT_MAX_RANK];
    int count; /* of reduced ones */
} axis_choice;

static weft_status check_how(const reduction *task, const weft_reduction *how, weft_error *error)
{
    if (how->size != 0 && how->size != sizeof *how)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: how.size is %zu; this libweft knows 0 and %zu", task->who, how->size,
                         sizeof *how);
    if (how->axis_count < 0 || (how->axis_count > 0 && !how->axes) || (how->all && how->axes))
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         how->all ? "%s: how.all is set, and how.axes too (%d axes)"
                                  : "%s: how.axis_count is %d, which does not fit how.axes",
                         task->who, how->axis_count);
    return WEFT_OK;
}

static weft_status choose_axes(const reduction *task, const weft_reduction *how,
                               axis_choice *choice, weft_error *error)
{
    static const int first = 0;
    const int *axes = how->axes ? how->axes : &first;
    int count = how->axes ? how->axis_count : 1, rank = task->operand->rank, axis;
    memset(choice, 0, sizeof *choice);
    for (int k = 0; how->all ? k < rank : k < count; k++) {
        int wanted = how->all ? k : axes[k];
        if (rank == 0 && (wanted == 0 || wanted == -1))
            continue; /* a single element is its own reduction */
        weft_status status = reduction_axis(task, wanted, &axis, error);
        if (status)
            return status;
        if (choice->reduced[axis])
            return error_set_at(error, WEFT_ERROR_ARGUMENT, 0, axis, "%s: axis %d is named twice",
                                task->who, axis);
        choice->reduced[axis] = true;
        choice->count++;
    }
    if (choice->count > 1 && !reduction_is_tree(task))
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: %s is not declared reorderable, so it reduces one axis, not %d",
                         task->who, task->call.ufunc->name, choice->count);
    return WEFT_OK;
}

/* The operand, or what broadcasts to it, with the axes that stay in front of the reduced ones. */
static weft_array arrange(const weft_array *array, const axis_choice *choice)
{
    weft_array arranged = *array;
    int next = 0;
    for (int reduced = 0; reduced < 2; reduced++)
        for (int axis = 0; axis < array->rank; axis++)
            if (choice->reduced[axis] == (reduced == 1)) {
                arranged.shape[next] = array->shape[axis];
                arranged.steps[next++] = array->steps[axis];
            }
    return arranged;
}

/* Shape of the result, and the operand's steps along its axes. */
static int result_shape(const reduction *task, const axis_choice *choice, bool keepdims,
                        int64_t *shape, int64_t *steps)
{
    const weft_array *operand = task->operand;
    int rank = 0;
    for (int axis = 0; axis < operand->rank; axis++) {
        if (choice->reduced[axis] && !keepdims)
            continue;
        shape[rank] = choice->reduced[axis] ? 1 : operand->shape[axis];
        steps[rank++] = choice->reduced[axis] ? 0 : operand->steps[axis];
    }
    return rank;
}

/* The work without the axes that keepdims kept. */
static weft_array lanes_of_work(const reduction *task, const axis_choice *choice, bool keepdims)
{
    weft_array lanes = task->work;
    if (!keepdims)
        return lanes;
    lanes.rank = 0;
    for (int axis = 0; axis < task->work.rank; axis++)
        if (!choice->reduced[axis]) {
            lanes.shape[lanes.rank] = task->work.shape[axis];
            lanes.steps[lanes.rank++] = task->work.steps[axis];
        }
    return lanes;
}

/* The caller's first value, in the loop's dtype. */
static weft_status read_initial(const reduction *task, const weft_array *initial, weft_array *value,
                                weft_error *error)
{
    weft_status status = array_check(initial, task->who, -1, "initial", error);
    if (status)
        return status;
    if (initial->rank != 0 || initial->device != 0)
        return error_set(error, WEFT_ERROR_SHAPE,
                         "%s: the initial value has rank %d and device %d; a host scalar is needed",
                         task->who, initial->rank, initial->device);
    weft_dtype from = (weft_dtype)initial->dtype, to = task->job.dtype;
    bool weak_integer = initial->flags & WEFT_ARRAY_WEAK && dtype_table[from].kind == 'i';
    bool fits = weft_can_cast(from, to, task->call.options.casting) || weak_integer;
    cast_copy(value, initial);
    if (weak_integer) { /* a value of the dtype, or not */
        int64_t back;
        cast_elements((char *)&back, WEFT_INT64, 8, false, array_data(value), to, 0, false, 1);
        char kind = dtype_table[to].kind;
        fits = kind == 'f' || kind == 'c' || back == initial->value.i64;
        fits = fits && !(kind == 'u' && initial->value.i64 < 0);
    }
    if (!fits)
        return error_set(error, WEFT_ERROR_DTYPE,
                         "%s: the initial value, a %s, cannot become a value of %s, the dtype of "
                         "the loop",
                         task->who, weft_dtype_name(from), weft_dtype_name(to));
    return WEFT_OK;
}

/* The ufunc's identity in the loop's dtype: whole numbers by their bits, so that -1 is all ones. */
static void read_identity(const reduction *task, weft_array *value)
{
    double identity = task->call.ufunc->identity;
    bool whole = fabs(identity) <= 0x1p53 && trunc(identity) == identity;
    weft_array scalar = whole ? weft_scalar_i64((int64_t)identity) : weft_scalar_f64(identity);
    cast_copy(value, &scalar);
}

/* f(initial, result) in every lane, where the fold itself did not begin with it. */
static weft_status combine(reduction *task, const fold_view *view, const weft_array *initial,
                           weft_error *error)
{
    if (task->job.device == 0)
        return fold_combine(&task->job, view, array_data(initial), error);
    weft_array copied;
    weft_status status = reduction_copy_of(task, initial, task->job.dtype, false, &copied, error);
    return status ? status : fold_combine(&task->job, view, copied.data, error);
}

/* Takes the last group of reduced axes out of the choice: neighbours in the shape, as many as it
 * takes to make a segment. So one pass needs one step only, and the shape alone decides what it
 * folds. */
static axis_choice take_group(axis_choice *choice, const weft_array *array)
{
    axis_choice group = {.count = 0};
    int64_t count = 1;
    int axis = array->rank - 1;
    while (axis >= 0 && !choice->reduced[axis])
        axis--;
    for (; axis >= 0 && choice->reduced[axis] && count < FOLD_SEGMENT; axis--) {
        group.reduced[axis] = true;
        choice->reduced[axis] = false;
        choice->count--;
        group.count++;
        count *= array->shape[axis];
    }
    return group;
}

/* Renumbers the choice's axes once those of the group are gone. */
static void drop_group(axis_choice *choice, const axis_choice *group, int rank)
{
    int next = 0;
    for (int axis = 0; axis < rank; axis++)
        if (!group->reduced[axis])
            choice->reduced[next++] = choice->reduced[axis];
}

/* One pass: folds the group's axes of `from` into `to`, which has the others. */
static weft_status fold_group(reduction *task, const weft_array *from, const axis_choice *group,
                              const weft_array *to, const weft_array *initial, fold_view *view,
                              weft_error *error)
{
    weft_array arranged = arrange(from, group), copied;
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

/* The fold itself: every lane has at least one element or an initial value to begin with. One group
 * of axes after the other, the last first. */
static weft_status fold(reduction *task, axis_choice choice, bool keepdims,
                        const weft_array *initial, weft_error *error)
{
    weft_array lanes = lanes_of_work(task, &choice, keepdims), from, next;
    fold_view view;
    weft_status status = reduction_stage_for_tree(task, task->operand, &from, error);
    while (!status) {
        axis_choice group = take_group(&choice, &from);
        bool is_last = choice.count == 0;
        if (!is_last) {
            next = arrange(&from, &group);
            next.rank -= group.count;
            status = reduction_temporary(task, next.rank, next.shape, &next, error);
        }
        if (!status)
            status =
                fold_group(task, &from, &group, is_last ? &lanes : &next, initial, &view, error);
        if (is_last)
            break;
        drop_group(&choice, &group, from.rank);
        from = next;
    }
    if (status || !initial || !reduction_is_tree(task))
        return status;
    return combine(task, &view, initial, error);
}

/* Every element of the work becomes the value. */
static weft_status fill(const reduction *task, const weft_array *value, weft_error *error)
{
    weft_array repeated = task->work;
    repeated.data = array_data(value);
    repeated.device = 0;
    memset(repeated.steps, 0, sizeof repeated.steps);
    return reduction_move(task, &task->work, &repeated, error);
}

/* What is computed once all is checked and there is a result of at least one element. */
static weft_status compute(reduction *task, const weft_reduction *how, const axis_choice *choice,
                           const weft_array *initial, weft_error *error)
{
    weft_array identity = {.dtype = (uint8_t)task->job.dtype, .flags = WEFT_ARRAY_INLINE};
    bool has_identity = task->call.ufunc->flags & WEFT_UFUNC_HAS_IDENTITY;
    bool empty = array_count(task->operand) == 0;
    const weft_array *start = initial;
    if (has_identity && !initial && (empty || how->where)) {
        read_identity(task, &identity);
        start = &identity;
    }
    if (!start && (empty || how->where))
        return error_set(error, WEFT_ERROR_SHAPE,
                         "%s: %s has no identity, so %s needs an initial value", task->who,
                         task->call.ufunc->name,
                         empty ? "a reduction of no elements" : "a reduction with where");
    if (empty)
        return fill(task, start, error);
    if (!how->where)
        return fold(task, *choice, how->keepdims, initial, error);
    weft_array operand = arrange(task->operand, choice), where;
    weft_array lanes = lanes_of_work(task, choice, how->keepdims);
    weft_status status = reduce_where_broadcast(task, how->where, &where, error);
    if (status)
        return status;
    where = arrange(&where, choice);
    return reduce_where(task, &operand, &where, &lanes, initial, start, error);
}

weft_status weft_reduce(const weft_ufunc *ufunc, const weft_array *operand, weft_array *result,
                        const weft_reduction *how, const weft_options *options, weft_error *error)
{
    static const weft_reduction plain = {0};
    reduction task;
    axis_choice choice;
    int64_t shape[WEFT_MAX_RANK], steps[WEFT_MAX_RANK];
    weft_array initial = {.flags = WEFT_ARRAY_INLINE};
    if (!how)
        how = &plain;
    weft_status status =
        reduction_open(&task, "reduce", ufunc, operand, operand, result, options, error);
    if (status || (status = check_how(&task, how, error)) ||
        (status = choose_axes(&task, how, &choice, error)) ||
        (how->where && (status = reduce_where_check(&task, how->where, error))) ||
        (status = reduction_place(&task, !reduction_is_tree(&task) || how->where, error)))
        return status;
    initial.dtype = (uint8_t)task.job.dtype;
    if (how->initial && (status = read_initial(&task, how->initial, &initial, error)))
        return status;
    int rank = result_shape(&task, &choice, how->keepdims, shape, steps);
    const weft_array *others[] = {operand, how->where};
    status = reduction_result(&task, rank, shape, steps, how->where != NULL, others, 2, error);
    if (!status && array_count(&task.work) > 0)
        status = compute(&task, how, &choice, how->initial ? &initial : NULL, error);
    return reduction_close(&task, status, error);
}
