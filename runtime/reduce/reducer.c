/* reducer.c: the stages of a declared reduction around its fold. */
#include "reducer.h"

#include "arrays/array.h"
#include "base/error.h"
#include "call/broadcast.h"
#include "call/resolve.h"
#include "call/target/target.h"
#include "plan/make.h"
#include "plan/trace.h"

/* Which of the ufunc's loops was chosen; its stages have theirs in the same order. */
static uint32_t loop_index(const reduction *task)
{
    return (uint32_t)(task->plan.loop - task->plan.ufunc->loops);
}

/* Refuses what is no array, and notes the operands. */
static weft_status take_operands(reduction *task, const weft_array *const *operands,
                                 weft_error *error)
{
    const weft_ufunc *ufunc = task->plan.ufunc;
    const int count = ufunc->input_count;
    if (count < 1 || count > FOLD_INPUTS || ufunc->output_count != 1)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: a reduction has 1 to %d inputs and one output, not %d and %d",
                         task->who, FOLD_INPUTS, count, ufunc->output_count);
    task->input_count = count;
    for (int k = 0; k < count; k++) {
        task->operands[k] = (weft_array *)(uintptr_t)operands[k]; /* only read */
        if (!operands[k])
            return error_set_at(error, WEFT_ERROR_ARGUMENT, k, -1, "%s: operand %d (%s) is NULL",
                                task->who, k, operand_name(ufunc, k));
        weft_status status = array_check(operands[k], task->who, k, operand_name(ufunc, k), error);
        if (status)
            return status;
    }
    return WEFT_OK;
}

/* The operands as views of one shape; what is repeated has step 0. */
static weft_status broadcast_inputs(reduction *task, weft_error *error)
{
    const weft_plan *plan = &task->plan;
    const operand_set inputs = {.given = task->operands, /* the result has another shape */
                                .count = task->input_count,
                                .results = 1u << task->input_count};
    weft_status status = broadcast_shape(&inputs, &task->plan, error);
    task->operand = &task->inputs[0];
    for (int k = task->input_count - 1; k >= 0 && !status; k--) {
        weft_array *input = &task->inputs[k];
        *input = *task->operands[k];
        plan_point(&task->plan, k, array_data(task->operands[k]), 0, task->operands[k]);
        input->data = array_data(task->operands[k]);
        input->flags = task->operands[k]->flags & WEFT_ARRAY_SWAPPED;
        input->rank = plan->rank;
        bool is_whole = true;
        for (int axis = 0; axis < plan->rank; axis++) {
            int inner = plan->rank - 1 - axis;
            input->shape[axis] = plan->extents[inner];
            input->steps[axis] = plan->steps[inner][k];
            is_whole = is_whole && (plan->extents[inner] == 1 || plan->steps[inner][k] != 0);
        }
        if (is_whole) /* the result's axes lie as those of the first such operand */
            task->operand = input;
    }
    return status;
}

/* Chooses the loop, by the dtypes of inputs and result. */
static weft_status resolve_operands(reduction *task, weft_error *error)
{
    operand_types types;
    resolve_begin(&types, task->plan.ufunc, &task->options);
    for (int i = 0; i < task->set.count; i++)
        resolve_note(&types, i, task->operands[i]);
    return resolve_loop(&types, &task->plan.loop, error);
}

weft_status reducer_open(reduction *task, const weft_array *const *operands,
                         const weft_options *options, weft_error *error)
{
    weft_status status;
    task->reducer = task->plan.ufunc->reducer;
    task->counts.dtype = WEFT_NONE;
    if ((status = take_operands(task, operands, error)) ||
        (status = reduction_check(task, options, error)) ||
        (status = broadcast_inputs(task, error)) ||
        (status =
             target_check(&task->set, &task->plan, task->options.target, &task->place, error)) ||
        (status = resolve_operands(task, error)))
        return status;
    return target_resolve_fold(&task->set, &task->plan, &task->place, error);
}

weft_status reducer_prepare(reduction *task, const weft_place *place, weft_error *error)
{
    const weft_reducer *stages = task->reducer;
    const uint32_t loop = loop_index(task);
    weft_status status =
        fold_prepare(&task->job, stages->combine, &stages->combine->loops[loop], place, error);
    if (!status && stages->map)
        status = fold_map_prepare(&task->map, &task->job, stages->map, stages->pair, loop, error);
    return status;
}

/* Replaces an input by a copy of this dtype where the job computes; what is repeated stays so. */
static weft_status copy_input(reduction *task, weft_array *input, weft_dtype dtype,
                              weft_error *error)
{
    weft_array once = *input, copied;
    for (int axis = 0; axis < input->rank; axis++)
        if (input->steps[axis] == 0 && input->shape[axis] > 1)
            once.shape[axis] = 1;
    weft_status status = reduction_copy_of(task, &once, dtype, false, &copied, error);
    if (status)
        return status;
    for (int axis = 0; axis < input->rank; axis++) {
        if (once.shape[axis] == 1)
            copied.steps[axis] = 0;
        copied.shape[axis] = input->shape[axis];
    }
    *input = copied;
    return WEFT_OK;
}

weft_status reducer_stage(reduction *task, weft_array *shape, weft_error *error)
{
    for (int k = 0; k < task->input_count; k++) {
        weft_array *input = &task->inputs[k];
        weft_dtype dtype = (weft_dtype)task->map.loop->dtypes[k];
        bool is_near = task->job.device == 0 && input->device == 0; /* the fold casts as it goes */
        if (is_near ? input->rank <= REDUCTION_RANK : reduction_is_usable(task, input, dtype))
            continue;
        weft_status status = copy_input(task, input, dtype, error);
        if (status)
            return status;
    }
    *shape = *task->operand;
    return WEFT_OK;
}

/* Runs a loop over arrays of its kernel's dtypes where the job computes: inputs, output, mask.
 * Those before the output have its shape or no axes. */
static weft_status run(const reduction *task, const weft_ufunc *ufunc, const weft_loop *loop,
                       const weft_array *operands, int count, weft_error *error)
{
    const weft_array *views[FOLD_INPUTS + 2];
    weft_plan plan;
    for (int i = 0; i < count; i++)
        views[i] = &operands[i];
    plan_make(&plan, ufunc, loop, task->job.place, views, count);
    return trace_run(&plan, error);
}

weft_status reducer_map(reduction *task, const weft_array *inputs, const weft_array *mask,
                        weft_array *mapped, weft_error *error)
{
    const fold_map *map = &task->map;
    const int count = map->input_count;
    weft_array *operands = task->mapping;
    weft_status status = reduction_temporary(task, task->job.dtype, inputs->rank, inputs->shape,
                                             &operands[count], error);
    for (int k = 0; k < count && !status; k++) {
        weft_dtype dtype = (weft_dtype)map->loop->dtypes[k];
        operands[k] = inputs[k];
        if (!reduction_is_usable(task, &inputs[k], dtype))
            status = copy_input(task, &operands[k], dtype, error);
    }
    if (status)
        return status;
    *mapped = operands[count];
    if (mask)
        operands[count + 1] = *mask;
    return run(task, map->ufunc, map->loop, operands, count + 1 + (mask != NULL), error);
}

weft_status reducer_count_lanes(reduction *task, int64_t **counts, weft_error *error)
{
    *counts = NULL;
    if (!task->reducer || !task->reducer->finish || task->reducer->finish->input_count < 2)
        return WEFT_OK;
    weft_status status = reduction_temporary(task, WEFT_INT64, task->work.rank, task->work.shape,
                                             &task->counts, error);
    if (!status)
        *counts = task->counts.data;
    return status;
}

/* The number of elements of all lanes, where the finish asks for it, and reads it. */
static weft_status find_counts(reduction *task, weft_array *counts, weft_error *error)
{
    const weft_array known = {.dtype = WEFT_INT64,
                              .flags = WEFT_ARRAY_INLINE,
                              .value.i64 = array_count(task->operand) / array_count(&task->work)};
    *counts = task->counts.dtype ? task->counts : known;
    return task->job.device == 0
               ? WEFT_OK
               : reduction_copy_of(task, &known, WEFT_INT64, false, counts, error);
}

bool reducer_has_finish(const reduction *task)
{
    return task->reducer && (task->reducer->finish || reduction_dtype(task) != task->job.dtype);
}

weft_status reducer_finish(reduction *task, weft_error *error)
{
    const weft_ufunc *finish = task->reducer->finish;
    if (!finish || array_count(&task->work) == 0)
        return reduction_deliver(task, &task->work, error);
    const weft_loop *loop = &finish->loops[loop_index(task)];
    const int last = finish->input_count;
    const weft_dtype dtype = (weft_dtype)loop->dtypes[last];
    weft_array operands[3] = {task->work}, *made = &operands[last];
    weft_status status = WEFT_OK;
    if (last == 2)
        status = find_counts(task, &operands[1], error);
    bool is_direct =
        dtype == reduction_dtype(task) && reduction_is_usable(task, &task->result, dtype);
    *made = task->result;
    if (!status && !is_direct)
        status = reduction_temporary(task, dtype, made->rank, made->shape, made, error);
    if (!status)
        status = run(task, finish, loop, operands, last + 1, error);
    return status || is_direct ? status : reduction_deliver(task, made, error);
}
