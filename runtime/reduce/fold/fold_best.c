/* fold_best.c: folds that keep the largest or the least element. The tree's order has a say in the
 * result only where it is a zero of either sign or an element is NaN: so all are looked at in the
 * order that they lie in, and the tree is walked only where that ends so. */
#include "fold_best.h"

#include <string.h>

#include "base/checked.h"
#include "base/dtype.h"
#include "host/run/serial.h"
#include "reduce/search/search.h"

enum {
    LEAST_BYTES = 256,            /* of a lane that are worth it */
    PIECE_BYTES = 1 << 18,        /* of one piece of the work */
    SHARED_PIECE_BYTES = 1 << 16, /* the same where threads share it */
    MOST_PIECES = 64              /* of lanes that are cut */
};
#define BYTE_COST 0.02 /* nanoseconds */

/* A view cut into pieces: `lanes` of them to a piece, or each lane into `per_lane`. */
typedef struct look {
    const fold_view *view;
    search_best *find;
    uint64_t flip;
    int64_t size;
    int64_t lanes, per_lane, length; /* length: elements of a piece of a lane */
    int64_t lane_count;
    char *parts;        /* results of a lane's pieces */
    bool *is_undecided; /* shared by all threads */
} look;

/* Which bits of elements are turned, so that the largest signed number is what is looked for. */
static uint64_t find_flip(weft_dtype dtype, bool least)
{
    const uint64_t top = UINT64_C(1) << (8 * dtype_table[dtype].size - 1);
    const char kind = dtype_table[dtype].kind;
    return kind == 'f' ? (least ? top : 0) : (least ? UINT64_MAX : 0) ^ (kind == 'u' ? top : 0);
}

/* The search among elements of a dtype; NULL where there is none. */
static search_best *find_of(weft_dtype dtype)
{
    const int size = dtype_table[dtype].size, log = size == 1   ? 0
                                                    : size == 2 ? 1
                                                    : size == 4 ? 2
                                                                : 3;
    switch (dtype_table[dtype].kind) {
    case 'i':
    case 'u':
        return search_selected()->integers[log];
    case 'f':
        return search_selected()->floats[log];
    default:
        return NULL;
    }
}

/* Where a lane begins, and its result. */
static void find_lane(const fold_view *view, int64_t lane, const char **from, char **to)
{
    *from = view->from;
    *to = view->to;
    for (int axis = 0; axis < view->rank; axis++) {
        const bool is_last = axis == view->rank - 1;
        const int64_t index = is_last ? lane : lane % view->extents[axis];
        *from += index * view->from_steps[axis];
        *to += index * view->to_steps[axis];
        lane = is_last ? 0 : lane / view->extents[axis];
    }
}

static void look_at(const look *in, const char *from, int64_t count, char *to)
{
    if (!in->find(from, count, in->flip, to))
        __atomic_store_n(in->is_undecided, true, __ATOMIC_RELAXED);
}

static void look_in_lane(const look *in, int64_t lane, int64_t part)
{
    const int64_t first = part * in->length, step = in->view->from_step;
    /* The last piece has the rest, too. */
    const int64_t count = part < in->per_lane - 1 ? in->length : in->view->count - first;
    const char *from;
    char *to;
    find_lane(in->view, lane, &from, &to);
    if (in->per_lane > 1)
        to = in->parts + (lane * in->per_lane + part) * in->size;
    look_at(in, from + (step < 0 ? first + count - 1 : first) * step, count, to);
}

static void look_in_piece(const void *context, int64_t piece, char *memory)
{
    (void)memory;
    const look *in = context;
    const int64_t begin = piece / in->per_lane * in->lanes;
    for (int64_t lane = begin; lane < begin + in->lanes && lane < in->lane_count; lane++) {
        if (__atomic_load_n(in->is_undecided, __ATOMIC_RELAXED))
            return;
        look_in_lane(in, lane, piece % in->per_lane);
    }
}

/* The best of the pieces of each lane, which are repeated where they are too few for a search. */
static void look_at_parts(const look *in)
{
    char parts[MOST_PIECES * sizeof(uint64_t)];
    const int64_t least = (int64_t)SEARCH_LEAST / in->size,
                  count = in->per_lane < least ? least : in->per_lane;
    for (int64_t lane = 0; lane < in->lane_count && !*in->is_undecided; lane++) {
        const char *from;
        char *to;
        find_lane(in->view, lane, &from, &to);
        for (int64_t k = 0; k < count; k++)
            memcpy(parts + k * in->size,
                   in->parts + (lane * in->per_lane + k % in->per_lane) * in->size,
                   (size_t)in->size);
        look_at(in, parts, count, to);
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

bool fold_best_serves(const fold_job *job, const fold_view *view)
{
    return job->loop->shapes & (WEFT_HAS(LARGEST) | WEFT_HAS(LEAST)) &&
           job->place->backend->spread && !view->map && view->from_dtype == job->dtype &&
           !view->from_swapped && checked_magnitude(view->from_step) == (uint64_t)job->size &&
           view->count * job->size >= LEAST_BYTES && !is_wide(view) && find_of(job->dtype) &&
           !serial_is(job->ufunc);
}

/* Cuts few long lanes to pieces, of which none is short: the result is the same for any. */
static void cut(look *in, weft_target target)
{
    const int64_t bytes = target == WEFT_CPU ? PIECE_BYTES : SHARED_PIECE_BYTES;
    const int64_t most = MOST_PIECES / in->lane_count, wanted = in->view->count * in->size / bytes;
    in->per_lane = wanted < 2 || most < 2 ? 1 : wanted < most ? wanted : most;
    in->length = in->view->count / in->per_lane;
    in->lanes = in->per_lane > 1 ? 1 : bytes / (in->length * in->size) + 1;
}

weft_status fold_best(const fold_job *job, const fold_view *view, bool *done, weft_error *error)
{
    char parts[MOST_PIECES * sizeof(uint64_t)];
    bool is_undecided = false;
    look in = {.view = view,
               .find = find_of(job->dtype),
               .flip = find_flip(job->dtype, job->loop->shapes & WEFT_HAS(LEAST)),
               .size = job->size,
               .lane_count = 1,
               .parts = parts,
               .is_undecided = &is_undecided};
    for (int axis = 0; axis < view->rank; axis++)
        in.lane_count *= view->extents[axis];
    cut(&in, job->place->backend->target);
    const double cost = BYTE_COST * (double)in.size * (double)view->count * (double)in.lane_count;
    const int64_t pieces =
        in.per_lane > 1 ? in.lane_count * in.per_lane : (in.lane_count - 1) / in.lanes + 1;
    const weft_status status =
        job->place->backend->spread(job->place, cost, pieces, 0, look_in_piece, &in, error);
    if (!status && in.per_lane > 1)
        look_at_parts(&in);
    *done = !is_undecided;
    return status;
}
