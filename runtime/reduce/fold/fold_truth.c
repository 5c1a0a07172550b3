/* fold_truth.c: folds of truth values that one element may decide: where the function, on all two
 * bools that there are, is "or" or "and", a fold is a search for an element that is true, or false.
 * Any order finds it, and the search ends there. */
#include "fold_truth.h"

#include "base/checked.h"
#include "base/dtype.h"
#include "host/run/serial.h"
#include "reduce/search/search.h"

enum {
    FEWEST = 32,          /* elements that are worth it */
    PIECE_BYTES = 1 << 16 /* of one piece of the work */
};
#define BYTE_COST 0.03 /* nanoseconds */

/* The search for elements of so many bytes; NULL where there is none. */
static search_truth *find_of(int size, bool wanted)
{
    const int log = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : size == 8 ? 3 : -1;
    return log < 0 ? NULL : search_selected()->truths[log][wanted];
}

/* Of each part of an element, which bits make it true: a zero with a sign is false. */
#define ALL_BITS(part) UINT64_MAX
#define BUT_SIGN(part) \
    (~(UINT64_MAX / (UINT64_MAX >> (64 - 8 * sizeof(part))) << (8 * sizeof(part) - 1)))
#define MASK_b ALL_BITS
#define MASK_i ALL_BITS
#define MASK_u ALL_BITS
#define MASK_h BUT_SIGN
#define MASK_f BUT_SIGN
#define MASK_c BUT_SIGN
static const uint64_t masks[WEFT_DTYPE_END] = {
#define MASK_ROW(ENUM, name, kind, part, ...) [WEFT_##ENUM] = MASK_##kind(part),
    WEFT_DTYPES(MASK_ROW)
#undef MASK_ROW
};

/* Asks the function itself. *wanted: the value that decides, true of "or", false of "and". */
static bool is_decided(const fold_job *job, bool *wanted)
{
    const unsigned char a[] = {0, 0, 1, 1}, b[] = {0, 1, 0, 1};
    unsigned char made[4] = {0};
    const int64_t count = 4, steps[] = {1, 1, 1};
    job->kernel((char *[]){(char *)(uintptr_t)a, (char *)(uintptr_t)b, (char *)made}, &count, steps,
                NULL);
    *wanted = made[1];
    return !made[0] && made[3] && made[1] == made[2];
}

/* A view cut into pieces: `lanes` of them to a piece, or each lane into `per_lane`. */
typedef struct search {
    const fold_view *view;
    search_truth *find;
    uint64_t mask;
    bool wanted;
    int64_t lanes, per_lane, length; /* length: elements of a piece of a lane */
    int64_t lane_count;
} search;

static void search_lane(const search *in, int64_t lane, int64_t first)
{
    const fold_view *view = in->view;
    const char *from = view->from + first * view->from_step;
    unsigned char *to = (unsigned char *)view->to;
    int64_t step = view->from_step, count = view->count - first;
    if (count > in->length)
        count = in->length;
    for (int axis = 0; axis < view->rank; axis++, lane /= view->extents[axis - 1]) {
        from += lane % view->extents[axis] * view->from_steps[axis];
        to += lane % view->extents[axis] * view->to_steps[axis];
    }
    if (step < 0) {
        from += (count - 1) * step;
        step = -step;
    }
    if (in->per_lane == 1)
        *to = in->find(from, step, count, in->mask) == in->wanted;
    else if (__atomic_load_n(to, __ATOMIC_RELAXED) != in->wanted &&
             in->find(from, step, count, in->mask))
        __atomic_store_n(to, in->wanted, __ATOMIC_RELAXED);
}

static void search_piece(const void *context, int64_t piece, char *memory)
{
    (void)memory;
    const search *in = context;
    const int64_t begin = piece / in->per_lane * in->lanes;
    for (int64_t lane = begin; lane < begin + in->lanes && lane < in->lane_count; lane++)
        search_lane(in, lane, piece % in->per_lane * in->length);
}

/* Before the pieces of a lane: nothing is decided. */
static void begin_lanes(const search *in)
{
    const fold_view *view = in->view;
    for (int64_t lane = 0; lane < in->lane_count && in->per_lane > 1; lane++) {
        int64_t rest = lane, at = 0;
        for (int axis = 0; axis < view->rank; axis++, rest /= view->extents[axis - 1])
            at += rest % view->extents[axis] * view->to_steps[axis];
        view->to[at] = !in->wanted;
    }
}

/* Whether the lanes lie closer than their elements, where the tree takes them side by side. */
static bool is_wide(const fold_view *view)
{
    for (int axis = 0; axis < view->rank; axis++)
        if (checked_magnitude(view->from_steps[axis]) < checked_magnitude(view->from_step))
            return true;
    return false;
}

/* Whether its lanes are bytes side by side, whose rows are walked together. */
static bool has_columns(const fold_view *view)
{
    return view->rank == 1 && view->from_steps[0] == 1 && view->to_steps[0] == 1 &&
           view->extents[0] >= SEARCH_LEAST && dtype_table[view->from_dtype].size == 1;
}

bool fold_truth_serves(const fold_job *job, const fold_view *view, bool *wanted)
{
    return job->place->backend->spread && job->dtype == WEFT_BOOL && view->count >= FEWEST &&
           !view->map && !view->from_swapped && find_of(dtype_table[view->from_dtype].size, true) &&
           (has_columns(view) || !is_wide(view)) && !serial_is(job->ufunc) &&
           is_decided(job, wanted);
}

/* Lanes of a piece of columns. */
enum { COLUMNS = 2048 };

static void search_columns_of(const void *context, int64_t piece, char *memory)
{
    (void)memory;
    const search *in = context;
    const fold_view *view = in->view;
    /* The last piece has the rest, too, so that none is short. */
    const int64_t first = piece * COLUMNS, last = view->extents[0] / COLUMNS - 1;
    const int64_t lanes = piece < last ? COLUMNS : view->extents[0] - first;
    search_selected()->columns(view->from + first, view->from_step, view->count, lanes, !in->wanted,
                               view->to + first);
}

weft_status fold_truth(const fold_job *job, const fold_view *view, bool wanted, weft_error *error)
{
    const int size = dtype_table[view->from_dtype].size;
    const int64_t most = PIECE_BYTES / size, lane = view->count < most ? view->count : most;
    search in = {.view = view,
                 .find = find_of(size, wanted),
                 .mask = masks[view->from_dtype],
                 .wanted = wanted,
                 .lanes = most / lane,
                 .per_lane = (view->count - 1) / lane + 1,
                 .length = lane,
                 .lane_count = 1};
    for (int axis = 0; axis < view->rank; axis++)
        in.lane_count *= view->extents[axis];
    const double cost = BYTE_COST * size * (double)view->count * (double)in.lane_count;
    if (has_columns(view)) {
        const int64_t pieces = in.lane_count < 2 * COLUMNS ? 1 : in.lane_count / COLUMNS;
        return job->place->backend->spread(job->place, cost, pieces, 0, search_columns_of, &in,
                                           error);
    }
    begin_lanes(&in);
    const int64_t pieces =
        in.per_lane > 1 ? in.lane_count * in.per_lane : (in.lane_count - 1) / in.lanes + 1;
    return job->place->backend->spread(job->place, cost, pieces, 0, search_piece, &in, error);
}
