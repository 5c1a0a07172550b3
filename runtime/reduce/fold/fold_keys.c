#include "fold_keys.h"

#include <string.h>

#include "arrays/array.h"
#include "base/cast.h"
#include "base/checked.h"
#include "base/dtype.h"
#include "base/error.h"
#include "fold_rows.h"
#include "fold_trace.h"
#include "host/run/serial.h"
#include "plan/trace.h"

enum {
    BLOCK = 4096,     /* elements of a block, at least; part of the result's definition */
    TILE = 4096,      /* keys that are looked at, and elements that are cast or mapped, at a time */
    FEW_LANES = 4,    /* lanes that are folded one after the other */
    MOST_RUNS = 64,   /* runs of blocks that threads share */
    MOST_LEVELS = 63, /* of blocks in a run */
    RANGE = 16384     /* keys that are merged or stored at a time */
};
#define KEY_COST 1.0 /* nanoseconds, beside the function's */

/* Groups of lanes by runs of blocks; a run is a power of two of blocks, but for the last, so that
 * it is a tree of its own. */
typedef struct key_walk {
    const fold_job *job;
    const fold_view *view;
    const key_list *keys;
    const key_start *start;
    key_rows rows;
    int64_t block, block_count, per_run, run_count, group_count;
    int64_t tile;    /* elements that are staged at a time */
    int64_t spare;   /* rows of a thread */
    char *results;   /* a row for each run of each group of lanes */
    int64_t *broken; /* where the first key is that is none; shared by all threads */
    bool is_tree, casts;
} key_walk;

/* A group of lanes of one thread, and its memory. */
typedef struct key_lane {
    const key_walk *walk;
    char *data[FOLD_INPUTS];
    char *staged;
    int64_t *keys; /* TILE */
} key_lane;

/* Notes a key that is none; the first of all is kept. */
static void note_broken(const key_walk *walk, int64_t position)
{
    int64_t known = __atomic_load_n(walk->broken, __ATOMIC_RELAXED);
    while (position < known && !__atomic_compare_exchange_n(walk->broken, &known, position, false,
                                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

/* Replaces keys that are none by the one behind the last; false where that is not allowed. */
static bool leave_out(const key_walk *walk, int64_t first, const int64_t *from, int64_t count,
                      int64_t *to)
{
    const uint64_t most = (uint64_t)walk->keys->count;
    for (int64_t i = 0; i < count; i++) {
        if ((uint64_t)from[i] >= most && !walk->keys->skip) {
            note_broken(walk, first + i);
            return false;
        }
        to[i] = (uint64_t)from[i] < most ? from[i] : walk->keys->count;
    }
    return true;
}

/* At most TILE keys as int64 from 0 to the list's count: where they lie, or in `room`. NULL: one is
 * none. */
static const int64_t *read_keys(const key_walk *walk, int64_t first, int64_t count, int64_t *room)
{
    const key_list *keys = walk->keys;
    const char *at = keys->data + first * keys->step;
    const int64_t size = (int64_t)sizeof(int64_t);
    const bool is_plain = keys->dtype == WEFT_INT64 && !keys->swapped && keys->step == size &&
                          (uintptr_t)at % sizeof(int64_t) == 0;
    const int64_t *found = is_plain ? (const int64_t *)(const void *)at : room;
    if (!is_plain)
        cast_elements((char *)room, WEFT_INT64, size, false, at, keys->dtype, keys->step,
                      keys->swapped, count);
    uint64_t outside = 0; /* its sign: of a key below 0, or above the last */
    for (int64_t i = 0; i < count; i++)
        outside |= (uint64_t)found[i] | ((uint64_t)keys->count - 1 - (uint64_t)found[i]);
    if (!(outside >> 63) && keys->count > 0)
        return found;
    return leave_out(walk, first, found, count, room) ? room : NULL;
}

/* Elements first to before first + count into a row. */
static void take(const key_lane *lane, int64_t first, int64_t count, const int64_t *keys,
                 const key_row *row)
{
    const key_walk *walk = lane->walk;
    const fold_view *view = walk->view;
    const int64_t width = walk->rows.width, size = walk->job->size;
    const bool is_wide = width > 1;
    if (!walk->casts) {
        fold_row_take(&walk->rows, row, keys, count, lane->data[0] + first * view->from_step,
                      view->from_step, is_wide ? view->from_steps[0] : 0);
        return;
    }
    fold_rows from;
    for (int k = 0; k < 1 + fold_more_count(view); k++) {
        const int64_t step = k > 0 ? view->more[k - 1].step : view->from_step,
                      lane_step = !is_wide ? 0
                                  : k > 0  ? view->more[k - 1].steps[0]
                                           : view->from_steps[0];
        from.data[k] = lane->data[k] + first * step;
        from.steps[k] = is_wide ? lane_step : step;
        from.row_steps[k] = is_wide ? step : 0;
    }
    fold_stage_rows(walk->job, view, &from, is_wide ? count : 1, is_wide ? width : count,
                    lane->staged);
    fold_row_take(&walk->rows, row, keys, count, lane->staged, width * size, size);
}

/* A block from left to right; false where a key is none. */
static bool fold_block(const key_lane *lane, int64_t block, const key_row *row)
{
    const key_walk *walk = lane->walk;
    const int64_t all = walk->view->count, first = block * walk->block,
                  end = walk->block < all - first ? first + walk->block : all;
    fold_row_clear(&walk->rows, row);
    if (walk->start->begins && !walk->is_tree) {
        const int64_t size = walk->job->size, results = walk->keys->count * walk->rows.width;
        cast_elements(row->values, walk->job->dtype, size, false, walk->start->value,
                      walk->job->dtype, 0, false, results);
        memset(row->seen, 1, (size_t)walk->keys->count);
    }
    for (int64_t at = first; at < end; at += TILE) {
        const int64_t some = end - at < TILE ? end - at : TILE;
        const int64_t *keys = read_keys(walk, at, some, lane->keys);
        if (!keys)
            return false;
        for (int64_t done = 0; done < some; done += walk->tile) {
            const int64_t few = some - done < walk->tile ? some - done : walk->tile;
            take(lane, at + done, few, keys + done, row);
        }
    }
    return true;
}

/* Where a group of lanes begins. */
static void find_lane(const key_walk *walk, int64_t group, key_lane *lane)
{
    const fold_view *view = walk->view;
    lane->walk = walk;
    lane->data[0] = view->from;
    for (int k = 0; k < fold_more_count(view); k++)
        lane->data[1 + k] = view->more[k].data;
    for (int axis = 0; axis < view->rank && walk->rows.width == 1; axis++) {
        const int64_t index = group % view->extents[axis];
        group /= view->extents[axis];
        lane->data[0] += index * view->from_steps[axis];
        for (int k = 0; k < fold_more_count(view); k++)
            lane->data[1 + k] += index * view->more[k].steps[axis];
    }
}

/* Row `run` of a group of lanes. */
static key_row result_row(const key_walk *walk, int64_t group, int64_t run)
{
    return fold_row_at(&walk->rows,
                       walk->results + (group * walk->run_count + run) * walk->rows.bytes);
}

/* One run: a binary counter of rows, of which level k holds 2^k blocks. What is merged goes into
 * the row of the blocks before, so that all end in the first block's. */
static void fold_run(const void *context, int64_t piece, char *memory)
{
    const key_walk *walk = context;
    const int64_t group = piece % walk->group_count, run = piece / walk->group_count,
                  first = run * walk->per_run, rest = walk->block_count - first,
                  count = rest < walk->per_run ? rest : walk->per_run, all = walk->keys->count;
    key_lane lane;
    key_row levels[MOST_LEVELS], spare[MOST_LEVELS + 1];
    int64_t spare_count = walk->spare;
    find_lane(walk, group, &lane);
    for (int64_t k = 0; k < spare_count; k++)
        spare[k] = fold_row_at(&walk->rows, memory + k * walk->rows.bytes);
    lane.keys = (int64_t *)(void *)(memory + spare_count * walk->rows.bytes);
    lane.staged = (char *)(lane.keys + TILE);
    for (int64_t k = 0; k < count; k++) {
        key_row row = k == 0 ? result_row(walk, group, run) : spare[--spare_count];
        int level = 0;
        if (!fold_block(&lane, first + k, &row))
            return;
        for (; k >> level & 1; level++) {
            fold_row_merge(&walk->rows, &levels[level], &row, 0, all);
            spare[spare_count++] = row;
            row = levels[level];
        }
        levels[level] = row;
    }
    const key_row *last = NULL;
    for (int level = 0; count >> level > 0; level++) {
        if (!(count >> level & 1))
            continue;
        if (last)
            fold_row_merge(&walk->rows, &levels[level], last, 0, all);
        last = &levels[level];
    }
}

/* Merges so many rows of runs into the first, for a range of keys. */
static void merge_runs(const key_walk *walk, int64_t group, int64_t run, int64_t count,
                       int64_t first, int64_t end)
{
    int64_t left = 1;
    if (count < 2)
        return;
    while (2 * left < count)
        left *= 2;
    merge_runs(walk, group, run, left, first, end);
    merge_runs(walk, group, run + left, count - left, first, end);
    const key_row to = result_row(walk, group, run), from = result_row(walk, group, run + left);
    fold_row_merge(&walk->rows, &to, &from, first, end);
}

static int64_t range_count(const key_walk *walk)
{
    return quotient_up(walk->keys->count, RANGE);
}

static void merge_piece(const void *context, int64_t piece, char *memory)
{
    const key_walk *walk = context;
    const int64_t group = piece / range_count(walk), first = piece % range_count(walk) * RANGE,
                  rest = walk->keys->count - first;
    (void)memory;
    merge_runs(walk, group, 0, walk->run_count, first, first + (rest < RANGE ? rest : RANGE));
}

/* What groups without elements give, and what the caller begins with, in a row that is done. */
static void settle(const key_walk *walk, const key_row *row)
{
    const fold_job *job = walk->job;
    const int64_t width = walk->rows.width, size = job->size;
    const char *value = walk->start->value;
    const bool begins = walk->start->begins && walk->is_tree;
    for (int64_t key = 0; key < walk->keys->count; key++) {
        char *at = row->values + key * width * size;
        if (!row->seen[key])
            cast_elements(at, job->dtype, size, false, value, job->dtype, 0, false, width);
        else if (begins)
            job->kernel((char *[]){(char *)(uintptr_t)value, at, at}, &width,
                        (int64_t[]){0, size, size}, NULL);
    }
}

/* The results of a group of lanes to their place. */
static void store(const key_walk *walk, int64_t group)
{
    const fold_view *view = walk->view;
    const fold_job *job = walk->job;
    const key_row row = result_row(walk, group, 0);
    const int64_t width = walk->rows.width;
    char *to = view->to;
    settle(walk, &row);
    for (int axis = 0; axis < view->rank && width == 1; axis++) {
        to += group % view->extents[axis] * view->to_steps[axis];
        group /= view->extents[axis];
    }
    if (width == 1)
        cast_elements(to, job->dtype, view->to_step, false, row.values, job->dtype, job->size,
                      false, walk->keys->count);
    for (int64_t key = 0; key < walk->keys->count && width > 1; key++)
        cast_elements(to + key * view->to_step, job->dtype, view->to_steps[0], false,
                      row.values + key * width * job->size, job->dtype, job->size, false, width);
}

/* How many elements each key has; all keys have been found to be right. */
static void count_keys(const key_walk *walk, int64_t *counts)
{
    int64_t room[TILE];
    memset(counts, 0, (size_t)walk->keys->count * sizeof *counts);
    for (int64_t at = 0; at < walk->view->count; at += TILE) {
        const int64_t rest = walk->view->count - at, some = rest < TILE ? rest : TILE;
        const int64_t *keys = read_keys(walk, at, some, room);
        for (int64_t i = 0; keys && i < some; i++)
            if (keys[i] < walk->keys->count)
                counts[keys[i]]++;
    }
}

/* Cuts the elements to blocks, and these to runs. */
static void cut(key_walk *walk)
{
    const int64_t all = walk->view->count;
    walk->block = BLOCK;
    while (walk->block < walk->keys->count && walk->block < all && walk->block <= INT64_MAX / 2)
        walk->block *= 2;
    if (!walk->is_tree)
        walk->block = all > 0 ? all : 1;
    walk->block_count = all > 0 ? quotient_up(all, walk->block) : 1;
    const int64_t most = walk->job->place->backend->target == WEFT_CPU ? 1 : MOST_RUNS;
    walk->per_run = 1;
    walk->spare = 0;
    while (quotient_up(walk->block_count, walk->per_run) > most) {
        walk->per_run *= 2;
        walk->spare++;
    }
    walk->spare += walk->per_run > 1;
    walk->run_count = quotient_up(walk->block_count, walk->per_run);
}

/* The lanes of a row; false where sizes do not fit int64. */
static bool cut_lanes(key_walk *walk)
{
    int64_t lanes;
    if (!fold_lanes(walk->view, &lanes))
        return false;
    const bool is_wide = walk->view->rank == 1 && lanes > FEW_LANES;
    walk->group_count = is_wide ? 1 : lanes;
    walk->tile = !is_wide ? TILE : lanes < TILE ? TILE / lanes : 1;
    return fold_rows_make(&walk->rows, walk->job, walk->keys->count, is_wide ? lanes : 1);
}

static weft_status too_many(const key_walk *walk, weft_error *error)
{
    return error_set(error, WEFT_ERROR_MEMORY,
                     "%s: the intermediate results of %lld keys have more bytes than int64 counts",
                     walk->job->ufunc->name, (long long)walk->keys->count);
}

/* All elements into the rows of the runs, then these into the first. */
static weft_status compute(key_walk *walk, weft_error *error)
{
    const fold_job *job = walk->job;
    const fold_view *view = walk->view;
    int64_t bytes, staged, spare;
    if (!checked_multiply(walk->tile, walk->rows.width * job->size, &staged) ||
        !checked_multiply(walk->spare, walk->rows.bytes, &spare) ||
        !checked_add(spare, TILE * (int64_t)sizeof(int64_t), &bytes) ||
        (walk->casts && !checked_add(bytes, staged, &bytes)))
        return too_many(walk, error);
    double cost = job->cost + (view->map ? view->map->cost : 0) + KEY_COST;
    cost *= (double)view->count * (double)walk->group_count * (double)walk->rows.width;
    weft_status status = job->place->backend->spread(
        job->place, cost, walk->run_count * walk->group_count, bytes, fold_run, walk, error);
    if (status || *walk->broken < INT64_MAX || walk->run_count < 2)
        return status;
    cost = job->cost * (double)walk->run_count * (double)walk->keys->count *
           (double)walk->group_count * (double)walk->rows.width;
    return job->place->backend->spread(job->place, cost, walk->group_count * range_count(walk), 0,
                                       merge_piece, walk, error);
}

/* What is wrong, if something is. */
static bool find_fault(const key_walk *walk, key_fault *fault)
{
    const key_list *keys = walk->keys;
    if (*walk->broken < INT64_MAX) {
        fault->position = *walk->broken;
        cast_elements((char *)&fault->key, WEFT_INT64, (int64_t)sizeof fault->key, false,
                      keys->data + fault->position * keys->step, keys->dtype, keys->step,
                      keys->swapped, 1);
        return true;
    }
    if (walk->start->value)
        return false;
    const key_row row = result_row(walk, 0, 0);
    const unsigned char *unseen = memchr(row.seen, 0, (size_t)keys->count);
    fault->empty = unseen ? unseen - row.seen : -1;
    return unseen;
}

weft_status fold_keys(const fold_job *job, const fold_view *view, const key_list *keys,
                      const key_start *start, int64_t *counts, key_fault *fault, weft_error *error)
{
    int64_t bytes, broken = INT64_MAX;
    key_walk walk = {.job = job, .view = view, .keys = keys, .start = start, .broken = &broken};
    const weft_ufunc *map = view->map ? view->map->ufunc : NULL;
    *fault = (key_fault){.position = -1, .empty = -1};
    walk.is_tree = job->ufunc->flags & WEFT_UFUNC_REORDERABLE;
    walk.casts = view->map || view->from_dtype != job->dtype || view->from_swapped;
    cut(&walk);
    if (!cut_lanes(&walk) || !checked_multiply(walk.run_count, walk.group_count, &bytes) ||
        !checked_multiply(bytes, walk.rows.bytes, &bytes))
        return too_many(&walk, error);
    if (trace_is_on())
        fold_trace_print(job, view, walk.is_tree ? "keys" : "keys, left to right");
    weft_array results = {.dtype = WEFT_UINT8};
    weft_status status = array_allocate(&results, (size_t)bytes, error);
    if (status)
        return status;
    walk.results = results.data;
    serial_begin(job->ufunc);
    serial_begin(map);
    status = compute(&walk, error);
    serial_end(map);
    serial_end(job->ufunc);
    if (!status && !find_fault(&walk, fault)) {
        if (counts)
            count_keys(&walk, counts);
        for (int64_t group = 0; group < walk.group_count; group++)
            store(&walk, group);
    }
    array_free(&results);
    return status;
}
