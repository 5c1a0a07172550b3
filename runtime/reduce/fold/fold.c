/* fold.c: the form of a fold that all backends share, and the tree over its segments. */
#include "fold.h"

#include "arrays/array.h"
#include "base/checked.h"
#include "base/dtype.h"
#include "base/error.h"
#include "fold_best.h"
#include "fold_trace.h"
#include "fold_truth.h"
#include "plan/isa.h"
#include "plan/trace.h"

weft_status fold_prepare(fold_job *job, const weft_ufunc *ufunc, const weft_loop *loop,
                         const weft_place *place, weft_error *error)
{
    *job = (fold_job){.ufunc = ufunc,
                      .loop = loop,
                      .place = place,
                      .dtype = (weft_dtype)loop->dtypes[2],
                      .size = dtype_table[loop->dtypes[2]].size,
                      .device = (int16_t)(place->backend->spread ? 0 : place->device + 1),
                      .cost = plan_item_cost(ufunc, loop, NULL)};
    return place->backend->spread ? isa_find_kernel(ufunc, loop, &job->kernel, error) : WEFT_OK;
}

weft_status fold_map_prepare(fold_map *map, const fold_job *job, const weft_ufunc *ufunc,
                             const weft_ufunc *pair, uint32_t loop, weft_error *error)
{
    *map = (fold_map){.ufunc = ufunc,
                      .loop = &ufunc->loops[loop],
                      .pair = pair,
                      .pair_loop = &pair->loops[loop],
                      .input_count = ufunc->input_count,
                      .cost = plan_item_cost(ufunc, &ufunc->loops[loop], NULL)};
    return job->place->backend->spread ? isa_find_kernel(ufunc, map->loop, &map->kernel, error)
                                       : WEFT_OK;
}

/* Of segments' results that need no memory of their own. */
enum { FEW_BYTES = 256 };

/* Whether lane axis `outer` continues where `inner` ends, on all sides. */
static bool continues(const fold_view *view, int inner, int outer)
{
    int64_t extent = view->extents[inner];
    for (int k = 0; k < fold_more_count(view); k++)
        if (view->more[k].steps[outer] != view->more[k].steps[inner] * extent)
            return false;
    return view->from_steps[outer] == view->from_steps[inner] * extent &&
           view->to_steps[outer] == view->to_steps[inner] * extent;
}

static void put_lane(fold_view *view, int axis, int64_t extent, int64_t from_step, int64_t to_step)
{
    view->extents[axis] = extent;
    view->from_steps[axis] = from_step;
    view->to_steps[axis] = to_step;
}

/* Adds the next outer lane axis, merged with the last where that is possible. The further inputs'
 * steps along it stand in their place already. */
static void add_lane(fold_view *view, int64_t extent, int64_t from_step, int64_t to_step)
{
    if (extent == 1)
        return;
    put_lane(view, view->rank, extent, from_step, to_step);
    if (view->rank > 0 && continues(view, view->rank - 1, view->rank))
        view->extents[view->rank - 1] *= extent;
    else
        view->rank++;
}

/* Whether a folded axis continues those inside it, which have `count` elements; the first of them
 * sets the step. */
static bool follows(int64_t *step, int64_t count, int64_t next)
{
    if (count == 1)
        *step = next;
    return next == *step * count;
}

/* Fills the axes of a view whose map and further inputs are set. */
static bool make(fold_view *view, const weft_array *inputs, int lane_count, const weft_array *to)
{
    const weft_array *from = &inputs[0];
    const int more_count = fold_more_count(view);
    bool merges = true;
    view->rank = 0;
    view->count = 1;
    view->from_step = view->to_step = 0;
    view->from = array_data(from);
    view->from_dtype = (weft_dtype)from->dtype;
    view->from_swapped = array_is_swapped(from);
    view->to = array_data(to);
    for (int axis = lane_count - 1; axis >= 0; axis--) {
        for (int k = 0; k < more_count; k++)
            view->more[k].steps[view->rank] = inputs[1 + k].steps[axis];
        add_lane(view, from->shape[axis], from->steps[axis], to->steps[axis]);
    }
    for (int axis = from->rank - 1; axis >= lane_count; axis--) {
        if (from->shape[axis] == 1)
            continue;
        merges = merges && follows(&view->from_step, view->count, from->steps[axis]);
        for (int k = 0; k < more_count; k++)
            merges = merges && follows(&view->more[k].step, view->count, inputs[1 + k].steps[axis]);
        view->count *= from->shape[axis];
    }
    return merges;
}

bool fold_view_make(fold_view *view, const weft_array *from, int lane_count, const weft_array *to)
{
    view->map = NULL;
    return make(view, from, lane_count, to);
}

bool fold_view_make_mapped(fold_view *view, const fold_map *map, fold_input *more,
                           const weft_array *inputs, int lane_count, const weft_array *to)
{
    view->map = map;
    view->more = more;
    for (int k = 0; k < fold_more_count(view); k++) {
        const weft_array *input = &inputs[1 + k];
        more[k].data = array_data(input);
        more[k].step = 0;
        more[k].dtype = (weft_dtype)input->dtype;
        more[k].swapped = array_is_swapped(input);
    }
    return make(view, inputs, lane_count, to);
}

bool fold_lanes(const fold_view *view, int64_t *lanes)
{
    return checked_product(view->extents, view->rank, lanes);
}

/* Folds a segment, or, where the backend takes long ones, several. */
static weft_status fold_segment(const fold_job *job, const fold_view *view, weft_error *error)
{
    if (view->count > FOLD_SEGMENT)
        return fold_tree(job, view, error);
    return job->place->backend->spread ? fold_segment_on_host(job, view, error)
                                       : fold_segment_by_launches(job, view, error);
}

/* Elements of the segments that are folded first: FOLD_SEGMENT; or, where a backend folds long ones
 * at once, so many of these as make one of the next level, if there are enough to keep it busy. The
 * tree is the same. */
static int64_t first_length(const fold_job *job, const fold_view *view)
{
    enum { LONG = FOLD_SEGMENT * FOLD_SEGMENT, MANY = 1000 };
    return job->place->backend->fold && view->count / LONG >= MANY ? LONG : FOLD_SEGMENT;
}

/* Memory for the results of the segments: segments innermost, then the lanes. */
static weft_status allocate_partial(const fold_job *job, const fold_view *view, int64_t segments,
                                    weft_array *partial, weft_error *error)
{
    int64_t bytes;
    *partial = (weft_array){.dtype = (uint8_t)job->dtype};
    if (!fold_lanes(view, &bytes) || !checked_multiply(bytes, segments, &bytes) ||
        !checked_multiply(bytes, job->size, &bytes))
        return error_set(error, WEFT_ERROR_SHAPE,
                         "%s: the intermediate results of a reduction have more bytes than int64 "
                         "counts",
                         job->ufunc->name);
    return job->place->backend->allocate(partial, (size_t)bytes, job->place, error);
}

/* The lanes of a part of the view, whose results lie segments apart. The part's own lane, if it has
 * one, stands first. */
static void add_lanes(fold_view *part, const fold_view *view, int64_t segments, int64_t size)
{
    int64_t step = segments * size;
    for (int axis = 0; axis < view->rank; axis++) {
        for (int k = 0; k < fold_more_count(view); k++)
            part->more[k].steps[part->rank] = view->more[k].steps[axis];
        add_lane(part, view->extents[axis], view->from_steps[axis], step);
        step *= view->extents[axis];
    }
}

/* Moves a part of the view `count` elements along the folded axis. */
static void advance(fold_view *part, int64_t count)
{
    part->from += count * part->from_step;
    for (int k = 0; k < fold_more_count(part); k++)
        part->more[k].data += count * part->more[k].step;
}

/* Folds every whole segment of so many elements, and what is left behind the last, into `partial`.
 * Not inlined: fold_tree calls itself, with some 5 KB less on the stack. */
__attribute__((noinline)) static weft_status fold_segments(const fold_job *job,
                                                           const fold_view *view, int64_t length,
                                                           int64_t segments, char *partial,
                                                           weft_error *error)
{
    int64_t whole = view->count / length, rest = view->count % length;
    fold_input more[FOLD_INPUTS];
    fold_view part = {.count = length, .from_step = view->from_step, .from = view->from};
    part.to = partial;
    part.from_dtype = view->from_dtype;
    part.from_swapped = view->from_swapped;
    part.map = view->map;
    part.more = more;
    for (int k = 0; k < fold_more_count(view); k++) {
        more[k] = view->more[k];
        more[k].steps[0] = length * more[k].step;
    }
    add_lane(&part, whole, length * view->from_step, job->size);
    add_lanes(&part, view, segments, job->size);
    weft_status status = fold_segment(job, &part, error);
    if (status || rest == 0)
        return status;
    part.rank = 0;
    part.count = rest;
    part.to += whole * job->size;
    advance(&part, whole * length);
    add_lanes(&part, view, segments, job->size);
    return fold_segment(job, &part, error);
}

weft_status fold_segment_totals(const fold_job *job, const fold_view *view, int64_t length,
                                weft_array *made, weft_error *error)
{
    const int64_t segments = quotient_up(view->count, length);
    weft_status status = allocate_partial(job, view, segments, made, error);
    if (!status)
        status = fold_segments(job, view, length, segments, made->data, error);
    if (status && made->data)
        job->place->backend->release(made, job->place);
    return status;
}

weft_status fold_tree(const fold_job *job, const fold_view *view, weft_error *error)
{
    bool wanted;
    if (fold_best_serves(job, view)) {
        bool done;
        if (trace_is_on())
            fold_trace_print(job, view, "best");
        const weft_status status = fold_best(job, view, &done, error);
        if (status || done)
            return status;
    }
    const bool is_truth = fold_truth_serves(job, view, &wanted);
    if (trace_is_on() && job->place->backend->spread)
        fold_trace_print(job, view, is_truth ? "search" : "tree");
    if (is_truth)
        return fold_truth(job, view, wanted, error);
    if (view->count <= FOLD_SEGMENT)
        return fold_segment(job, view, error);
    if (job->place->backend->fold) {
        bool done;
        weft_status status = fold_at_once(job, view, &done, error);
        if (status || done)
            return status;
    }
    const int64_t length = first_length(job, view), segments = quotient_up(view->count, length);
    _Alignas(64) char few[FEW_BYTES];
    weft_array partial;
    const bool is_few =
        job->place->backend->spread && view->rank == 0 && segments <= FEW_BYTES / job->size;
    weft_status status = is_few ? fold_segments(job, view, length, segments, few, error)
                                : fold_segment_totals(job, view, length, &partial, error);
    if (status)
        return status;
    fold_view rest = *view;
    int64_t step = segments * job->size;
    rest.from = is_few ? few : partial.data;
    rest.from_dtype = job->dtype;
    rest.from_swapped = false;
    rest.map = NULL;
    rest.from_step = job->size;
    rest.count = segments;
    for (int axis = 0; axis < view->rank; axis++) {
        rest.from_steps[axis] = step;
        step *= view->extents[axis];
    }
    status = fold_tree(job, &rest, error);
    if (!is_few)
        job->place->backend->release(&partial, job->place);
    return status;
}
