/* params.h: the argument of every GPU kernel, in plain C: the backend fills these structures, the
 * device templates read them. A kernel of n operands is handed the first n entries of `operands`.
 * */
#ifndef WEFT_GPU_PARAMS_H
#define WEFT_GPU_PARAMS_H

#include <stdint.h>

/* Loop axes that one launch walks; the host walks the others. */
#define WEFT_GPU_RANK 8
/* Threads per block of elementwise and cast kernels, and of gufunc kernels. */
#define WEFT_GPU_THREADS      256
#define WEFT_GPU_ITEM_THREADS 128
/* Bytes of the widest operand that a thread of a vectorised kernel handles. */
#define WEFT_GPU_VECTOR 16

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

/* The same for any number of items. */
typedef struct weft_gpu_loop64 {
    int64_t count;
    int64_t rank;
    int64_t extents[WEFT_GPU_RANK];
    uint32_t values;
} weft_gpu_loop64;

/* One operand of a loop of one axis. */
typedef struct weft_gpu_operand {
    weft_gpu_place at;
} weft_gpu_operand;

/* One operand: where it is, and its bytes from item to item along each loop axis. */
typedef struct weft_gpu_operand32 {
    weft_gpu_place at;
    int32_t steps[WEFT_GPU_RANK];
} weft_gpu_operand32;

typedef struct weft_gpu_operand64 {
    weft_gpu_place at;
    int64_t steps[WEFT_GPU_RANK];
} weft_gpu_operand64;

/* SYMBOL_v: one contiguous axis. */
typedef struct weft_gpu_vector_loop {
    int64_t count;
    uint32_t scalars; /* bit i: operand i is one element in memory for all items */
    uint32_t values;  /* bit i: its place is that element */
} weft_gpu_vector_loop;

/* A cast kernel: operand 0 is read, operand 1 is written, where the bytes of operand 2 are not 0;
 * its data may be NULL: everywhere. */
typedef struct weft_gpu_cast {
    weft_gpu_loop32 loop;
    weft_gpu_operand64 operands[3];
    uint32_t from_dtype; /* weft_dtype */
    uint32_t from_swapped, to_swapped;
    uint32_t from_aligned, to_aligned; /* every element lies at a multiple of its alignment */
} weft_gpu_cast;

#endif
