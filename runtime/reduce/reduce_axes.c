/* reduce_axes.c: the axes of an operand, told apart into those that are reduced and those that
 * stay. */
#include "reduce_axes.h"

#include <string.h>

#include "base/error.h"

weft_status reduce_choose_axes(const reduction *task, const weft_reduction *how,
                               axis_choice *choice, weft_error *error)
{
    static const int first = 0;
    const int *axes = how->axes ? how->axes : &first;
    int count = how->axes ? how->axis_count : 1, rank = task->operand->rank, axis;
    memset(choice, 0, sizeof *choice);
    for (int k = 0; how->all ? k < rank : k < count; k++) {
        int wanted = how->all ? k : axes[k];
        if (rank == 0 && count == 1 && (wanted == 0 || wanted == -1))
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
                         task->who, task->plan.ufunc->name, choice->count);
    return WEFT_OK;
}

weft_array reduce_arrange(const weft_array *array, const axis_choice *choice)
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

int reduce_result_shape(const reduction *task, const axis_choice *choice, bool keepdims,
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

weft_array reduce_lanes(const reduction *task, const axis_choice *choice, bool keepdims)
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

axis_choice reduce_take_group(axis_choice *choice, const weft_array *array)
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

void reduce_drop_group(axis_choice *choice, const axis_choice *group, int rank)
{
    int next = 0;
    for (int axis = 0; axis < rank; axis++)
        if (!group->reduced[axis])
            choice->reduced[next++] = choice->reduced[axis];
}
