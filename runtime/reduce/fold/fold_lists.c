/* fold_lists.c: lists of different lengths in host memory: ranges of them, dealt to the threads.
 * A list has the same bits in any range. Where lanes lie side by side, or the job is not a host's,
 * one list after the other is a fold of its own. */
#include "fold_lists.h"

#include <string.h>

#include "base/checked.h"
#include "fold_trace.h"
#include "host/run/serial.h"
#include "plan/trace.h"

enum {
    LONGEST = FOLD_SEGMENT * FOLD_SEGMENT, /* of a list that one thread folds: two levels */
    STAGED = 8 * FOLD_SEGMENT,             /* elements that are cast or mapped at a time */
    PIECE_ITEMS = 32768,                   /* of the work, some */
    LIST_ITEMS = 4,                        /* what a list costs, in elements */
    WIDE_LANES = 64,                       /* fold_host.c's, from which lanes go side by side */
    WIDE_ITEMS = 1024                      /* of a list's lanes that are worth a fold of its own */
};

/* Lanes by ranges of lists. */
typedef struct list_walk {
    const fold_job *job;
    const fold_view *view;
    const list_offsets *lists;
    const char *initial;
    int64_t lane_count;
    int64_t length; /* lists of a range */
    bool is_tree, casts;
} list_walk;

/* One lane of one thread, and its memory. */
typedef struct list_lane {
    const list_walk *walk;
    const char *from;
    char *more[FOLD_INPUTS];
    char *to;
    char *staged;     /* STAGED elements */
    char *parts;      /* FOLD_SEGMENT elements: results of a long list's segments */
    char *room;       /* FOLD_SEGMENT / 2 elements: of halve */
    int64_t *offsets; /* STAGED + 1 */
} list_lane;

list_offsets fold_lists_of(const int64_t *offsets, int64_t count)
{
    list_offsets made = {.offsets = offsets, .count = count};
    int64_t least = INT64_MAX, longest = 0, total = 0;
    for (int64_t k = 0; k < count; k++) {
        const int64_t length = offsets[k + 1] - offsets[k];
        longest = length > longest ? length : longest;
        least = length < least ? length : least;
        total += length > 0 ? length : 0;
    }
    made.longest = longest;
    made.total = (double)total;
    made.any_is_empty = count > 0 && least <= 0;
    return made;
}

/* Elements, or results, one after the other. */
typedef struct list_row {
    char *data;
    int64_t step; /* bytes */
} list_row;

/* Halves by calls of the usual loop, for kernels that have no other. room: FOLD_SEGMENT / 2
 * elements. */
static void halve(const fold_job *job, const char *from, int64_t step, int64_t count, char *room,
                  char *to)
{
    const int64_t size = job->size;
    char *at = (char *)(uintptr_t)from; /* only read */
    while (count > 1) {
        const int64_t half = count / 2, rest = count - half;
        char *data[] = {at, at + rest * step, rest == 1 ? to : room};
        job->kernel(data, &half, (int64_t[]){step, step, size}, NULL);
        if (rest > half && at != room)
            memcpy(room + half * size, at + half * step, (size_t)size);
        if (rest == 1)
            return;
        at = room;
        step = size;
        count = rest;
    }
    memcpy(to, at, (size_t)size);
}

/* Lists of at most FOLD_SEGMENT elements each, of the job's dtype. room: of halve. */
static void fold_short(const fold_job *job, const list_row *from, const int64_t *offsets,
                       int64_t count, char *room, const list_row *to)
{
    if (job->loop->shapes & WEFT_HAS(GROUPS)) {
        const weft_groups groups = {.rows = {.count = count, .flags = WEFT_ROWS_SEGMENTS},
                                    .indices = offsets};
        const int64_t one = 1, steps[] = {from->step, from->step, to->step};
        job->kernel((char *[]){from->data, from->data, to->data}, &one, steps, &groups);
        return;
    }
    for (int64_t k = 0; k < count; k++)
        if (offsets[k + 1] > offsets[k])
            halve(job, from->data + offsets[k] * from->step, from->step,
                  offsets[k + 1] - offsets[k], room, to->data + k * to->step);
}

/* Elements of the lane as the kernel takes them, cast or mapped. */
static void stage(const list_lane *lane, int64_t first, int64_t count)
{
    const fold_view *view = lane->walk->view;
    fold_rows rows = {.data = {(char *)(uintptr_t)lane->from + first * view->from_step},
                      .steps = {view->from_step}};
    for (int k = 0; k < fold_more_count(view); k++) {
        rows.data[1 + k] = lane->more[k] + first * view->more[k].step;
        rows.steps[1 + k] = view->more[k].step;
    }
    fold_stage_rows(lane->walk->job, view, &rows, 1, count, lane->staged);
}

/* Short lists first to before end, whose offsets rise. */
static void fold_range(const list_lane *lane, int64_t first, int64_t end)
{
    const list_walk *walk = lane->walk;
    const int64_t *offsets = walk->lists->offsets + first, begin = offsets[0];
    const int64_t to_step = walk->view->to_step;
    list_row from = {(char *)(uintptr_t)lane->from, walk->view->from_step}; /* only read */
    const list_row to = {lane->to + first * to_step, to_step};
    if (walk->casts) {
        stage(lane, begin, offsets[end - first] - begin);
        for (int64_t k = 0; k <= end - first; k++)
            lane->offsets[k] = offsets[k] - begin;
        offsets = lane->offsets;
        from = (list_row){lane->staged, walk->job->size};
    }
    fold_short(walk->job, &from, offsets, end - first, lane->room, &to);
}

/* A list of more than FOLD_SEGMENT elements, up to LONGEST: its segments, then their results. */
static void fold_long(const list_lane *lane, int64_t first, int64_t count, char *to)
{
    const list_walk *walk = lane->walk;
    const fold_job *job = walk->job;
    const int64_t most = walk->casts ? STAGED : LONGEST, step = walk->view->from_step;
    const list_row parts = {lane->parts, job->size}, result = {to, 0};
    list_row part = parts;
    for (int64_t done = 0; done < count; done += most) {
        const int64_t some = count - done < most ? count - done : most,
                      segments = quotient_up(some, FOLD_SEGMENT);
        list_row from = {(char *)(uintptr_t)lane->from + (first + done) * step, step};
        for (int64_t k = 0; k < segments; k++)
            lane->offsets[k] = k * FOLD_SEGMENT;
        lane->offsets[segments] = some;
        if (walk->casts) {
            stage(lane, first + done, some);
            from = (list_row){lane->staged, job->size};
        }
        fold_short(job, &from, lane->offsets, segments, lane->room, &part);
        part.data += segments * job->size;
    }
    const int64_t both[] = {0, (part.data - lane->parts) / job->size};
    fold_short(job, &parts, both, 1, lane->room, &result);
}

/* From left to right; of the job's dtype. */
static void fold_from_left(const list_lane *lane, int64_t first, int64_t count, char *to)
{
    const list_walk *walk = lane->walk;
    const int64_t step = walk->view->from_step, one = 1, none[] = {0, 0, 0};
    const int64_t along[] = {0, step, 0};
    char *at = (char *)(uintptr_t)lane->from + first * step; /* only read */
    memcpy(to, walk->initial ? walk->initial : at, (size_t)walk->job->size);
    const int64_t done = walk->initial ? 0 : 1;
    const weft_rows rows = {.count = count - done, .steps = along, .flags = WEFT_ROWS_CHAIN};
    if (rows.count > 0)
        walk->job->kernel((char *[]){to, at + done * step, to}, &one, none, &rows);
}

/* The first list from `first` on that fold_range does not take together with those before it. */
static int64_t find_end(const list_walk *walk, int64_t first, int64_t end)
{
    const int64_t *offsets = walk->lists->offsets;
    if (!walk->casts && walk->lists->longest <= FOLD_SEGMENT)
        return end; /* the walk leaves out what is empty, wherever it begins */
    int64_t at = first;
    while (at < end && offsets[at + 1] >= offsets[at] &&
           offsets[at + 1] - offsets[at] <= FOLD_SEGMENT &&
           (!walk->casts || (offsets[at + 1] - offsets[first] <= STAGED && at - first < STAGED)))
        at++;
    return at;
}

/* Lists first to before end of a lane; those above LONGEST elements are left out. */
static void fold_some(const list_lane *lane, int64_t first, int64_t end)
{
    const list_walk *walk = lane->walk;
    const int64_t *offsets = walk->lists->offsets;
    while (first < end) {
        const int64_t next = walk->is_tree ? find_end(walk, first, end) : first;
        if (next > first) {
            fold_range(lane, first, next);
            first = next;
            continue;
        }
        const int64_t count = offsets[first + 1] - offsets[first];
        char *to = lane->to + first * walk->view->to_step;
        if (count > 0 && !walk->is_tree)
            fold_from_left(lane, offsets[first], count, to);
        else if (count > FOLD_SEGMENT && count <= LONGEST)
            fold_long(lane, offsets[first], count, to);
        first++;
    }
}

/* Lists that have one element all the same. */
static void copy_ones(const list_lane *lane, int64_t first, int64_t end)
{
    const list_walk *walk = lane->walk;
    const int64_t *offsets = walk->lists->offsets, step = walk->view->from_step;
    for (int64_t k = first; k < end; k++) {
        if (offsets[k + 1] > offsets[k])
            continue;
        if (walk->casts)
            stage(lane, offsets[k], 1);
        memcpy(lane->to + k * walk->view->to_step,
               walk->casts ? lane->staged : lane->from + offsets[k] * step,
               (size_t)walk->job->size);
    }
}

/* Bytes of a thread's memory, as fold_piece divides it. */
static int64_t memory_bytes(const list_walk *walk)
{
    const int64_t elements = FOLD_SEGMENT + FOLD_SEGMENT / 2 + (walk->casts ? STAGED : 0);
    return elements * walk->job->size + (STAGED + 1) * (int64_t)sizeof(int64_t);
}

/* Ranges outermost, so that lanes that share lines come one after the other. */
static void fold_piece(const void *context, int64_t piece, char *memory)
{
    const list_walk *walk = context;
    const fold_view *view = walk->view;
    const int64_t size = walk->job->size;
    int64_t index = piece % walk->lane_count, first = piece / walk->lane_count * walk->length;
    list_lane lane = {.walk = walk, .from = view->from, .to = view->to};
    lane.parts = memory;
    lane.room = lane.parts + FOLD_SEGMENT * size;
    lane.staged = lane.room + FOLD_SEGMENT / 2 * size;
    lane.offsets = (int64_t *)(void *)(lane.staged + (walk->casts ? STAGED * size : 0));
    for (int k = 0; k < fold_more_count(view); k++)
        lane.more[k] = view->more[k].data;
    for (int axis = 0; axis < view->rank; axis++) {
        const int64_t at = index % view->extents[axis];
        index /= view->extents[axis];
        lane.from += at * view->from_steps[axis];
        lane.to += at * view->to_steps[axis];
        for (int k = 0; k < fold_more_count(view); k++)
            lane.more[k] += at * view->more[k].steps[axis];
    }
    const int64_t count = walk->lists->count;
    const int64_t end = walk->length < count - first ? first + walk->length : count;
    fold_some(&lane, first, end);
    if (walk->lists->any_is_empty && walk->lists->one_at_least)
        copy_ones(&lane, first, end);
}

/* One list of so many elements, in all lanes. */
static weft_status fold_one(const list_walk *walk, int64_t list, int64_t count, weft_error *error)
{
    const int64_t *offsets = walk->lists->offsets;
    fold_input more[FOLD_INPUTS];
    fold_view view = *walk->view;
    view.more = more;
    view.count = count;
    view.from += offsets[list] * view.from_step;
    for (int k = 0; k < fold_more_count(&view); k++) {
        more[k] = walk->view->more[k];
        more[k].data += offsets[list] * more[k].step;
    }
    view.to += list * view.to_step;
    view.to_step = 0;
    return walk->is_tree ? fold_tree(walk->job, &view, error)
                         : fold_left(walk->job, &view, walk->initial, error);
}

/* Those of more than so many elements. */
static weft_status fold_apart(const list_walk *walk, int64_t longer, weft_error *error)
{
    const list_offsets *lists = walk->lists;
    weft_status status = WEFT_OK;
    if (longer > 0 && lists->longest <= longer)
        return status;
    for (int64_t k = 0; k < lists->count && !status; k++) {
        int64_t count = lists->offsets[k + 1] - lists->offsets[k];
        count = count < 1 && lists->one_at_least ? 1 : count;
        if (count > longer)
            status = fold_one(walk, k, count, error);
    }
    return status;
}

/* Whether each list is worth a fold of its own, of many lanes side by side. */
static bool is_wide(const list_walk *walk)
{
    const fold_view *view = walk->view;
    for (int axis = 0; axis < view->rank; axis++)
        if (view->extents[axis] >= WIDE_LANES &&
            checked_magnitude(view->from_steps[axis]) < checked_magnitude(view->from_step))
            return (double)view->extents[axis] * walk->lists->total >=
                   WIDE_ITEMS * (double)walk->lists->count;
    return false;
}

/* Deals all lists to the threads; where a function has a state, there is one. */
static weft_status deal(list_walk *walk, weft_error *error)
{
    const fold_job *job = walk->job;
    const weft_ufunc *map = walk->view->map ? walk->view->map->ufunc : NULL;
    const int64_t count = walk->lists->count;
    const double items = walk->lists->total + LIST_ITEMS * (double)count;
    const double ranges = items / PIECE_ITEMS + 1;
    walk->length = ranges < (double)count ? quotient_up(count, (int64_t)ranges) : 1;
    const double cost = (job->cost + (walk->view->map ? walk->view->map->cost : 0)) * items;
    serial_begin(job->ufunc);
    serial_begin(map);
    const weft_status status =
        job->place->backend->spread(job->place, cost * (double)walk->lane_count,
                                    walk->lane_count * quotient_up(count, walk->length),
                                    memory_bytes(walk), fold_piece, walk, error);
    serial_end(map);
    serial_end(job->ufunc);
    return status;
}

weft_status fold_lists(const fold_job *job, const fold_view *view, const list_offsets *lists,
                       const char *initial, weft_error *error)
{
    list_walk walk = {.job = job, .view = view, .lists = lists, .initial = initial};
    walk.is_tree = job->ufunc->flags & WEFT_UFUNC_REORDERABLE;
    walk.casts = view->map || view->from_dtype != job->dtype || view->from_swapped;
    if (!job->place->backend->spread || is_wide(&walk) || !fold_lanes(view, &walk.lane_count))
        return fold_apart(&walk, 0, error);
    if (trace_is_on())
        fold_trace_print(job, view, walk.is_tree ? "lists" : "lists, left to right");
    const weft_status status = deal(&walk, error);
    return status || !walk.is_tree ? status : fold_apart(&walk, LONGEST, error);
}
