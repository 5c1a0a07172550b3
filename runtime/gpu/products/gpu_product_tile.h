/* gpu_product_tile.h: which product kernel serves sizes best, and how it cuts them. */
#ifndef WEFT_GPU_PRODUCT_TILE_H
#define WEFT_GPU_PRODUCT_TILE_H

#include "contraction/roles.h"
#include "products/products.h"

typedef enum gpu_arithmetic {
#define ARITHMETIC(name) GPU_PRODUCT_##name,
    WEFT_PRODUCT_TYPES(ARITHMETIC) WEFT_HALF_TYPES(ARITHMETIC)
#undef ARITHMETIC
        GPU_PRODUCT_COUNT
} gpu_arithmetic;

typedef enum gpu_tile {
#define TILE(type, name, ...) GPU_##name,
    WEFT_PRODUCT_TILES(TILE, ) WEFT_PRODUCT_FUSED_TILES(TILE, ) WEFT_PRODUCT_WIDE_TILES(TILE, )
        WEFT_PRODUCT_FLOAT_TILES(TILE, ) WEFT_PRODUCT_BLOCK_SHAPES(TILE) WEFT_HALF_CUTS(TILE, )
#undef TILE
            GPU_TILE_COUNT
} gpu_tile;

/* What decides. */
typedef struct gpu_product_tile_question {
    gpu_arithmetic arithmetic;
    int64_t element; /* bytes */
    int64_t m, n, k, item_count;
    bool a_shared, b_shared;   /* all items have the same */
    bool a_natural, b_natural; /* one item lies in order of its rows */
    bool is_flat;              /* so do all items of both, from a multiple of 16 bytes on */
    bool has_unit_rows;        /* rows of both, and of C, lie in whole units of 16 bytes */
} gpu_product_tile_question;

/* How a product is cut. A task is an item, or a part of one: some rows and columns. */
typedef struct gpu_product_tile {
    gpu_tile tile;
    bool is_half;  /* elements of 16 bits are summed in float */
    bool is_block; /* tasks are all of one size, and threads have their tiles by their numbers */
    bool is_wide;  /* staged rows are read 16 bytes at a time */
    uint32_t tall, broad;          /* of a thread's tile */
    uint32_t rows, columns, depth; /* of a task; k is staged depth by depth */
    uint32_t tasks, threads;       /* of a block */
    uint32_t a_pitch, b_pitch;     /* elements from row to row as staged */
    uint32_t shared_bytes;
} gpu_product_tile;

/* The tile for sizes of which m and n are at least 1. */
gpu_product_tile gpu_product_tile_choose(const gpu_product_tile_question *ask);

/* Whether products are of 16-bit floating numbers, summed in float. */
static inline bool gpu_product_tile_is_half(gpu_arithmetic arithmetic)
{
    return arithmetic == GPU_PRODUCT_float16 || arithmetic == GPU_PRODUCT_bfloat16;
}

/* Whether the tile cuts items into several tasks. */
bool gpu_product_tile_cuts(const gpu_product_tile *tile, int64_t m, int64_t n);

#endif
