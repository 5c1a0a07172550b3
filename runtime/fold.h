/* fold.h: folding one axis of an array with a ufunc's elementwise kernel.
 *
 * A reorderable fold is a tree that the number of elements alone decides: segments of FOLD_SEGMENT
 * elements are folded by halves, x[i] with x[i + half], the element in the middle of an odd length
 * staying as it is; the segments' results are folded in the same way. Every step is one loop over
 * independent items, so it runs at vector speed, and all targets walk the same tree. A fold that is
 * not reorderable goes from left to right, vectorised over the other axes. */
#ifndef WEFT_FOLD_H
#define WEFT_FOLD_H

#include "backend.h"

/* Elements that are folded by halves at a time. Part of the result's definition: another number
 * gives other roundings. */
enum { FOLD_SEGMENT = 512 };

/* What is applied, and where. Read by all threads. */
typedef struct fold_job {
    const weft_ufunc *ufunc; /* elementwise, two inputs, one output; borrowed, as are the next */
    const weft_loop *loop;   /* all three dtypes are `dtype` */
    const weft_options *options; /* resolved */
    const weft_backend *backend;
    weft_kernel *kernel; /* of a host target */
    weft_dtype dtype;
    int64_t size;   /* bytes of an element */
    int16_t device; /* where `backend` computes, as in weft_array */
    double cost;    /* nanoseconds of one application */
} fold_job;

/* An axis of `count` elements that is folded, for every index of the other axes, the lanes. All is
 * of the job's dtype, native, in memory that its backend reaches; from and to share none of it.
 * Only the tree, and that of a host backend, takes elements of another dtype or byte order in
 * `from`. */
typedef struct fold_view {
    int rank; /* lane axes, in any order */
    int64_t extents[WEFT_MAX_RANK];
    int64_t from_steps[WEFT_MAX_RANK], to_steps[WEFT_MAX_RANK];
    int64_t count;
    int64_t from_step;
    int64_t to_step; /* of a running fold; else 0 */
    char *from, *to;
    weft_dtype from_dtype;
    bool from_swapped;
} fold_view;

/* Fills the job; finds the kernel where the backend is a host's. */
weft_status fold_prepare(fold_job *job, const weft_ufunc *ufunc, const weft_loop *loop,
                         const weft_options *options, const weft_backend *backend,
                         weft_error *error);

/* Makes the view: the first lane_count axes of `from` are lanes, as those of `to` are, the others
 * are folded in C order. False if those others cannot be walked with one step. */
bool fold_view_make(fold_view *view, const weft_array *from, int lane_count, const weft_array *to);

/* Number of lanes; false if it does not fit int64. */
bool fold_lanes(const fold_view *view, int64_t *lanes);

/* The tree: to = fold of count elements, at least one. */
weft_status fold_tree(const fold_job *job, const fold_view *view, weft_error *error);

/* From left to right, on a host backend: to = f(f(initial, x0), x1) …; without initial (NULL) from
 * x0 on, which must be there. With a to_step every intermediate result is kept. */
weft_status fold_left(const fold_job *job, const fold_view *view, const char *initial,
                      weft_error *error);

/* All prefixes by doubling, as a backend without host threads does it. */
weft_status fold_scan(const fold_job *job, const fold_view *view, weft_error *error);

/* to = f(to, from) in every lane, on the calling thread; the job is a host backend's. */
void fold_pair(const fold_job *job, const fold_view *view);

/* to = f(value, to) in every lane; value: one element where the backend reaches it. */
weft_status fold_combine(const fold_job *job, const fold_view *view, char *value,
                         weft_error *error);

/* ---- what the two kinds of backend do for one segment: fold_host.c, fold_device.c ---- */

void fold_segment_on_host(const fold_job *job, const fold_view *view);
weft_status fold_segment_by_launches(const fold_job *job, const fold_view *view, weft_error *error);

#endif
