/* params.h: the argument of every GPU kernel, in plain C: the backend fills these structures, the
 * device templates read them. A kernel of n operands is handed the first n entries of `operands`.
 * */
#ifndef WEFT_GPU_PARAMS_H
#define WEFT_GPU_PARAMS_H

#include <stdint.h>

/* Loop axes that one launch walks; the host walks the others. */
#define WEFT_GPU_RANK 8
/* Threads per block of elementwise and cast kernels, of those that go by tiles, and of gufunc
 * kernels. */
#define WEFT_GPU_THREADS      256
#define WEFT_GPU_TILE_THREADS 512
#define WEFT_GPU_ITEM_THREADS 128
/* Threads per block of kernels with a team of threads an item at most. */
#define WEFT_GPU_TEAM_THREADS 1024
/* The same of those that deal out the rounds of loops. */
#define WEFT_GPU_DEAL_THREADS 256
/* The same of kernels of nests, each block with a tile of so many rows and columns of results. */
#define WEFT_GPU_NEST_THREADS 128
#define WEFT_GPU_NEST_ROWS    64
#define WEFT_GPU_NEST_COLUMNS 64
/* Elements of a row that a thread of them has in registers at most, where it is walked again, by
 * how many operands have rows: two blocks of 512 threads have room for 64 registers each. And bytes
 * of each. */
#define WEFT_GPU_SHARE(arrays) ((arrays) <= 2 ? 32 : 16)
#define WEFT_GPU_SHARE_BYTES   4
/* Threads that exchange elements without shared memory. */
#define WEFT_GPU_GROUP 32
/* Bytes of the widest operand that a thread of a vectorised kernel handles. */
#define WEFT_GPU_VECTOR 16
/* Bytes that an index counts as where the widest operand is asked for. */
#define WEFT_GPU_INDEX 4
/* Items of a thread of a kernel by tiles, whose widest operand has so many bytes. */
#define WEFT_GPU_TILE_LENGTH(widest) ((widest) <= 4 ? 8 : 4)
/* Elements from one column to the next of a tile in shared memory, of which each has `rows`, a
 * multiple of 4: threads that read side by side meet in no bank of the memory. */
#define WEFT_GPU_TILE_PITCH(rows, bytes) ((rows) + ((bytes) < 4 ? 4 / (bytes) : 1))

/* Blocks of narrow elements that are transposed: bytes of a row in shared memory; rows; columns. */
#define WEFT_GPU_TRANSPOSE_BYTES           128
#define WEFT_GPU_TRANSPOSE_ROWS            128
#define WEFT_GPU_TRANSPOSE_COLUMNS(widest) (WEFT_GPU_TRANSPOSE_BYTES / (widest))
/* Bytes of the widest operand up to which elements are narrow: kernels then transpose blocks, and
 * have vectors of rows that begin anywhere. */
#define WEFT_GPU_NARROW 2

/* Division of a number below 2^31 by an extent without a division: see division.cuh. */
typedef struct weft_gpu_division {
    uint32_t extent, multiplier, shift;
} weft_gpu_division;

/* Where an operand is: its first item in memory; or, of an input of one element that the host had,
 * that element itself. */
typedef union weft_gpu_place {
    char *data;
    uint64_t value[2]; /* the element's bytes come first */
} weft_gpu_place;

/* The loop axes, innermost first, for at most 2^31 - 1 items. */
typedef struct weft_gpu_loop32 {
    uint32_t count; /* items of this launch: the product of the extents */
    uint32_t rank;  /* at least 1 */
    weft_gpu_division axes[WEFT_GPU_RANK];
    uint32_t values; /* bit i: operand i's place is its value */
} weft_gpu_loop32;

/* One operand: where it is, and its bytes from item to item along each loop axis. */
typedef struct weft_gpu_operand64 {
    weft_gpu_place at;
    int64_t steps[WEFT_GPU_RANK];
} weft_gpu_operand64;

/* SYMBOL_v: rows of contiguous elements, by vectors of some. A vector lies within a row. */
typedef struct weft_gpu_vector_loop {
    int64_t length;   /* items of a row */
    int64_t count;    /* vectors; below 2^31 where there are outer axes */
    uint32_t rank;    /* at least 1 */
    uint32_t scalars; /* bit i: operand i is one element in memory for all of a row */
    uint32_t values;  /* bit i: its place is that element */
    weft_gpu_division axes[WEFT_GPU_RANK]; /* the first: vectors of a row */
} weft_gpu_vector_loop;

/* SYMBOL_t: tiles over two axes, columns and rows, a block each. A thread has some items of a
 * column, or of a row. */
typedef struct weft_gpu_tile_loop {
    uint32_t rank;                         /* at least 2 */
    weft_gpu_division axes[WEFT_GPU_RANK]; /* the first two: tiles along columns and rows */
    uint32_t columns, rows;                /* items along the first two axes */
    uint32_t tile_columns,
        tile_rows; /* of a tile; where next_row is 0, a thread has each lane_rows-th of its
                                         rows; if these are several, all of its columns are there */
    weft_gpu_division lanes;        /* threads side by side along columns */
    uint32_t lane_rows;             /* such rows of threads */
    uint32_t next_column, next_row; /* from one item of a thread to the next */
    uint32_t values;
    /* Bit i: elements of input i lie side by side along rows, and come through shared memory; tiles
     * are squares, or blocks of narrow elements. */
    uint32_t transposed;
    uint32_t is_merged;       /* columns lie along two axes; not of narrow elements */
    weft_gpu_division merged; /* columns of the inner one of them */
    uint32_t narrow; /* elements are, and a thread has vectors of rows: of blocks where inputs are
                        transposed, which lie in whole units of 16 bytes; else of rows that begin
                        anywhere */
    uint32_t whole;  /* bit i: operand i is contiguous along columns, in blocks begins at whole
                        vectors, too */
} weft_gpu_tile_loop;

typedef struct weft_gpu_tile_operand {
    weft_gpu_place at;
    int64_t steps[WEFT_GPU_RANK];
    int64_t jump;  /* of merged columns: bytes from behind a row of the inner axis to the next */
    int64_t next;  /* bytes from one item of a thread to the next */
    uint32_t room; /* of a transposed one: bytes of shared memory before its tile */
} weft_gpu_tile_operand;

/* The axes of items with core dimensions, and which operands go through shared memory. */
typedef struct weft_gpu_item_loop {
    weft_gpu_loop32 loop;
    uint32_t threads; /* of a block; SYMBOL_k: blocks of a layer, which has one item */
    uint32_t team;    /* SYMBOL_tm, SYMBOL_td: of an item, a power of two; of the first from
                         WEFT_GPU_GROUP on */
    uint32_t whole;   /* its threads have all elements of a row in registers */
    uint32_t brought; /* bit i: operand i is copied there before it is read */
    uint32_t taken;   /* and from there behind what writes it */
} weft_gpu_item_loop;

typedef struct weft_gpu_item_operand {
    weft_gpu_place at;
    int64_t steps[WEFT_GPU_RANK];
    int64_t length;   /* SYMBOL_s: elements; SYMBOL_tm: that are stored where teams are whole;
                         SYMBOL_td: all */
    uint32_t room;    /* bytes of shared memory before the operand's */
    uint32_t pitch;   /* there: SYMBOL_c: words of 4 bytes from item to item; SYMBOL_s: bytes from
                         group   to group; SYMBOL_td: elements from row to row */
    uint32_t windows; /* SYMBOL_s: of a group: 1, 2, 4 or 8; of an output 1 or 2 */
    weft_gpu_division words; /* SYMBOL_c: of an item; SYMBOL_td: elements of a row */
} weft_gpu_item_operand;

/* SYMBOL_s: elements of each of a group's items that a window in shared memory has; bytes that are
 * copied at once where rows lie at multiples of them in memory, four elements or 16; and from the
 * one item's to the next's there, a unit more. */
#define WEFT_GPU_WINDOW             32
#define WEFT_GPU_WINDOW_UNIT(size)  ((size) < 4 ? 4 * (size) : 16)
#define WEFT_GPU_WINDOW_PITCH(size) (WEFT_GPU_WINDOW * (size) + WEFT_GPU_WINDOW_UNIT(size))
/* Whether an output may have two, which are stored together: where one has less than 256 bytes of a
 * row. */
#define WEFT_GPU_WINDOW_HAS_PAIRS(size) (WEFT_GPU_WINDOW * (size) < 256)

/* A cast kernel: operand 0 is read, operand 1 is written, where the bytes of operand 2 are not 0;
 * its data may be NULL: everywhere. */
typedef struct weft_gpu_cast {
    weft_gpu_loop32 loop;
    weft_gpu_operand64 operands[3];
    uint32_t from_dtype; /* weft_dtype */
    uint32_t from_swapped, to_swapped;
    uint32_t from_aligned, to_aligned; /* every element lies at a multiple of its alignment */
} weft_gpu_cast;

/* Elements of a segment of a fold at most, and how often they are halved until one is left. */
#define WEFT_GPU_SEGMENT  512
#define WEFT_GPU_HALVINGS 9
/* Elements of a lane that a group takes the prefixes of at once. Part of the result's definition.
 */
#define WEFT_GPU_SCAN_SHARE(size) ((size) <= 4 ? 1024 : 4096 / (size))
/* Units of 16 bytes that a thread has where few threads share a segment. */
#define WEFT_GPU_PACKED(size) ((size) < 2 ? 2 : 4)

/* A fold kernel: each segment's elements become one. */
typedef struct weft_gpu_fold {
    weft_gpu_loop32 loop; /* the segments' axes; its count is that of segments */
    char *to;
    int64_t to_steps[WEFT_GPU_RANK]; /* bytes */
    uint32_t length; /* elements of a segment, 2 … WEFT_GPU_SEGMENT; of the last, from 1 on, where
                        there are pieces */
    uint32_t halvings;
    uint32_t counts[WEFT_GPU_HALVINGS +
                    1]; /* elements after so many halvings; the first is the length */
    uint32_t pieces;    /* groups kernel: segments of WEFT_GPU_SEGMENT that are folded to one, too;
                           else 1 */
    uint32_t team;      /* groups that share the pieces: a power of two, a block's at most */
    uint32_t wide;   /* groups kernel: segments of WEFT_GPU_SEGMENT lie at multiples of 16 bytes */
    uint32_t packed; /* groups kernel: threads that share a segment, a power of two up to
                        WEFT_GPU_GROUP; 0: all do */
    uint32_t packed_shift;                 /* its exponent */
    weft_gpu_division lengths, block_rows; /* by length and rows */
    uint32_t rows,
        pitch;      /* rows kernel: segments of a block, elements from one to the next as staged */
    uint32_t flat;  /* 16 segments and more lie as one, at a multiple of 16 bytes */
    uint32_t width; /* threads that bring one: a power of two up to WEFT_GPU_GROUP */
} weft_gpu_fold;

/* What a fold's elements are made of: the first element of the first segment. */
typedef struct weft_gpu_fold_input {
    const char *data;
    int64_t steps[WEFT_GPU_RANK]; /* bytes, of the segments' axes */
    int64_t step;                 /* bytes, from element to element */
} weft_gpu_fold_input;

/* A running fold. Lanes kernel: the segments' prefixes, behind what is carried into them. Groups
 * kernel: those of whole lanes, in tiles of some shares, a group each. */
typedef struct weft_gpu_scan {
    const char *carry; /* lanes kernel: of the first segment; NULL: nothing is */
    int64_t carry_steps[WEFT_GPU_RANK];
    int64_t to_step;     /* bytes, from prefix to prefix */
    uint32_t carry_axis; /* loop axis of which the segments at index 0 have none; WEFT_GPU_RANK: all
                            have one */
    uint32_t team;       /* groups kernel: of a tile, a power of two */
    int64_t length;      /* elements of a lane */
    weft_gpu_division tiles; /* of a lane */
    uint32_t flat;       /* elements lie as one, by fours at multiples of their bytes or of 16 */
    uint32_t rounds;     /* of 128 elements of a lane, of which a group has several; 0: lanes have
                            several shares */
    uint32_t lanes;      /* of a group that has several */
    uint32_t units;      /* of blocks: a tile, or some lanes that are a tile each */
    uint64_t *published; /* zeros: aggregates of tiles, 32 of them, and 1024; NULL: lanes are a tile
                            each */
    uint32_t *ticket;    /* zero: how many tiles are taken */
    uint32_t published_tiles, published_sums, published_counts,
        published_lane; /* words of a lane's tiles, of the sums of 32, of all three, and of
                         * how many are published, too */
} weft_gpu_scan;

/* A factor of products as its tiles are staged: A of rows i, or B of rows k, and the elements of a
 * row. */
typedef struct weft_gpu_factor {
    weft_gpu_operand64 operand;
    int64_t row_step, element_step; /* bytes */
    uint32_t across;                /* elements of a column lie closer than those of a row */
    uint32_t flat;                  /* all items lie as one, as they are staged */
    uint32_t wide;   /* the closer elements lie as one, in whole units of 16 bytes; of flat items,
                           what a block stages begins at one; of 16-bit elements: the bytes of
                           such units, 16 or 4; 0: none */
    uint32_t shared; /* all items have the same */
    uint32_t conjugate; /* complex elements */
    uint32_t pitch;     /* elements from row to row as staged */
    uint32_t item_room; /* elements from item to item as staged */
    /* As staged by elements: the rows of an item, and the elements (units if it is wide) of a row.
     */
    weft_gpu_division rows, elements;
} weft_gpu_factor;

/* A product kernel: C = A B for each item, a tile of which is a task; a block does some tasks. */
typedef struct weft_gpu_product {
    weft_gpu_loop32 loop;                    /* the items' axes; its count is that of tasks */
    weft_gpu_division row_cuts, column_cuts; /* tasks of an item: the inner two axes */
    weft_gpu_factor a, b;
    weft_gpu_operand64 c;
    int64_t c_row_step, c_element_step;
    uint32_t adds;   /* sums start at what C holds */
    uint32_t c_wide; /* rows of C lie as one, in whole units of 16 bytes */
    uint32_t c_kept; /* of 16-bit elements: C is the sums themselves, of float */
    uint32_t m, n, k;
    uint32_t rows, columns, depth;         /* of a task at most; k is staged depth by depth */
    uint32_t is_cut;                       /* an item is more than one task */
    uint32_t threads, tasks;               /* of a block */
    weft_gpu_division tiles, tile_columns; /* tiles of a task, and of a row of tiles */
} weft_gpu_product;

/* An epilogue kernel: the steps of a weft_epilogue for each element of C, in place. */
typedef struct weft_gpu_epilogue {
    weft_gpu_loop32 loop;           /* of all elements; values: bit i: of term i */
    weft_gpu_operand64 c, terms[8]; /* WEFT_EPILOGUE_MOST_TERMS */
    uint32_t length;
    uint8_t steps[48]; /* WEFT_EPILOGUE_MOST_STEPS */
} weft_gpu_epilogue;

#endif
