/* fold.h: folding one axis of an array with a ufunc's elementwise kernel.
 *
 * A reorderable fold is a tree that the number of elements alone decides: segments of FOLD_SEGMENT
 * elements are folded by halves, x[i] with x[i + half], the element in the middle of an odd length
 * staying as it is; the segments' results are folded in the same way. Every step is one loop over
 * independent items, so it runs at vector speed, and all targets walk the same tree. A fold that is
 * not reorderable goes from left to right, vectorised over the other axes. */
#ifndef WEFT_FOLD_H
#define WEFT_FOLD_H

#include "plan/backend.h"

/* What is applied, and where. Read by all threads. */
typedef struct fold_job {
    const weft_ufunc *ufunc; /* elementwise, two inputs, one output; borrowed, as are the next */
    const weft_loop *loop;   /* all three dtypes are `dtype` */
    const weft_place *place; /* where it is computed; borrowed */
    weft_kernel *kernel;     /* of a host target */
    weft_dtype dtype;
    int64_t size;   /* bytes of an element */
    int16_t device; /* where that is, as in weft_array */
    double cost;    /* nanoseconds of one application */
} fold_job;

/* What makes an element out of its inputs, as they are folded. Read by all threads. */
typedef struct fold_map {
    const weft_ufunc *ufunc; /* borrowed, as are the next; inputs to an element */
    const weft_loop *loop;
    const weft_ufunc *pair; /* two times the inputs to the elements' combination */
    const weft_loop *pair_loop;
    weft_kernel *kernel; /* of `loop`, of a host target */
    int input_count;
    double cost; /* nanoseconds of one application */
} fold_map;

/* One more input of a mapped fold, with the extents of the view. */
typedef struct fold_input {
    char *data;
    int64_t steps[WEFT_MAX_RANK]; /* of the lane axes */
    int64_t step;                 /* of the folded one */
    weft_dtype dtype;
    bool swapped;
} fold_input;

/* An axis of `count` elements that is folded, for every index of the other axes, the lanes. All is
 * of the job's dtype, native, in memory that its backend reaches; from and to share none of it.
 * Only the tree, and that of a host backend, takes elements of another dtype or byte order in
 * `from`. Only the tree takes a map; `from` is then its first input. */
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
    const fold_map *map; /* borrowed; NULL: what lies in `from` is folded as it is */
    fold_input *more;    /* map: its inputs behind the first; borrowed */
} fold_view;

/* How many inputs a view has beside `from`. */
static inline int fold_more_count(const fold_view *view)
{
    return view->map ? view->map->input_count - 1 : 0;
}

/* Fills the job; finds the kernel where the backend is a host's. */
weft_status fold_prepare(fold_job *job, const weft_ufunc *ufunc, const weft_loop *loop,
                         const weft_place *place, weft_error *error);

/* Makes the view: the first lane_count axes of `from` are lanes, as those of `to` are, the others
 * are folded in C order. False if those others cannot be walked with one step. */
bool fold_view_make(fold_view *view, const weft_array *from, int lane_count, const weft_array *to);

/* The same for a map and as many arrays, of one shape, as it has inputs; `more` takes those behind
 * the first. */
bool fold_view_make_mapped(fold_view *view, const fold_map *map, fold_input *more,
                           const weft_array *inputs, int lane_count, const weft_array *to);

/* Number of lanes; false if it does not fit int64. */
bool fold_lanes(const fold_view *view, int64_t *lanes);

/* The tree: to = fold of count elements, at least one. */
weft_status fold_tree(const fold_job *job, const fold_view *view, weft_error *error);

/* From left to right, on a host backend: to = f(f(initial, x0), x1) …; without initial (NULL) from
 * x0 on, which must be there. With a to_step every intermediate result is kept. */
weft_status fold_left(const fold_job *job, const fold_view *view, const char *initial,
                      weft_error *error);

/* All prefixes, as a backend without host threads makes them. */
weft_status fold_scan(const fold_job *job, const fold_view *view, weft_error *error);

/* to = f(to, from) in every lane, on the calling thread; the job is a host backend's. */
void fold_pair(const fold_job *job, const fold_view *view);

/* to = f(value, to) in every lane; value: one element where the backend reaches it. */
weft_status fold_combine(const fold_job *job, const fold_view *view, char *value,
                         weft_error *error);

/* Fills the map; its kernel is found where the job's backend is a host's. */
weft_status fold_map_prepare(fold_map *map, const fold_job *job, const weft_ufunc *ufunc,
                             const weft_ufunc *pair, uint32_t loop, weft_error *error);

/* Maps a view's elements on the calling thread of a host: rows of `count`, the first inputs at
 * `data`, into memory that they fill without gaps. */
void fold_map_rows(const fold_view *view, char *const *data, const int64_t *steps,
                   const int64_t *row_steps, int64_t rows, int64_t count, char *to);

/* Where rows of a view's inputs begin, and their steps: from element to element, and from row to
 * row. */
typedef struct fold_rows {
    char *data[FOLD_INPUTS];
    int64_t steps[FOLD_INPUTS], row_steps[FOLD_INPUTS];
} fold_rows;

/* Maps them so, or casts them to the job's dtype. */
void fold_stage_rows(const fold_job *job, const fold_view *view, const fold_rows *from,
                     int64_t rows, int64_t count, char *to);

/* ---- what the two kinds of backend do for one segment: fold_host.c, fold_device.c ---- */

weft_status fold_segment_on_host(const fold_job *job, const fold_view *view, weft_error *error);
weft_status fold_segment_by_launches(const fold_job *job, const fold_view *view, weft_error *error);

/* All elements of each lane at once, where the backend has a kernel for that: fold_device.c. */
weft_status fold_at_once(const fold_job *job, const fold_view *view, bool *done, weft_error *error);

/* The folds of a view's segments of so many elements, the last of which may be short, in memory of
 * the backend's that the caller releases: segments innermost, then the lanes. fold.c. */
weft_status fold_segment_totals(const fold_job *job, const fold_view *view, int64_t length,
                                weft_array *made, weft_error *error);

/* All prefixes by doubling: fold_device.c. */
weft_status fold_scan_by_launches(const fold_job *job, const fold_view *view, weft_error *error);

#endif
