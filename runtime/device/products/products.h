/* products.h: which kernels of products there are, for the device and for the host that chooses. */
#ifndef WEFT_GPU_PRODUCTS_H
#define WEFT_GPU_PRODUCTS_H

/* X(name) of each arithmetic; real ones are fused or strict. */
/* clang-format off */
#define WEFT_PRODUCT_TYPES(X)                                                           \
    X(truth) X(int8) X(int16) X(int32) X(int64) X(float32) X(float64) X(strict_float32) \
    X(strict_float64) X(complex64) X(complex128)
/* clang-format on */

/* X(type, ENUM, rows, columns, wide, threads, blocks) of the tiles that a thread computes of small
 * items. Wide ones read 16 bytes of a row at a time. A block has so many threads at most; of such
 * blocks, and elements of 4 bytes, a multiprocessor should have room for as many by the registers.
 * All types have the first list, fused ones the second and the wide third, and fused float32 the
 * fourth, too. */
#define WEFT_PRODUCT_TILES(X, type)        \
    X(type, TILE_1X1, 1, 1, false, 256, 8) \
    X(type, TILE_4X4, 4, 4, false, 256, 4)
#define WEFT_PRODUCT_FUSED_TILES(X, type)  \
    X(type, TILE_2X1, 2, 1, false, 256, 8) \
    X(type, TILE_3X1, 3, 1, false, 256, 8) \
    X(type, TILE_2X2, 2, 2, false, 256, 8) \
    X(type, TILE_3X3, 3, 3, false, 256, 6) \
    X(type, TILE_8X4, 8, 4, false, 256, 3)
#define WEFT_PRODUCT_WIDE_TILES(X, type)  \
    X(type, WIDE_1X4, 1, 4, true, 256, 8) \
    X(type, WIDE_2X4, 2, 4, true, 256, 6) \
    X(type, WIDE_4X4, 4, 4, true, 256, 4) \
    X(type, WIDE_8X4, 8, 4, true, 256, 2) \
    X(type, WIDE_8X8, 8, 8, true, 256, 1)
#define WEFT_PRODUCT_FLOAT_TILES(X, type) X(type, WIDE_6X4, 6, 4, true, 128, 7)
#define WEFT_PRODUCT_TILE_BLOCKS(blocks, size) \
    ((size) <= 4 ? (blocks) : (blocks)*6 < (size) ? 1 : (blocks)*6 / (size))

/* X(type, ENUM, kind, rows, columns, tall, broad, blocks) of the tiles that a block computes of
 * large ones, and those of its threads: of each one by itself, or of a group of 32 by the unit for
 * matrices, or of each one where rows lie in whole units of 16 bytes; and how many blocks a
 * multiprocessor should have room for, by the registers of their threads. */
#define WEFT_PRODUCT_BLOCK_64(X, type)     X(type, BLOCK_64, thread, 64, 64, 4, 4, 1)
#define WEFT_PRODUCT_TALL_64(X, type)      X(type, TALL_64, thread, 64, 64, 8, 4, 6)
#define WEFT_PRODUCT_BLOCK_64X128(X, type) X(type, BLOCK_64X128, thread, 64, 128, 8, 8, 4)
#define WEFT_PRODUCT_BLOCK_128(X, type)    X(type, BLOCK_128, thread, 128, 128, 16, 8, 2)
#define WEFT_PRODUCT_MATRIX_64(X, type)    X(type, MATRIX_64, group, 64, 64, 32, 32, 4)
#define WEFT_PRODUCT_ROWS_64(X, type)      X(type, ROWS_64, rows, 64, 64, 8, 8, 6)
#define WEFT_PRODUCT_ROWS_64X128(X, type)  X(type, ROWS_64X128, rows, 64, 128, 8, 8, 3)
/* clang-format off */
#define WEFT_PRODUCT_BLOCK_SHAPES(X)                                                    \
    WEFT_PRODUCT_BLOCK_64(X, ) WEFT_PRODUCT_TALL_64(X, ) WEFT_PRODUCT_BLOCK_64X128(X, ) \
    WEFT_PRODUCT_BLOCK_128(X, ) WEFT_PRODUCT_MATRIX_64(X, ) WEFT_PRODUCT_ROWS_64(X, )   \
    WEFT_PRODUCT_ROWS_64X128(X, )
/* clang-format on */
#define WEFT_PRODUCT_ROWS(X) WEFT_PRODUCT_ROWS_64(X, float32) WEFT_PRODUCT_ROWS_64X128(X, float32)
/* clang-format off */
#define WEFT_PRODUCT_BLOCKS(X)                                                   \
    WEFT_PRODUCT_BLOCK_64(X, truth) WEFT_PRODUCT_BLOCK_64(X, int8)               \
    WEFT_PRODUCT_BLOCK_64(X, int16) WEFT_PRODUCT_BLOCK_64(X, int32)              \
    WEFT_PRODUCT_BLOCK_64(X, int64) WEFT_PRODUCT_TALL_64(X, float32)             \
    WEFT_PRODUCT_BLOCK_64X128(X, float32) WEFT_PRODUCT_BLOCK_128(X, float32)     \
    WEFT_PRODUCT_MATRIX_64(X, float64) WEFT_PRODUCT_BLOCK_64(X, strict_float32)  \
    WEFT_PRODUCT_BLOCK_64(X, strict_float64) WEFT_PRODUCT_BLOCK_64(X, complex64) \
    WEFT_PRODUCT_BLOCK_64(X, complex128)
/* clang-format on */

/* Threads of such a block; k that it stages at a time of elements of `size` bytes, as much of
 * narrow ones as gives each thread a few bytes to load; the room of a factor's panel, in elements,
 * and how many of them there are. */
#define WEFT_PRODUCT_BLOCK_THREADS(kind, rows, columns, tall, broad) \
    ((rows) / (tall) * ((columns) / (broad)) * WEFT_PRODUCT_##kind##_THREADS)
#define WEFT_PRODUCT_thread_THREADS     1
#define WEFT_PRODUCT_group_THREADS      32
#define WEFT_PRODUCT_rows_THREADS       1
#define WEFT_PRODUCT_thread_DEPTH(size) ((size) < 8 ? 16 : 8)
#define WEFT_PRODUCT_group_DEPTH(size)  16
#define WEFT_PRODUCT_rows_DEPTH(size)   16
#define WEFT_PRODUCT_thread_ROOM(length, size) \
    (((length) + 16 / (size)) * WEFT_PRODUCT_thread_DEPTH(size))
#define WEFT_PRODUCT_group_ROOM(length, size) ((length) * (WEFT_PRODUCT_group_DEPTH(size) + 4))
#define WEFT_PRODUCT_rows_ROOM(length, size)  ((length)*WEFT_PRODUCT_rows_DEPTH(size))
#define WEFT_PRODUCT_thread_STAGES            2
#define WEFT_PRODUCT_group_STAGES             2
#define WEFT_PRODUCT_rows_STAGES              3

/* X(type, ENUM, …) of those that have another kernel for whole tasks: both factors lie in order of
 * their rows, whose elements lie as one in whole units of 16 bytes, as C's do, and sums start at 0.
 * Of items by tiles both factors are flat, on one loop axis; tasks of blocks are whole tiles, of
 * whole stages of k. What need not be asked saves registers, and time before the first copy and
 * behind the last sum. Those of 16-bit elements have all one. */
#define WEFT_PRODUCT_WHOLE_TILES(X)     \
    WEFT_PRODUCT_WIDE_TILES(X, float32) \
    WEFT_PRODUCT_WIDE_TILES(X, float64) WEFT_PRODUCT_FLOAT_TILES(X, float32)
#define WEFT_PRODUCT_WHOLE_BLOCKS(X) WEFT_PRODUCT_MATRIX_64(X, float64)
#define WEFT_PRODUCT_WHOLE_ROWS(X)   WEFT_PRODUCT_ROWS_64(X, float32)

/* B begins at whole lines behind A, bytes: so blocks are copied faster. */
#define WEFT_PRODUCT_LINE 128

/* X(name) of the 16-bit floating numbers, whose products are summed in float by the unit for
 * matrices. X(type, ENUM, rows, columns, tall, broad, depth, stages, tasks, blocks) of the tiles of
 * their tasks, and those of the task's groups of 32 threads; k that are brought at a time, and
 * stages of shared memory for them; tasks of a block, and blocks of a multiprocessor. */
#define WEFT_HALF_TYPES(X) X(float16) X(bfloat16)
#define WEFT_HALF_CUTS(X, type)                   \
    X(type, HALF_16, 16, 16, 16, 16, 16, 2, 4, 8) \
    X(type, HALF_32, 32, 32, 32, 32, 32, 2, 2, 8) \
    X(type, HALF_64, 64, 64, 32, 32, 64, 2, 1, 5) \
    X(type, HALF_128, 128, 128, 64, 64, 32, 3, 1, 2)

/* Threads of such a block; bytes of a stage, and of what sums lie in before they are written. */
#define WEFT_HALF_THREADS(rows, columns, tall, broad, tasks) \
    ((rows) / (tall) * ((columns) / (broad)) * 32 * (tasks))
#define WEFT_HALF_STAGE(rows, columns, depth, tasks) (((rows) + (columns)) * (depth)*2 * (tasks))
#define WEFT_HALF_WINDOW(rows, columns, tall, tasks) ((rows) / (tall)*16 * (columns)*4 * (tasks))

/* X(type) of those that sums start and epilogue in. */
#define WEFT_PRODUCT_EPILOGUES(X) \
    X(int32) X(int64) X(uint32) X(uint64) X(float32) X(float64) X(complex64) X(complex128)

#endif
