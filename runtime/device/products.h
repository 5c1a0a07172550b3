/* products.h: which kernels of products there are, for the device and for the host that chooses. */
#ifndef WEFT_GPU_PRODUCTS_H
#define WEFT_GPU_PRODUCTS_H

/* X(name) of each arithmetic; real ones are fused or strict. */
#define WEFT_PRODUCT_TYPES(X)                                                              \
    X(truth) X(int8) X(int16) X(int32) X(int64) X(float32) X(float64) X(strict_float32)     \
    X(strict_float64) X(complex64) X(complex128)

/* X(type, ENUM, rows, columns, wide) of the tiles that a thread computes of small items. Wide ones
 * read 16 bytes of a row at a time. All types have the first list, fused ones the second too. */
#define WEFT_PRODUCT_TILES(X, type)   \
    X(type, TILE_1X1, 1, 1, false)    \
    X(type, TILE_4X4, 4, 4, false)
#define WEFT_PRODUCT_FUSED_TILES(X, type) \
    X(type, TILE_2X1, 2, 1, false)        \
    X(type, TILE_3X1, 3, 1, false)        \
    X(type, TILE_2X2, 2, 2, false)        \
    X(type, TILE_3X3, 3, 3, false)        \
    X(type, TILE_8X4, 8, 4, false)        \
    X(type, WIDE_1X4, 1, 4, true)         \
    X(type, WIDE_2X4, 2, 4, true)         \
    X(type, WIDE_4X4, 4, 4, true)         \
    X(type, WIDE_8X4, 8, 4, true)         \
    X(type, WIDE_8X8, 8, 8, true)

/* X(type, ENUM, rows, columns, tall, broad) of the tiles that a block computes of large ones, and those of its
 * threads. All types have the first list, float32 the second too. */
#define WEFT_PRODUCT_BLOCKS(X, type) X(type, BLOCK_64, 64, 64, 4, 4)
#define WEFT_PRODUCT_LARGE_BLOCKS(X, type) X(type, BLOCK_128X64, 128, 64, 8, 8)

/* X(type) of those that sums start and finish in. */
#define WEFT_PRODUCT_FINISHES(X) \
    X(int32) X(int64) X(uint32) X(uint64) X(float32) X(float64) X(complex64) X(complex128)

/* Most threads of a block. */
#define WEFT_PRODUCT_THREADS 256

#endif
