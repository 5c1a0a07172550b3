/* fold_scan.c: all prefixes, as a backend without host threads makes them: at once; or those of
 * segments, behind the prefixes of the segments' totals; or, without kernels for that, by doubling.
 */
#include "base/error.h"
#include "fold.h"
#include "fold_trace.h"
#include "plan/trace.h"

/* The prefixes of segments of `count` elements each; a view of several has them as its first axis.
 */
static weft_status run_segments(const fold_job *job, const fold_view *view, int64_t count,
                                const plan_carry *carry, bool *done, weft_error *error)
{
    plan_segments all = {.ufunc = job->ufunc,
                         .loop = job->loop,
                         .owner = job->ufunc,
                         .place = job->place,
                         .rank = view->rank,
                         .extents = view->extents,
                         .count = count,
                         .input_count = 1,
                         .inputs = {{view->from, view->from_steps, view->from_step}},
                         .to = view->to,
                         .to_steps = view->to_steps,
                         .runs = true,
                         .to_step = view->to_step,
                         .carry = *carry};
    const char *kernel;
    weft_status status = job->place->backend->fold(&all, &kernel, error);
    *done = kernel;
    if (kernel && trace_is_on()) {
        fold_view part = *view;
        part.count = count;
        fold_trace_print(job, &part, kernel);
    }
    return status;
}

/* One more axis before the lanes: whole segments. */
static void add_segments(fold_view *part, const fold_view *view, int64_t segments)
{
    *part = *view;
    part->rank = view->rank + 1;
    part->extents[0] = segments;
    part->from_steps[0] = FOLD_SEGMENT * view->from_step;
    part->to_steps[0] = FOLD_SEGMENT * view->to_step;
    for (int axis = 0; axis < view->rank; axis++) {
        part->extents[1 + axis] = view->extents[axis];
        part->from_steps[1 + axis] = view->from_steps[axis];
        part->to_steps[1 + axis] = view->to_steps[axis];
    }
}

/* The prefixes of all segments behind those of their totals, which lie segment by segment, lane by
 * lane. */
static weft_status run_behind(const fold_job *job, const fold_view *view, const fold_view *totals,
                              bool *done, weft_error *error)
{
    const int64_t whole = view->count / FOLD_SEGMENT, rest = view->count % FOLD_SEGMENT;
    int64_t steps[WEFT_MAX_RANK] = {totals->from_step};
    fold_view part;
    for (int axis = 0; axis < view->rank; axis++)
        steps[1 + axis] = totals->from_steps[axis];
    add_segments(&part, view, whole);
    const plan_carry before = {(const char *)((uintptr_t)totals->from - (uintptr_t)job->size),
                               steps, 0};
    weft_status status = run_segments(job, &part, FOLD_SEGMENT, &before, done, error);
    if (status || !*done || rest == 0)
        return status;
    part = *view;
    part.from += whole * FOLD_SEGMENT * view->from_step;
    part.to += whole * FOLD_SEGMENT * view->to_step;
    const plan_carry last = {totals->from + (whole - 1) * job->size, totals->from_steps, -1};
    return run_segments(job, &part, rest, &last, done, error);
}

/* Not done where the backend has no kernel for it; nothing has been written then. */
static weft_status scan_at_once(const fold_job *job, const fold_view *view, bool *done,
                                weft_error *error)
{
    static const plan_carry nothing = {NULL, NULL, -1};
    fold_view totals = *view;
    weft_array memory;
    weft_status status = run_segments(job, view, view->count, &nothing, done, error);
    if (status || *done || view->count <= FOLD_SEGMENT || view->rank + 1 >= WEFT_MAX_RANK)
        return status;
    totals.count = (view->count - 1) / FOLD_SEGMENT + 1;
    status = fold_segment_totals(job, view, FOLD_SEGMENT, &memory, error);
    if (status)
        return status;
    int64_t step = totals.count * job->size;
    totals.from = totals.to = memory.data;
    totals.from_step = totals.to_step = job->size;
    for (int axis = 0; axis < view->rank; axis++) {
        totals.from_steps[axis] = totals.to_steps[axis] = step;
        step *= view->extents[axis];
    }
    status = scan_at_once(job, &totals, done, error);
    if (!status && *done)
        status = run_behind(job, view, &totals, done, error);
    job->place->backend->release(&memory, job->place);
    return status;
}

weft_status fold_scan(const fold_job *job, const fold_view *view, weft_error *error)
{
    bool done = false;
    if (job->place->backend->fold) {
        weft_status status = scan_at_once(job, view, &done, error);
        if (status || done)
            return status;
    }
    return fold_scan_by_launches(job, view, error);
}
