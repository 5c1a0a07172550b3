/* fold_device.c: folds by whole plans, one launch for each step: what a backend without host
 * threads does. It walks the same tree as fold_host.c. */
#include <stdlib.h>

#include "arrays/array.h"
#include "base/checked.h"
#include "base/error.h"
#include "fold.h"
#include "fold_trace.h"
#include "plan/make.h"
#include "plan/trace.h"

/* An operand of a step: where its items of one axis begin, and the steps of lanes and of that
 * axis. */
typedef struct side {
    char *data;
    const int64_t *lane_steps; /* borrowed */
    int64_t item_step;
} side;

/* All lanes and `items` elements of the folded axis, which is the last, as an array. */
static weft_array array_of(const fold_job *job, const fold_view *view, int64_t items,
                           const side *from)
{
    weft_array array = {.data = from->data,
                        .dtype = (uint8_t)job->dtype,
                        .device = job->device,
                        .rank = view->rank + 1};
    array.shape[view->rank] = items;
    array.steps[view->rank] = from->item_step;
    for (int axis = 0; axis < view->rank; axis++) {
        array.shape[view->rank - 1 - axis] = view->extents[axis];
        array.steps[view->rank - 1 - axis] = from->lane_steps[axis];
    }
    return array;
}

/* Runs a loop on all lanes and `items` elements of the folded axis; a side for each operand, of
 * which `values` are such as in a plan. */
static weft_status run_sides(const fold_job *job, const fold_view *view, const weft_ufunc *ufunc,
                             const weft_loop *loop, int64_t items, const side *sides,
                             uint32_t values, weft_error *error)
{
    weft_plan plan;
    plan_begin(&plan, ufunc, loop, job->place, ufunc->input_count + 1, NULL);
    plan.values = values;
    for (int i = plan.operand_count - 1; i >= 0; i--) { /* the output first: it has the shape */
        weft_array array = array_of(job, view, items, &sides[i]);
        if (i == ufunc->input_count)
            plan_shape(&plan, array.rank, array.shape);
        plan_point(&plan, i, array.data, 0, &array);
    }
    plan_normalise(&plan);
    return trace_run(&plan, error);
}

/* out = f(a, b) for all lanes and `items` elements of the folded axis. */
static weft_status run_step(const fold_job *job, const fold_view *view, int64_t items, side a,
                            side b, side out, weft_error *error)
{
    return run_sides(job, view, job->ufunc, job->loop, items, (side[]){a, b, out}, 0, error);
}

/* Copies `items` elements of every lane. */
static weft_status copy_step(const fold_job *job, const fold_view *view, int64_t items, side to,
                             side from, weft_error *error)
{
    weft_array target = array_of(job, view, items, &to);
    weft_array source = array_of(job, view, items, &from);
    return job->place->backend->copy(&target, &source, job->place, error);
}

static side skip(side from, int64_t items)
{
    from.data += items * from.item_step;
    return from;
}

/* Input i of a mapped view, from element `first` on. */
static side map_input(const fold_view *view, int i, int64_t first)
{
    side found = {view->from, view->from_steps, view->from_step};
    if (i > 0)
        found = (side){view->more[i - 1].data, view->more[i - 1].steps, view->more[i - 1].step};
    return skip(found, first);
}

/* The first step of a mapped view of several elements: the elements are mapped as they are
 * combined. */
static weft_status run_pairs(const fold_job *job, const fold_view *view, int64_t pairs, side out,
                             weft_error *error)
{
    const fold_map *map = view->map;
    side sides[2 * FOLD_INPUTS + 1];
    for (int i = 0; i < map->input_count; i++) {
        sides[i] = map_input(view, i, 0);
        sides[map->input_count + i] = map_input(view, i, (view->count + 1) / 2);
    }
    sides[2 * map->input_count] = out;
    return run_sides(job, view, map->pair, map->pair_loop, pairs, sides, 0, error);
}

/* to = element `first` of the view, mapped where it has a map. */
static weft_status take_one(const fold_job *job, const fold_view *view, int64_t first, side to,
                            weft_error *error)
{
    const fold_map *map = view->map;
    side sides[FOLD_INPUTS + 1];
    if (!map)
        return copy_step(job, view, 1, to, map_input(view, 0, first), error);
    for (int i = 0; i < map->input_count; i++)
        sides[i] = map_input(view, i, first);
    sides[map->input_count] = to;
    return run_sides(job, view, map->ufunc, map->loop, 1, sides, 0, error);
}

/* Memory for `items` elements of every lane. Items lie innermost where they do in the view, else
 * outermost. */
static weft_status allocate(const fold_job *job, const fold_view *view, int64_t items,
                            int64_t *lane_steps, side *made, weft_array *memory, weft_error *error)
{
    int64_t lanes, bytes;
    bool items_inside = true;
    for (int axis = 0; axis < view->rank; axis++)
        items_inside = items_inside && llabs(view->from_steps[axis]) > llabs(view->from_step);
    *memory = (weft_array){.dtype = (uint8_t)job->dtype};
    if (!fold_lanes(view, &lanes) || !checked_multiply(lanes, items, &bytes) ||
        !checked_multiply(bytes, job->size, &bytes))
        return error_set(error, WEFT_ERROR_SHAPE,
                         "%s: the intermediate results of a reduction have more bytes than int64 "
                         "counts",
                         job->ufunc->name);
    weft_status status = job->place->backend->allocate(memory, (size_t)bytes, job->place, error);
    if (status)
        return status;
    int64_t step = items_inside ? items * job->size : job->size;
    for (int axis = 0; axis < view->rank; axis++) {
        lane_steps[axis] = step;
        step *= view->extents[axis];
    }
    *made = (side){memory->data, lane_steps, items_inside ? job->size : step};
    return WEFT_OK;
}

weft_status fold_at_once(const fold_job *job, const fold_view *view, bool *done, weft_error *error)
{
    const fold_map *map = view->map;
    plan_segments all = {.ufunc = job->ufunc,
                         .loop = job->loop,
                         .pair = map ? map->pair_loop : NULL,
                         .owner = map ? map->pair : job->ufunc,
                         .place = job->place,
                         .rank = view->rank,
                         .extents = view->extents,
                         .count = view->count,
                         .input_count = 1 + fold_more_count(view),
                         .to = view->to,
                         .to_steps = view->to_steps};
    all.inputs[0] = (plan_segment_input){view->from, view->from_steps, view->from_step};
    for (int k = 0; k < fold_more_count(view); k++)
        all.inputs[1 + k] =
            (plan_segment_input){view->more[k].data, view->more[k].steps, view->more[k].step};
    const char *kernel;
    weft_status status = job->place->backend->fold(&all, &kernel, error);
    *done = kernel;
    if (kernel && trace_is_on())
        fold_trace_print(job, view, kernel);
    return status;
}

weft_status fold_segment_by_launches(const fold_job *job, const fold_view *view, weft_error *error)
{
    bool done = false;
    if (job->place->backend->fold && view->count > 1) {
        weft_status status = fold_at_once(job, view, &done, error);
        if (status || done)
            return status;
    }
    int64_t count = view->count, lane_steps[WEFT_MAX_RANK];
    side from = {view->from, view->from_steps, view->from_step};
    side to = {view->to, view->to_steps, 0}, partial = to;
    weft_array memory = {0};
    weft_status status = WEFT_OK;
    if (count == 1)
        return take_one(job, view, 0, to, error);
    if (count > 2)
        status = allocate(job, view, (count + 1) / 2, lane_steps, &partial, &memory, error);
    if (status)
        return status;
    while (!status && count > 1) {
        int64_t half = (count + 1) / 2, pairs = count / 2;
        bool is_first = count == view->count;
        side out = count == 2 ? to : partial;
        status = is_first && view->map
                     ? run_pairs(job, view, pairs, out, error)
                     : run_step(job, view, pairs, from, skip(from, half), out, error);
        if (!status && pairs < half && is_first)
            status = take_one(job, view, pairs, skip(partial, pairs), error);
        from = partial;
        count = half;
    }
    if (memory.data)
        job->place->backend->release(&memory, job->place);
    return status;
}

weft_status fold_scan_by_launches(const fold_job *job, const fold_view *view, weft_error *error)
{
    int64_t lane_steps[WEFT_MAX_RANK];
    int rounds = 0;
    side from = {view->from, view->from_steps, view->from_step};
    side to = {view->to, view->to_steps, view->to_step}, other = to;
    weft_array memory = {0};
    weft_status status = WEFT_OK;
    while (rounds < 62 && (int64_t)1 << rounds < view->count)
        rounds++;
    if (rounds == 0)
        return copy_step(job, view, 1, to, from, error);
    if (rounds > 1)
        status = allocate(job, view, view->count, lane_steps, &other, &memory, error);
    for (int round = 0; !status && round < rounds; round++) {
        int64_t distance = (int64_t)1 << round;
        side next = (rounds - 1 - round) % 2 ? other : to; /* the last round writes `to` */
        status = copy_step(job, view, distance, next, from, error);
        if (!status)
            status = run_step(job, view, view->count - distance, from, skip(from, distance),
                              skip(next, distance), error);
        from = next;
    }
    if (memory.data)
        job->place->backend->release(&memory, job->place);
    return status;
}

weft_status fold_combine(const fold_job *job, const fold_view *view, char *value, weft_error *error)
{
    static const int64_t none[WEFT_MAX_RANK];
    side first = {value, none, 0}, to = {view->to, view->to_steps, 0};
    return run_sides(job, view, job->ufunc, job->loop, 1, (side[]){first, to, to}, 1, error);
}
