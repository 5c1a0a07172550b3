/* fold_map.c: the elements of a mapped fold, made from their inputs a block at a time. */
#include "base/cast.h"
#include "base/dtype.h"
#include "fold.h"

enum {
    BLOCK_BYTES = 8192, /* of a block's inputs that are cast, on the stack */
    MOST_ITEMS = 512,   /* of a block */
    GROUP = 32 /* a block has a multiple of so many items: the widest input lets it have 34 */
};

static weft_dtype input_dtype(const fold_view *view, int input)
{
    return input == 0 ? view->from_dtype : view->more[input - 1].dtype;
}

static bool input_is_swapped(const fold_view *view, int input)
{
    return input == 0 ? view->from_swapped : view->more[input - 1].swapped;
}

/* Bit i: input i is not what the kernel reads. */
static uint32_t find_casts(const fold_view *view)
{
    uint32_t casts = 0;
    for (int i = 0; i < view->map->input_count; i++)
        if (input_dtype(view, i) != (weft_dtype)view->map->loop->dtypes[i] ||
            input_is_swapped(view, i))
            casts |= 1u << i;
    return casts;
}

/* How many items a block has room for. */
static int64_t block_items(const fold_view *view, uint32_t casts)
{
    int64_t bytes = 0;
    for (int i = 0; i < view->map->input_count; i++)
        if (casts >> i & 1)
            bytes += dtype_table[view->map->loop->dtypes[i]].size;
    int64_t items = BLOCK_BYTES / bytes / GROUP * GROUP;
    return items < MOST_ITEMS ? items : MOST_ITEMS;
}

/* Maps at most block_items elements of one row; the inputs named by `casts` are cast first. */
static void map_block(const fold_view *view, uint32_t casts, char *const *data,
                      const int64_t *steps, int64_t count, char *to)
{
    _Alignas(64) char block[BLOCK_BYTES];
    const fold_map *map = view->map;
    char *arguments[FOLD_INPUTS + 1], *next = block;
    int64_t own_steps[FOLD_INPUTS + 1];
    for (int i = 0; i < map->input_count; i++) {
        weft_dtype wanted = (weft_dtype)map->loop->dtypes[i];
        arguments[i] = data[i];
        own_steps[i] = steps[i];
        if (!(casts >> i & 1))
            continue;
        own_steps[i] = dtype_table[wanted].size;
        cast_elements(next, wanted, own_steps[i], false, data[i], input_dtype(view, i), steps[i],
                      input_is_swapped(view, i), count);
        arguments[i] = next;
        next += count * own_steps[i];
    }
    arguments[map->input_count] = to;
    own_steps[map->input_count] = dtype_table[map->loop->dtypes[map->input_count]].size;
    map->kernel(arguments, &count, own_steps, NULL);
}

/* Maps all rows by one call of the kernel. */
static void map_directly(const fold_map *map, char *const *data, const int64_t *steps,
                         const int64_t *row_steps, int64_t rows, int64_t count, char *to)
{
    const int last = map->input_count;
    char *arguments[FOLD_INPUTS + 1];
    int64_t all_steps[FOLD_INPUTS + 1], all_row_steps[FOLD_INPUTS + 1];
    for (int i = 0; i < last; i++) {
        arguments[i] = data[i];
        all_steps[i] = steps[i];
        all_row_steps[i] = row_steps[i];
    }
    arguments[last] = to;
    all_steps[last] = dtype_table[map->loop->dtypes[last]].size;
    all_row_steps[last] = count * all_steps[last];
    weft_rows all = {.count = rows, .steps = all_row_steps};
    map->kernel(arguments, &count, all_steps, rows > 1 ? &all : NULL);
}

void fold_map_rows(const fold_view *view, char *const *data, const int64_t *steps,
                   const int64_t *row_steps, int64_t rows, int64_t count, char *to)
{
    const fold_map *map = view->map;
    const int64_t size = dtype_table[map->loop->dtypes[map->input_count]].size;
    uint32_t casts = find_casts(view);
    if (!casts) {
        map_directly(map, data, steps, row_steps, rows, count, to);
        return;
    }
    const int64_t most = block_items(view, casts);
    for (int64_t row = 0; row < rows; row++)
        for (int64_t first = 0; first < count; first += most) {
            int64_t n = count - first < most ? count - first : most;
            char *at[FOLD_INPUTS];
            for (int i = 0; i < map->input_count; i++)
                at[i] = data[i] + row * row_steps[i] + first * steps[i];
            map_block(view, casts, at, steps, n, to + (row * count + first) * size);
        }
}

void fold_stage_rows(const fold_job *job, const fold_view *view, const fold_rows *from,
                     int64_t rows, int64_t count, char *to)
{
    if (view->map) {
        fold_map_rows(view, from->data, from->steps, from->row_steps, rows, count, to);
        return;
    }
    for (int64_t row = 0; row < rows; row++)
        cast_elements(to + row * count * job->size, job->dtype, job->size, false,
                      from->data[0] + row * from->row_steps[0], view->from_dtype, from->steps[0],
                      view->from_swapped, count);
}
