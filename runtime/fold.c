/* fold.c: the form of a fold that all backends share, and the tree over its segments. */
#include "fold.h"

#include "array.h"
#include "checked.h"
#include "dtype.h"
#include "error.h"
#include "isa.h"

weft_status fold_prepare(fold_job *job, const weft_ufunc *ufunc, const weft_loop *loop,
                         const weft_options *options, const weft_backend *backend,
                         weft_error *error)
{
    weft_plan one; /* one item, for the cost alone */
    one.ufunc = ufunc;
    one.item_count = 1;
    *job = (fold_job){.ufunc = ufunc,
                      .loop = loop,
                      .options = options,
                      .backend = backend,
                      .dtype = (weft_dtype)loop->dtypes[2],
                      .size = dtype_table[loop->dtypes[2]].size,
                      .device = (int16_t)(backend->spread ? 0 : options->device + 1),
                      .cost = plan_cost(&one)};
    return backend->spread ? isa_find_kernel(ufunc, loop, &job->kernel, error) : WEFT_OK;
}

/* Whether lane axis `outer` continues where `inner` ends, on both sides. */
static bool continues(const fold_view *view, int inner, int outer)
{
    int64_t extent = view->extents[inner];
    return view->from_steps[outer] == view->from_steps[inner] * extent &&
           view->to_steps[outer] == view->to_steps[inner] * extent;
}

static void put_lane(fold_view *view, int axis, int64_t extent, int64_t from_step, int64_t to_step)
{
    view->extents[axis] = extent;
    view->from_steps[axis] = from_step;
    view->to_steps[axis] = to_step;
}

/* Adds the next outer lane axis, merged with the last where that is possible. */
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

bool fold_view_make(fold_view *view, const weft_array *from, int lane_count, const weft_array *to)
{
    bool merges = true;
    view->rank = 0;
    view->count = 1;
    view->from_step = view->to_step = 0;
    view->from = array_data(from);
    view->from_dtype = (weft_dtype)from->dtype;
    view->from_swapped = array_is_swapped(from);
    view->to = array_data(to);
    for (int axis = lane_count - 1; axis >= 0; axis--)
        add_lane(view, from->shape[axis], from->steps[axis], to->steps[axis]);
    for (int axis = from->rank - 1; axis >= lane_count; axis--) {
        if (from->shape[axis] == 1)
            continue;
        if (view->count == 1)
            view->from_step = from->steps[axis];
        else
            merges = merges && from->steps[axis] == view->from_step * view->count;
        view->count *= from->shape[axis];
    }
    return merges;
}

bool fold_lanes(const fold_view *view, int64_t *lanes)
{
    return checked_product(view->extents, view->rank, lanes);
}

/* Folds at most FOLD_SEGMENT elements. */
static weft_status fold_segment(const fold_job *job, const fold_view *view, weft_error *error)
{
    if (!job->backend->spread)
        return fold_segment_by_launches(job, view, error);
    fold_segment_on_host(job, view);
    return WEFT_OK;
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
    return job->backend->allocate(partial, (size_t)bytes, job->options, error);
}

/* Folds every whole segment, and what is left behind the last, into `partial`. */
static weft_status fold_segments(const fold_job *job, const fold_view *view, int64_t segments,
                                 char *partial, weft_error *error)
{
    int64_t whole = view->count / FOLD_SEGMENT, rest = view->count % FOLD_SEGMENT;
    fold_view part = {.count = FOLD_SEGMENT, .from_step = view->from_step, .from = view->from};
    part.to = partial;
    part.from_dtype = view->from_dtype;
    part.from_swapped = view->from_swapped;
    add_lane(&part, whole, FOLD_SEGMENT * view->from_step, job->size);
    int64_t step = segments * job->size;
    for (int axis = 0; axis < view->rank; axis++) {
        add_lane(&part, view->extents[axis], view->from_steps[axis], step);
        step *= view->extents[axis];
    }
    weft_status status = fold_segment(job, &part, error);
    if (status || rest == 0)
        return status;
    part.rank = 0;
    part.count = rest;
    part.from += whole * FOLD_SEGMENT * view->from_step;
    part.to += whole * job->size;
    step = segments * job->size;
    for (int axis = 0; axis < view->rank; axis++) {
        add_lane(&part, view->extents[axis], view->from_steps[axis], step);
        step *= view->extents[axis];
    }
    return fold_segment(job, &part, error);
}

weft_status fold_tree(const fold_job *job, const fold_view *view, weft_error *error)
{
    if (view->count <= FOLD_SEGMENT)
        return fold_segment(job, view, error);
    int64_t segments = (view->count - 1) / FOLD_SEGMENT + 1;
    weft_array partial;
    weft_status status = allocate_partial(job, view, segments, &partial, error);
    if (status)
        return status;
    status = fold_segments(job, view, segments, partial.data, error);
    if (!status) {
        fold_view rest = *view;
        int64_t step = segments * job->size;
        rest.from = partial.data;
        rest.from_dtype = job->dtype;
        rest.from_swapped = false;
        rest.from_step = job->size;
        rest.count = segments;
        for (int axis = 0; axis < view->rank; axis++) {
            rest.from_steps[axis] = step;
            step *= view->extents[axis];
        }
        status = fold_tree(job, &rest, error);
    }
    job->backend->release(&partial, job->options);
    return status;
}
