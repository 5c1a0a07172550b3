/* fold_host.c: folds in host memory: tiles of lanes by elements that stay in the cache, dealt to
 * the threads. A lane has the same bits in any tile, so they do not depend on the
 * threads. */
#include "base/cast.h"
#include "base/checked.h"
#include "fold_trace.h"
#include "host/run/serial.h"
#include "plan/trace.h"

enum {
    LEVELS = 10,          /* of a tree of FOLD_SEGMENT elements */
    WIDE_LANES = 64,      /* neighbouring lanes from which a tile is folded row by row */
    TILE_BYTES = 65536,   /* of one tile's intermediate results */
    WIDE_BYTES = 1 << 19, /* the same where tiles are folded row by row, eight at once: long pieces
                             of rows come faster */
    MANY_TILES = 256,     /* of TILE_BYTES: a quarter of them is enough for all threads */
    NEAR_BYTES = 1 << 20, /* what near caches hold */
    LEFT_LANES = 1024,    /* lanes that a fold from the left handles at a time */
    ALIGNED_LANES = 16,   /* neighbouring lanes are cut at multiples of these */
    SHORT_ROW = 8         /* rows of fewer items are run along the lanes instead */
};

/* A matrix of elements: lanes by items. */
typedef struct grid {
    char *data;
    int64_t lane_step, item_step;
    bool is_far; /* it is more than near caches hold */
} grid;

/* The tree over a view's elements, as it is walked deepest first: an element of level k is made of
 * many[k] elements of the level below, counts[k] apart, or of those that are there. */
typedef struct tree_levels {
    int last;
    int64_t counts[LEVELS];
    int64_t many[LEVELS];
    int64_t rows[LEVELS]; /* which rows of memory take what a level is made of */
    int64_t row_count;
} tree_levels;

/* A view cut into tiles of lanes along its axis 0. */
typedef struct tiling {
    const fold_job *job;
    const char *initial; /* of a fold from the left; or NULL */
    fold_view view;
    fold_input more[FOLD_INPUTS]; /* the view's, where it has some */
    tree_levels levels;           /* where tiles are folded row by row */
    bool is_far;                  /* the view is more than near caches hold */
    int64_t length;               /* lanes of one tile */
    int64_t per_row;              /* tiles along axis 0 */
} tiling;

/* One tile of it. */
typedef struct tile {
    char *from, *to;
    char *more[FOLD_INPUTS]; /* where it begins in the further inputs */
    int64_t lanes;
} tile;

static int64_t magnitude(int64_t step)
{
    return step < 0 ? -step : step;
}

static void swap(int64_t *a, int64_t *b)
{
    int64_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Makes the lane axis with the smallest step axis 0, and sets it there is none. */
static void choose_inner(fold_view *view)
{
    int inner = 0;
    if (view->rank == 0) {
        view->rank = 1;
        view->extents[0] = 1;
        view->from_steps[0] = view->to_steps[0] = 0;
        for (int k = 0; k < fold_more_count(view); k++)
            view->more[k].steps[0] = 0;
    }
    for (int axis = 1; axis < view->rank; axis++)
        if (magnitude(view->from_steps[axis]) < magnitude(view->from_steps[inner]))
            inner = axis;
    swap(&view->extents[0], &view->extents[inner]);
    swap(&view->from_steps[0], &view->from_steps[inner]);
    swap(&view->to_steps[0], &view->to_steps[inner]);
    for (int k = 0; k < fold_more_count(view); k++)
        swap(&view->more[k].steps[0], &view->more[k].steps[inner]);
}

/* Cuts the view into tiles of at most so many lanes, as even as multiples of `grain` are, for
 * threads share them; returns their number. */
static int64_t cut(tiling *tiles, int64_t most, int64_t grain)
{
    const fold_view *view = &tiles->view;
    const int64_t lanes = view->extents[0], parts = most < 1 ? lanes : quotient_up(lanes, most);
    const int64_t even = quotient_up(quotient_up(lanes, parts), grain) * grain;
    tiles->length = even < lanes ? even : lanes;
    tiles->per_row = quotient_up(lanes, tiles->length);
    int64_t count = tiles->per_row;
    for (int axis = 1; axis < view->rank; axis++)
        count *= view->extents[axis];
    return count;
}

static tile find_tile(const tiling *tiles, int64_t piece)
{
    const fold_view *view = &tiles->view;
    int64_t row = piece / tiles->per_row, first = piece % tiles->per_row * tiles->length;
    const int more_count = fold_more_count(view);
    tile found;
    found.from = view->from + first * view->from_steps[0];
    found.to = view->to + first * view->to_steps[0];
    found.lanes = tiles->length;
    for (int k = 0; k < more_count; k++)
        found.more[k] = view->more[k].data + first * view->more[k].steps[0];
    if (found.lanes > view->extents[0] - first)
        found.lanes = view->extents[0] - first;
    for (int axis = 1; axis < view->rank; axis++) {
        int64_t index = row % view->extents[axis];
        row /= view->extents[axis];
        found.from += index * view->from_steps[axis];
        found.to += index * view->to_steps[axis];
        for (int k = 0; k < more_count; k++)
            found.more[k] += index * view->more[k].steps[axis];
    }
    return found;
}

/* How many of `count` elements, step bytes apart, one step makes one of. */
static int64_t find_many(const fold_job *job, int64_t count, int64_t step)
{
    const bool folds = job->loop->shapes & WEFT_HAS(FOLD);
    const bool is_whole = step == job->size && (count & (count - 1)) == 0 &&
                          count >= WEFT_LEAST_WHOLE && count <= WEFT_MOST_WHOLE &&
                          count * step >= WEFT_LEAST_WHOLE_BYTES;
    return folds && is_whole         ? count
           : folds && count % 8 == 0 ? 8
           : folds && count % 4 == 0 ? 4
                                     : 2;
}

/* out = f(a, b) over lanes × items, along whichever runs faster; of `many` elements, where these
 * are more than two, the others lie behind b as b does behind a. */
static void apply(const fold_job *job, int64_t lanes, int64_t items, int64_t many, const grid *a,
                  const grid *b, const grid *out)
{
    const grid *grids[] = {a, b, out};
    char *data[3];
    int64_t along_lanes[3], along_items[3];
    bool merges = true;
    for (int i = 0; i < 3; i++) {
        data[i] = grids[i]->data;
        along_lanes[i] = grids[i]->lane_step;
        along_items[i] = grids[i]->item_step;
        merges = merges && along_items[i] == lanes * along_lanes[i];
    }
    const bool along =
        merges ||
        (lanes > 1 && (out->lane_step == job->size || (items < SHORT_ROW && lanes > items)));
    const int64_t dimensions[] = {merges ? lanes * items : along ? lanes : items, many};
    const weft_rows rows = {.count = merges  ? 1
                                     : along ? items
                                             : lanes,
                            .steps = along ? along_items : along_lanes,
                            .flags = many == 2   ? 0
                                     : a->is_far ? WEFT_ROWS_FOLD | WEFT_ROWS_FAR
                                                 : WEFT_ROWS_FOLD};
    job->kernel(data, dimensions, along ? along_lanes : along_items,
                rows.count > 1 || many > 2 ? &rows : NULL);
}

static grid skip(const grid *from, int64_t items)
{
    return (grid){from->data + items * from->item_step, from->lane_step, from->item_step,
                  from->is_far};
}

static void move_lanes(const fold_job *job, const grid *to, const grid *from, int64_t lanes)
{
    cast_elements(to->data, job->dtype, to->lane_step, false, from->data, job->dtype,
                  from->lane_step, false, lanes);
}

/* Whether the elements must become others before the kernel can have them. */
static bool needs_cast(const tiling *tiles)
{
    return tiles->view.map || tiles->view.from_dtype != tiles->job->dtype ||
           tiles->view.from_swapped;
}

/* Maps a tile's elements to memory: rows of them along lanes or items. */
static void map_tile(const fold_view *view, const tile *at, bool by_lanes, int64_t rows,
                     int64_t count, char *memory)
{
    char *data[FOLD_INPUTS] = {at->from};
    int64_t along_lanes[FOLD_INPUTS] = {view->from_steps[0]};
    int64_t along_items[FOLD_INPUTS] = {view->from_step};
    for (int k = 0; k < fold_more_count(view); k++) {
        data[1 + k] = at->more[k];
        along_lanes[1 + k] = view->more[k].steps[0];
        along_items[1 + k] = view->more[k].step;
    }
    fold_map_rows(view, data, by_lanes ? along_lanes : along_items,
                  by_lanes ? along_items : along_lanes, rows, count, memory);
}

/* Casts or maps a tile's elements to memory: rows of them along lanes or items. */
static void cast_rows(const tiling *tiles, const tile *at, bool by_lanes, int64_t rows,
                      int64_t count, char *memory)
{
    const fold_job *job = tiles->job;
    const fold_view *view = &tiles->view;
    int64_t step = by_lanes ? view->from_steps[0] : view->from_step;
    int64_t row_step = by_lanes ? view->from_step : view->from_steps[0];
    if (view->map)
        map_tile(view, at, by_lanes, rows, count, memory);
    for (int64_t row = 0; row < rows && !view->map; row++)
        cast_elements(memory + row * count * job->size, job->dtype, job->size, false,
                      at->from + row * row_step, view->from_dtype, step, view->from_swapped, count);
}

/* Copies a tile's elements, cast or mapped, to memory where they lie as in the view: along lanes or
 * items. */
static grid cast_tile(const tiling *tiles, const tile *at, bool by_lanes, char *memory)
{
    const fold_job *job = tiles->job;
    const fold_view *view = &tiles->view;
    int64_t rows = by_lanes ? view->count : at->lanes, count = by_lanes ? at->lanes : view->count;
    cast_rows(tiles, at, by_lanes, rows, count, memory);
    return by_lanes ? (grid){memory, job->size, count * job->size, false}
                    : (grid){memory, count * job->size, job->size, false};
}

/* The halving of one tile. Its intermediate results lie as the view does: along lanes or items;
 * those of elements that were cast or mapped lie where these do. */
static void fold_tile(const void *context, int64_t piece, char *memory)
{
    const tiling *tiles = context;
    const fold_job *job = tiles->job;
    const fold_view *view = &tiles->view;
    tile at = find_tile(tiles, piece);
    int64_t count = view->count, lanes = at.lanes;
    bool by_lanes = magnitude(view->from_steps[0]) <= magnitude(view->from_step) && lanes > 1;
    grid from = {at.from, view->from_steps[0], view->from_step, tiles->is_far};
    grid to = {at.to, view->to_steps[0], 0, false};
    grid partial = {memory, by_lanes ? job->size : (count + 1) / 2 * job->size,
                    by_lanes ? lanes * job->size : job->size, false};
    if (needs_cast(tiles))
        partial = from = cast_tile(tiles, &at, by_lanes, memory);
    if (count == 1)
        move_lanes(job, &to, &from, lanes);
    while (count > 1) {
        const int64_t many = find_many(job, count, from.item_step), whole = count / many,
                      rest = count % many;
        grid next = skip(&from, whole + rest);
        apply(job, lanes, whole, many, &from, &next, count == many ? &to : &partial);
        if (rest && from.data != partial.data) { /* the one in the middle */
            grid middle = skip(&from, whole), place = skip(&partial, whole);
            move_lanes(job, &place, &middle, lanes);
        }
        from = partial;
        count = whole + rest;
    }
}

/* A tile of many neighbouring lanes: the same tree, but deepest first, so that a few rows of lanes
 * for each level are all that it keeps. */
typedef struct descent {
    const tiling *tiles;
    tile at;
    char *memory;      /* its rows */
    int64_t row_bytes; /* of one of them */
} descent;

static void find_levels(tree_levels *levels, const fold_job *job, int64_t count, bool casts)
{
    levels->last = 0;
    levels->counts[0] = count;
    levels->row_count = 0;
    while (count > 1) {
        const int64_t many = find_many(job, count, 0);
        const int level = ++levels->last;
        count = quotient_up(count, many);
        levels->counts[level] = count;
        levels->many[level] = many;
        levels->rows[level] = levels->row_count;
        if (level > 1 || casts)
            levels->row_count += many;
    }
}

/* Element `index` of all lanes, cast or mapped into a row of memory. */
static void cast_row(const descent *from, int64_t index, char *row)
{
    const fold_view *view = &from->tiles->view;
    tile at = from->at;
    at.from += index * view->from_step;
    for (int k = 0; k < fold_more_count(view); k++)
        at.more[k] += index * view->more[k].step;
    cast_rows(from->tiles, &at, true, 1, at.lanes, row);
}

/* out = element `index` of a level from 1 on, for all lanes. */
static void descend(const descent *from, int level, int64_t index, const grid *out)
{
    const tree_levels *levels = &from->tiles->levels;
    const fold_view *view = &from->tiles->view;
    const int64_t size = from->tiles->job->size, lanes = from->at.lanes,
                  apart = levels->counts[level];
    const bool casts = needs_cast(from->tiles);
    const int64_t many = index + apart < levels->counts[level - 1] ? levels->many[level] : 1;
    grid rows = {from->memory + levels->rows[level] * from->row_bytes, size, from->row_bytes,
                 false};
    if (level == 1 && !casts)
        rows = (grid){from->at.from + index * view->from_step, view->from_steps[0],
                      apart * view->from_step, false};
    if (many == 1 && level > 1) {
        descend(from, level - 1, index, out);
        return;
    }
    for (int64_t k = 0; k < many; k++) {
        const grid row = skip(&rows, k);
        if (level > 1)
            descend(from, level - 1, index + k * apart, &row);
        else if (casts)
            cast_row(from, index + k * apart, row.data);
    }
    const grid next = skip(&rows, 1);
    if (many == 1)
        move_lanes(from->tiles->job, out, &rows, lanes);
    else
        apply(from->tiles->job, lanes, 1, many, &rows, &next, out);
}

static void fold_wide_tile(const void *context, int64_t piece, char *memory)
{
    const tiling *tiles = context;
    const descent from = {.tiles = tiles,
                          .at = find_tile(tiles, piece),
                          .memory = memory,
                          .row_bytes = tiles->length * tiles->job->size};
    const grid to = {from.at.to, tiles->view.to_steps[0], 0, false};
    descend(&from, tiles->levels.last, 0, &to);
}

/* Spreads tiles over the threads of the job's place; where a function has a state, there is one. */
static weft_status spread(const fold_job *job, double cost, int64_t count, int64_t bytes,
                          backend_piece *piece, const tiling *tiles, weft_error *error)
{
    const weft_ufunc *map = tiles->view.map ? tiles->view.map->ufunc : NULL;
    serial_begin(job->ufunc);
    serial_begin(map);
    const weft_status status =
        job->place->backend->spread(job->place, cost, count, bytes, piece, tiles, error);
    serial_end(map);
    serial_end(job->ufunc);
    return status;
}

weft_status fold_segment_on_host(const fold_job *job, const fold_view *view, weft_error *error)
{
    tiling tiles;
    tiles.job = job;
    tiles.view = *view;
    tiles.view.more = tiles.more;
    for (int k = 0; k < fold_more_count(view); k++)
        tiles.more[k] = view->more[k];
    choose_inner(&tiles.view);
    bool casts = needs_cast(&tiles);
    bool is_wide = view->count > 1 && tiles.view.extents[0] >= WIDE_LANES &&
                   magnitude(tiles.view.from_steps[0]) < magnitude(view->from_step);
    if (is_wide)
        find_levels(&tiles.levels, job, view->count, casts);
    int64_t rows = is_wide ? tiles.levels.row_count + 1
                   : casts ? view->count
                           : (view->count + 1) / 2;
    const int64_t grain = is_wide ? ALIGNED_LANES : 1;
    int64_t count = cut(&tiles, TILE_BYTES / (rows * job->size), grain);
    if (is_wide && tiles.levels.many[1] == 8 &&
        (job->place->backend->target == WEFT_CPU || count >= MANY_TILES))
        count = cut(&tiles, WIDE_BYTES / (rows * job->size), grain);
    int64_t bytes = view->count > 1 || casts ? rows * tiles.length * job->size : 0;
    tiles.is_far =
        (double)count * (double)tiles.length * (double)(view->count * job->size) > NEAR_BYTES;
    double cost = job->cost + (view->map ? view->map->cost : 0);
    cost *= (double)count * (double)tiles.length * (double)view->count;
    return spread(job, cost, count, bytes, is_wide ? fold_wide_tile : fold_tile, &tiles, error);
}

/* One tile from the left: the kernel's rows are the elements, and they come one after the other. */
static void fold_tile_left(const void *context, int64_t piece, char *memory)
{
    (void)memory;
    const tiling *tiles = context;
    const fold_job *job = tiles->job;
    const fold_view *view = &tiles->view;
    tile at = find_tile(tiles, piece);
    grid to = {at.to, view->to_steps[0], view->to_step, false};
    grid from = {at.from, view->from_steps[0], view->from_step, false};
    grid start = from;
    if (tiles->initial)
        start = (grid){(char *)(uintptr_t)tiles->initial, 0, 0, false};
    move_lanes(job, &to, &start, at.lanes);
    int64_t done = tiles->initial ? 0 : 1;
    int64_t steps[] = {to.lane_step, from.lane_step, to.lane_step};
    int64_t row_steps[] = {to.item_step, from.item_step, to.item_step};
    char *data[] = {to.data, skip(&from, done).data, skip(&to, 1).data};
    weft_rows rows = {.count = view->count - done, .steps = row_steps, .flags = WEFT_ROWS_CHAIN};
    if (rows.count > 0)
        job->kernel(data, &at.lanes, steps, &rows);
}

weft_status fold_left(const fold_job *job, const fold_view *view, const char *initial,
                      weft_error *error)
{
    tiling tiles;
    if (trace_is_on())
        fold_trace_print(job, view, "left to right");
    tiles.job = job;
    tiles.initial = initial;
    tiles.view = *view;
    choose_inner(&tiles.view);
    int64_t count = cut(&tiles, LEFT_LANES, ALIGNED_LANES);
    double cost = job->cost * (double)count * (double)tiles.length * (double)view->count;
    return spread(job, cost, count, 0, fold_tile_left, &tiles, error);
}

static void pair(const fold_job *job, const fold_view *view)
{
    if (view->rank == 0) {
        const int64_t one = 1, steps[] = {job->size, job->size, job->size};
        job->kernel((char *[]){view->to, view->from, view->to}, &one, steps, NULL);
        return;
    }
    tiling tiles;
    tiles.job = job;
    tiles.view = *view;
    choose_inner(&tiles.view);
    int64_t count = cut(&tiles, tiles.view.extents[0], 1);
    const int64_t to_step = tiles.view.to_steps[0], from_step = tiles.view.from_steps[0];
    for (int64_t piece = 0; piece < count; piece++) {
        tile at = find_tile(&tiles, piece);
        job->kernel((char *[]){at.to, at.from, at.to}, &at.lanes,
                    (int64_t[]){to_step, from_step, to_step}, NULL);
    }
}

void fold_pair(const fold_job *job, const fold_view *view)
{
    serial_begin(job->ufunc);
    pair(job, view);
    serial_end(job->ufunc);
}
