/* lists.c: the views of a fold of lists. */
#include "lists.h"

#include "arrays/array.h"
#include "reduce/reduce_axes.h"
#include "reduce/reducer.h"

/* The view's lanes and elements, which the job can take. */
static weft_status make_view(reduction *task, const axis_choice *choice, const weft_array *lanes,
                             fold_view *view, weft_error *error)
{
    weft_array from;
    const int lane_count = task->operand->rank - 1;
    weft_status status = reducer_maps(task)
                             ? reducer_stage(task, &from, error)
                             : reduction_stage_for_tree(task, task->operand, &from, error);
    if (status)
        return status;
    if (!reducer_maps(task)) {
        from = reduce_arrange(&from, choice);
        fold_view_make(view, &from, lane_count, lanes);
        return WEFT_OK;
    }
    for (int k = 0; k < task->input_count; k++)
        task->arranged[k] = reduce_arrange(&task->inputs[k], choice);
    fold_view_make_mapped(view, &task->map, task->more, task->arranged, lane_count, lanes);
    return WEFT_OK;
}

weft_status lists_fold(reduction *task, int axis, const list_offsets *lists,
                       const weft_array *initial, weft_error *error)
{
    axis_choice choice = {.count = 1};
    fold_view view;
    choice.reduced[axis] = true;
    const weft_array lanes = reduce_lanes(task, &choice, true);
    weft_status status = make_view(task, &choice, &lanes, &view, error);
    view.to_step = task->work.steps[axis];
    return status
               ? status
               : fold_lists(&task->job, &view, lists, initial ? array_data(initial) : NULL, error);
}
