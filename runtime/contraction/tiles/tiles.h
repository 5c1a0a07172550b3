/* tiles.h: matrix products, C[i][j] = sum over k of A[i][k] B[k][j], compiled once per
 * instruction set. Every sum runs over k upwards, as the loop that the user wrote:
 * only i and j are reordered, so no licence to reassociate is needed. */
#ifndef WEFT_TILES_H
#define WEFT_TILES_H

#include <stdbool.h>
#include <stdint.h>

/* Products of equal sizes and steps, one per item. Steps are bytes, of any sign; elements are
 * aligned; C meets neither A nor B. */
typedef struct tile_product {
    int64_t m, n, k;   /* k may be 0 */
    const char *a, *b; /* borrowed */
    char *c;           /* borrowed; every element is written, and may be read if `adds` */
    int64_t a_i, a_k, b_k, b_j, c_i, c_j;
    int64_t a_j; /* 0 but where the columns are products of their own, of rows of a batch */
    bool adds;   /* sums start at what C holds, not at zero */
    char *panel; /* borrowed; NULL, or memory for k × TILE_PANEL bytes: B is copied there first */
    int64_t item_count, a_item, b_item, c_item;
    bool conjugate_a, conjugate_b; /* of complex elements */
    bool is_far; /* items come from beyond a core's own caches: each prefetches the next one */
} tile_product;

/* Bytes of the widest strip of B's rows. */
enum { TILE_PANEL = 256 };

typedef void tile_kernel(const tile_product *product);

/* What is multiplied and summed; integers wrap, so that signed and unsigned are one. */
typedef enum tile_type {
    TILE_BOOL, /* bytes of 0 and 1: an or of ands */
    TILE_INT8,
    TILE_INT16,
    TILE_INT32,
    TILE_INT64,
    TILE_FLOAT32,
    TILE_FLOAT64,
    TILE_COMPLEX64,
    TILE_COMPLEX128,
    TILE_FLOAT64_OF_FLOAT32, /* of float64 elements; each product is rounded to float32 */
    TILE_INT64_OF_INT32,     /* of 64 bits; each product wraps to 32 */
    TILE_INT64_OF_UINT32,
    TILE_TYPE_COUNT
} tile_type;

/* By type: kernels that may fuse a product and its sum, which complex ones never do, and those that
 * never do, which integers need not. */
typedef tile_kernel *const tile_table[TILE_TYPE_COUNT];
extern tile_table tiles_base;
#ifdef __x86_64__
extern tile_table tiles_v3, tiles_v3_strict, tiles_v4, tiles_v4_strict;
#else
extern tile_table tiles_base_strict;
#endif

#endif
