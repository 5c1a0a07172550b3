#include "gpu_product_tile.h"

#include "base/checked.h"

/* Bytes of shared memory: what a block may have, what one item may fill, what is wanted of many
 * small items, and what k are staged in that do not fit. */
enum {
    MOST_BYTES = 48 << 10,
    ITEM_BYTES = 36 << 10,
    GOOD_BYTES = 16 << 10,
    PANEL_BYTES = 24 << 10
};

/* Blocks that keep a large GPU busy. */
enum { GOOD_BLOCKS = 264 };

/* What stages the factors of a block's tile: see products.h. */
typedef enum block_kind { KIND_none, KIND_thread, KIND_group, KIND_rows } block_kind;

/* A kernel: the tile of a thread or a group of them, and that of the block if it has one; and its
 * threads, or the most. */
typedef struct kernel_tile {
    uint32_t tall, broad, rows, columns, threads;
    bool is_wide;
    block_kind kind;
} kernel_tile;

static const kernel_tile tiles[GPU_TILE_COUNT] = {
#define TILE(type, name, tall, broad, wide, threads, blocks) \
    [GPU_##name] = {tall, broad, 0, 0, threads, wide, KIND_none},
#define BLOCK(type, name, kind, rows, columns, tall, broad, blocks)               \
    [GPU_##name] = {tall,                                                         \
                    broad,                                                        \
                    rows,                                                         \
                    columns,                                                      \
                    WEFT_PRODUCT_BLOCK_THREADS(kind, rows, columns, tall, broad), \
                    false,                                                        \
                    KIND_##kind},
    WEFT_PRODUCT_TILES(TILE, ) WEFT_PRODUCT_FUSED_TILES(TILE, ) WEFT_PRODUCT_WIDE_TILES(TILE, )
        WEFT_PRODUCT_FLOAT_TILES(TILE, ) WEFT_PRODUCT_BLOCK_SHAPES(BLOCK)
#undef TILE
#undef BLOCK
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Whether rows of both factors are whole units of 16 bytes, and lie in order. */
static bool is_wide(const gpu_product_tile_question *ask)
{
    return ask->a_natural && ask->b_natural && ask->k % (16 / ask->element) == 0 && ask->n % 4 == 0;
}

static bool is_fused(gpu_arithmetic arithmetic)
{
    return arithmetic == GPU_PRODUCT_float32 || arithmetic == GPU_PRODUCT_float64;
}

/* The block tile for a large product; GPU_TILE_COUNT where items fit better. */
static gpu_tile choose_block(const gpu_product_tile_question *ask)
{
    enum { SMALL = 32, HALF = 48, WIDE = 64, LARGE = 512 };
    const int64_t m = ask->m, n = ask->n;
    if (m <= SMALL || n <= SMALL)
        return GPU_TILE_COUNT;
    const bool are_flat = is_wide(ask) && ask->is_flat;
    const bool fit = (m + n) * ask->element <= ITEM_BYTES / (ask->k > 0 ? ask->k : 1);
    if (ask->arithmetic == GPU_PRODUCT_float64)
        return m <= HALF && n <= HALF && are_flat && fit ? GPU_TILE_COUNT : GPU_MATRIX_64;
    if (ask->arithmetic != GPU_PRODUCT_float32)
        return GPU_BLOCK_64;
    /* An item that fits is better off whole, if that is copied at once; else of a tile a quarter
     * may be beyond the edges. */
    if (m <= WIDE && n <= WIDE && (are_flat || 4 * m * n < 3 * WIDE * WIDE) && fit)
        return GPU_TILE_COUNT;
    /* Larger ones read less from shared memory, if not too much of them is beyond the edges. */
    const int64_t small = quotient_up(m, 64) * quotient_up(n, 64);
    const int64_t wide = quotient_up(m, 64) * quotient_up(n, 128);
    const int64_t large = quotient_up(m, 128) * quotient_up(n, 128);
    if (ask->has_unit_rows && m % 64 == 0 && n % 64 == 0 && ask->k % 16 == 0 &&
        small >= 2 * GOOD_BLOCKS / ask->item_count)
        return GPU_ROWS_64;
    if (8 * wide > 5 * small || wide < GOOD_BLOCKS / ask->item_count)
        return GPU_TALL_64;
    if (ask->has_unit_rows)
        return GPU_ROWS_64X128;
    return m >= LARGE && n >= LARGE && 3 * large <= small && large >= GOOD_BLOCKS / ask->item_count
               ? GPU_BLOCK_128
               : GPU_BLOCK_64X128;
}

/* How tasks of 16-bit elements are cut. */
typedef struct half_cut {
    gpu_tile tile;
    uint32_t rows, columns, depth, stages, tasks, threads, stage_bytes, window_bytes;
} half_cut;

/* The cut for 16-bit elements: the larger, the less is brought twice, if not too much of it is
 * beyond the edges and there are enough blocks. */
static const half_cut *choose_half(const gpu_product_tile_question *ask)
{
    enum { HALF_16, HALF_32, HALF_64, HALF_128 };
    static const half_cut cuts[] = {
#define CUT(type, name, rows, columns, tall, broad, depth, stages, tasks, blocks) \
    [name] = {GPU_##name,                                                         \
              rows,                                                               \
              columns,                                                            \
              depth,                                                              \
              stages,                                                             \
              tasks,                                                              \
              WEFT_HALF_THREADS(rows, columns, tall, broad, tasks),               \
              WEFT_HALF_STAGE(rows, columns, depth, tasks),                       \
              WEFT_HALF_WINDOW(rows, columns, tall, tasks)},
        WEFT_HALF_CUTS(CUT, )
#undef CUT
    };
    const int64_t m = ask->m, n = ask->n, longer = m > n ? m : n, shorter = m + n - longer;
    const int64_t small = quotient_up(m, 64) * quotient_up(n, 64);
    const int64_t large = quotient_up(m, 128) * quotient_up(n, 128);
    if (longer <= 16)
        return &cuts[HALF_16];
    if (longer <= 32 || shorter <= 16)
        return &cuts[HALF_32];
    return 16 * large <= 5 * small && 2 * large >= GOOD_BLOCKS / ask->item_count ? &cuts[HALF_128]
                                                                                 : &cuts[HALF_64];
}

static gpu_product_tile make_half(const gpu_product_tile_question *ask)
{
    const half_cut *cut = choose_half(ask);
    const int64_t steps = quotient_up(ask->k, cut->depth);
    const uint32_t staged = (uint32_t)least(steps, cut->stages) * cut->stage_bytes;
    return (gpu_product_tile){
        .tile = cut->tile,
        .is_half = true,
        .is_block = true,
        .tall = cut->rows,
        .broad = cut->columns,
        .rows = cut->rows,
        .columns = cut->columns,
        .depth = cut->depth,
        .tasks = cut->tasks,
        .threads = cut->threads,
        .shared_bytes = staged > cut->window_bytes ? staged : cut->window_bytes,
    };
}

/* The wide tile of float32 for items of some size, by what the threads of its warps compute and
 * read. */
static gpu_tile choose_wide(const gpu_product_tile_question *ask)
{
    static const gpu_tile from[] = {GPU_WIDE_4X4, GPU_WIDE_6X4, GPU_WIDE_8X4};
    gpu_tile best = GPU_WIDE_8X4;
    int64_t least_cost = INT64_MAX;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        const kernel_tile *t = &tiles[from[i]];
        const int64_t count = quotient_up(ask->m, t->tall) * quotient_up(ask->n, t->broad);
        const int64_t cost = quotient_up(count, 32) * (t->tall * t->broad + t->tall + t->broad);
        if (count > t->threads || cost >= least_cost)
            continue;
        best = from[i];
        least_cost = cost;
    }
    return best;
}

/* The thread's tile for small items: the larger, the less is read from shared memory; but enough
 * threads must have one. */
static gpu_tile choose_tile(const gpu_product_tile_question *ask)
{
    const int64_t m = ask->m, n = ask->n, size = m > 4096 || n > 4096 ? 4096 : m * n;
    const bool is_thin = m < 3 || n < 3;
    if (!is_fused(ask->arithmetic))
        return size <= 16 || is_thin ? GPU_TILE_1X1 : GPU_TILE_4X4;
    if (is_thin)
        return m % 2 == 0 && n > 1 ? GPU_TILE_2X2
               : m % 3 == 0        ? GPU_TILE_3X1
               : m % 2 == 0        ? GPU_TILE_2X1
                                   : GPU_TILE_1X1;
    if (is_wide(ask))
        return size <= 16                               ? GPU_WIDE_1X4
               : size <= 64                             ? GPU_WIDE_2X4
               : size <= 512                            ? GPU_WIDE_4X4
               : size > 2304                            ? GPU_WIDE_8X8
               : ask->arithmetic == GPU_PRODUCT_float32 ? choose_wide(ask)
               : size <= 1024                           ? GPU_WIDE_4X4
                                                        : GPU_WIDE_8X4;
    if (size <= 16)
        return m == 3 ? GPU_TILE_3X1 : m == 2 || m == 4 ? GPU_TILE_2X1 : GPU_TILE_1X1;
    if (size <= 64)
        return GPU_TILE_2X2;
    if (size > 900)
        return GPU_TILE_8X4;
    return quotient_up(m, 3) * quotient_up(n, 3) * 9 < quotient_up(m, 4) * quotient_up(n, 4) * 16
               ? GPU_TILE_3X3
               : GPU_TILE_4X4;
}

/* Rows and columns of a task: as many as its block has threads for tiles, and room for four of k.
 * The number of its tiles. */
static int64_t cut(const gpu_product_tile_question *ask, gpu_product_tile *chosen)
{
    int64_t down = quotient_up(ask->m, chosen->tall), across = quotient_up(ask->n, chosen->broad);
    const int64_t threads = tiles[chosen->tile].threads;
    down = least(down, threads), across = least(across, threads);
    while (down * across > threads ||
           (down * chosen->tall + across * chosen->broad) * ask->element > PANEL_BYTES / 4) {
        int64_t *longer = down >= across ? &down : &across;
        *longer = quotient_up(*longer, 2);
    }
    chosen->rows = (uint32_t)least(ask->m, down * chosen->tall);
    chosen->columns = (uint32_t)least(ask->n, across * chosen->broad);
    return down * across;
}

/* Elements from row to row as staged: those of the row; of rows that are not copied as they lie one
 * more if even, so that threads reading a column meet in no bank of the memory. */
static uint32_t pitch(uint32_t length, bool natural)
{
    return natural ? length : length | 1;
}

/* Tasks of a block that has them all at once: as few as fill nine of ten threads of its warps. */
static int64_t fill_warps(const gpu_product_tile *chosen, int64_t tiles_each, int64_t bytes_each)
{
    enum { LEAST_BYTES = 8 << 10 };
    const int64_t most = least(tiles[chosen->tile].threads / tiles_each, ITEM_BYTES / bytes_each);
    int64_t best = 1, best_work = 0;
    for (int64_t count = 1; count <= most; count++) {
        const int64_t work = count * tiles_each, lanes = quotient_up(work, 32) * 32;
        if (count < most && count * bytes_each < LEAST_BYTES)
            continue;
        if (work * quotient_up(best * tiles_each, 32) * 32 > best_work * lanes)
            best = count, best_work = work;
        if (10 * work >= 9 * lanes)
            break;
    }
    return best;
}

/* Tasks of a block, so that its warps are full, it stages enough at a time, and there are enough
 * blocks. */
static uint32_t count_tasks(const gpu_product_tile_question *ask, const gpu_product_tile *chosen,
                            int64_t tiles_each, int64_t bytes_each, int64_t bytes_once)
{
    enum { MOST_ROUNDS = 6 };
    const int64_t threads = tiles[chosen->tile].threads;
    const int64_t room = (MOST_BYTES - 1024 - bytes_once) / (bytes_each > 0 ? bytes_each : 1);
    int64_t one_round = threads / tiles_each, count = one_round;
    const bool is_large = chosen->is_wide && chosen->tall * chosen->broad >= 16;
    if (chosen->depth == ask->k && is_large && bytes_each > 0) {
        count = fill_warps(chosen, tiles_each, bytes_each);
    } else if (chosen->depth == ask->k) {
        const int64_t wanted = GOOD_BYTES / (bytes_each > 0 ? bytes_each : 1);
        const int64_t most = least(wanted, threads * MOST_ROUNDS / tiles_each);
        count = most > count ? most : count;
        count = least(count, ITEM_BYTES / (bytes_each > 0 ? bytes_each : 1));
    }
    count = least(least(count, room), ask->item_count);
    const int64_t few = quotient_up(ask->item_count, GOOD_BLOCKS);
    const int64_t warp = quotient_up(64, tiles_each);
    if (few < count)
        count = least(count, few > warp ? few : warp);
    if (count >= 16) /* blocks begin at multiples of 16 bytes, whatever the elements */
        count -= count % 16;
    else if (count >= 4)
        count -= count % 4;
    return count > 1 ? (uint32_t)count : 1;
}

/* How a kind of block stages elements of so many bytes. */
typedef struct block_stages {
    uint32_t depth, bytes; /* k at a time; of all stages */
} block_stages;

static block_stages find_stages(const kernel_tile *t, uint32_t size)
{
    switch (t->kind) {
#define STAGES(kind)                                                           \
    case KIND_##kind:                                                          \
        return (block_stages){WEFT_PRODUCT_##kind##_DEPTH(size),               \
                              WEFT_PRODUCT_##kind##_STAGES * size *            \
                                  (WEFT_PRODUCT_##kind##_ROOM(t->rows, size) + \
                                   WEFT_PRODUCT_##kind##_ROOM(t->columns, size))};
        STAGES(thread)
        STAGES(group)
        STAGES(rows)
#undef STAGES
    default:
        return (block_stages){0, 0};
    }
}

static gpu_product_tile make_block(gpu_tile tile, const gpu_product_tile_question *ask)
{
    const kernel_tile *t = &tiles[tile];
    const block_stages stages = find_stages(t, (uint32_t)ask->element);
    return (gpu_product_tile){
        .tile = tile,
        .is_block = true,
        .tall = t->tall,
        .broad = t->broad,
        .rows = t->rows,
        .columns = t->columns,
        .depth = stages.depth,
        .tasks = 1,
        .threads = t->threads,
        .shared_bytes = stages.bytes,
    };
}

gpu_product_tile gpu_product_tile_choose(const gpu_product_tile_question *ask)
{
    if (gpu_product_tile_is_half(ask->arithmetic))
        return make_half(ask);
    const gpu_tile block = choose_block(ask);
    if (block != GPU_TILE_COUNT)
        return make_block(block, ask);
    const gpu_tile tile = choose_tile(ask);
    gpu_product_tile chosen = {
        .tile = tile,
        .tall = tiles[tile].tall,
        .broad = tiles[tile].broad,
        .is_wide = tiles[tile].is_wide,
    };
    const int64_t each = cut(ask, &chosen);
    const bool is_cut = gpu_product_tile_cuts(&chosen, ask->m, ask->n);
    const int64_t row = ((int64_t)chosen.rows + chosen.columns) * ask->element;
    chosen.depth = (uint32_t)ask->k;
    if (ask->k > ITEM_BYTES / row)
        chosen.depth = (uint32_t)(PANEL_BYTES / row / 4 * 4);
    const bool natural = !is_cut && chosen.depth == ask->k;
    const bool reads_columns = ask->n < 4 && ask->k % 2 == 0;
    chosen.a_pitch =
        pitch(chosen.depth, chosen.is_wide || (natural && ask->a_natural && !reads_columns));
    chosen.b_pitch = pitch(chosen.columns, chosen.is_wide || (natural && ask->b_natural));
    const int64_t a = (int64_t)chosen.rows * chosen.a_pitch * ask->element;
    const int64_t b = (int64_t)chosen.depth * chosen.b_pitch * ask->element;
    const bool a_once = ask->a_shared && !is_cut, b_once = ask->b_shared && !is_cut;
    chosen.tasks = count_tasks(ask, &chosen, each, (a_once ? 0 : a) + (b_once ? 0 : b),
                               (a_once ? a : 0) + (b_once ? b : 0));
    if (is_cut)
        chosen.tasks = 1;
    const int64_t work = least(each * chosen.tasks, tiles[tile].threads);
    chosen.threads = (uint32_t)quotient_up(work, 32) * 32;
    /* Threads read rows and columns beyond the task's, too: of A those go on in B. */
    const int64_t beyond_a = (quotient_up(chosen.rows, chosen.tall) * chosen.tall - chosen.rows) *
                             chosen.a_pitch * ask->element;
    const int64_t beyond_b =
        (quotient_up(chosen.columns, chosen.broad) * chosen.broad - chosen.columns) * ask->element;
    const int64_t all_b = (b_once ? 1 : chosen.tasks) * b, longer = beyond_a - all_b;
    chosen.shared_bytes = (uint32_t)((a_once ? 1 : chosen.tasks) * a + WEFT_PRODUCT_LINE + all_b +
                                     (longer > beyond_b ? longer : beyond_b));
    if (chosen.depth == 0)
        chosen.depth = 1;
    return chosen;
}

bool gpu_product_tile_cuts(const gpu_product_tile *chosen, int64_t m, int64_t n)
{
    return chosen->rows < m || chosen->columns < n;
}
