/* reduce_where.c: the chosen elements of one lane after the other are packed, and folded as if
 * there were no others. */
#include "reduce_where.h"

#include <string.h>

#include "arrays/array.h"
#include "base/cast.h"
#include "base/error.h"
#include "base/odometer.h"

weft_status reduce_where_check(const reduction *task, const weft_array *where, weft_error *error)
{
    const weft_array *operand = task->operand;
    weft_status status = array_check(where, task->who, -1, "where", error);
    if (status)
        return status;
    if (where->dtype != WEFT_BOOL)
        return error_set(error, WEFT_ERROR_DTYPE, "%s: where is %s; it must be bool", task->who,
                         weft_dtype_name((weft_dtype)where->dtype));
    if (where->device > 0 && where->device != task->place.device + 1)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: where lies on device %d, the call on %d",
                         task->who, where->device - 1, task->place.device);
    if (where->device > 0 && task->place.backend->spread)
        return error_set(error, WEFT_ERROR_TARGET,
                         "%s: where lies in device memory; the target %s works on host memory",
                         task->who, weft_target_name(task->place.backend->target));
    bool fits = where->rank <= operand->rank;
    for (int k = 1; fits && k <= where->rank; k++) {
        int64_t size = where->shape[where->rank - k];
        fits = size == 1 || size == operand->shape[operand->rank - k];
    }
    if (fits)
        return WEFT_OK;
    error_text mask = {0, ""}, shape = {0, ""};
    error_append_shape(&mask, where->rank, where->shape);
    error_append_shape(&shape, operand->rank, operand->shape);
    return error_set(error, WEFT_ERROR_SHAPE,
                     "%s: where has shape %s, which does not broadcast to the operand's, %s",
                     task->who, mask.text, shape.text);
}

weft_status reduce_where_broadcast(reduction *task, const weft_array *where, weft_array *mask,
                                   weft_error *error)
{
    const weft_array *operand = task->operand;
    weft_array near = *where;
    weft_status status = WEFT_OK;
    if (where->device > 0)
        status = reduction_copy_of(task, where, WEFT_BOOL, true, &near, error);
    *mask = near;
    mask->rank = operand->rank;
    memcpy(mask->shape, operand->shape, sizeof mask->shape);
    memset(mask->steps, 0, sizeof mask->steps);
    if (near.flags & WEFT_ARRAY_INLINE) {
        mask->flags = 0;
        mask->data = array_data(where);
    }
    for (int k = 1; k <= near.rank; k++)
        if (near.shape[near.rank - k] != 1)
            mask->steps[mask->rank - k] = near.steps[near.rank - k];
    return status;
}

/* A walk over axes [first, end) of operand and mask in C order. */
typedef struct walk {
    odometer axes;
    const char *at[2];       /* in the operand, in the mask */
    const int64_t *steps[2]; /* borrowed */
} walk;

static walk walk_begin(const weft_array *operand, const weft_array *mask, int first, int end,
                       const char *from, const char *flag)
{
    walk begun = {.at = {from, flag}, .steps = {operand->steps, mask->steps}};
    odometer_begin(&begun.axes, operand->shape, first, end);
    return begun;
}

/* Moves to the next element; false, and back at the first, past the last. */
static bool walk_next(walk *walked)
{
    return odometer_next(&walked->axes, 2, walked->at, walked->steps);
}

/* Packs the chosen elements of a lane; returns their number. */
static int64_t pack(const fold_job *job, walk *element, char *packed)
{
    int64_t count = 0;
    do {
        if (!*element->at[1])
            continue;
        cast_elements(packed + count * job->size, job->dtype, job->size, false, element->at[0],
                      job->dtype, job->size, false, 1);
        count++;
    } while (walk_next(element));
    return count;
}

/* Folds the packed elements of one lane into `to`. */
static weft_status fold_packed(const reduction *task, char *packed, int64_t count, char *to,
                               const weft_array *initial, const weft_array *start,
                               weft_error *error)
{
    const fold_job *job = &task->job;
    const weft_array *alone = count == 0 ? start : NULL;
    fold_view view = {
        .count = count, .from_step = job->size, .from = packed, .to = to, .from_dtype = job->dtype};
    if (alone) {
        cast_elements(to, job->dtype, 0, false, array_data(alone), job->dtype, 0, false, 1);
        return WEFT_OK;
    }
    if (!reduction_is_tree(task))
        return fold_left(job, &view, initial ? array_data(initial) : NULL, error);
    weft_status status = fold_tree(job, &view, error);
    return status || !initial ? status : fold_combine(job, &view, array_data(initial), error);
}

weft_status reduce_where(reduction *task, const weft_array *operand, const weft_array *mask,
                         const weft_array *lanes, const weft_array *initial,
                         const weft_array *start, int64_t *counts, weft_error *error)
{
    weft_array staged, packed;
    int64_t count = 1;
    weft_status status = reduction_stage(task, operand, &staged, error);
    for (int axis = lanes->rank; axis < operand->rank; axis++)
        count *= operand->shape[axis];
    if (!status)
        status = weft_array_new(&packed, task->job.dtype, 1, &count, error);
    if (status)
        return status;
    walk lane = walk_begin(&staged, mask, 0, lanes->rank, array_data(&staged), array_data(mask));
    do {
        char *to = array_data(lanes);
        for (int axis = 0; axis < lanes->rank; axis++)
            to += lane.axes.index[axis] * lanes->steps[axis];
        walk element = walk_begin(&staged, mask, lanes->rank, staged.rank, lane.at[0], lane.at[1]);
        int64_t chosen = pack(&task->job, &element, packed.data);
        if (counts)
            *counts++ = chosen;
        status = fold_packed(task, packed.data, chosen, to, initial, start, error);
    } while (!status && walk_next(&lane));
    weft_array_clear(&packed);
    return status;
}
