/* packed_product.h: products block by block, where elements are cast on the way, or sums start or
 * end as more than sums: a block of factors is copied, and a block of sums stays in scratch memory
 * until it is finished and stored. */
#ifndef WEFT_PACKED_PRODUCT_H
#define WEFT_PACKED_PRODUCT_H

#include "contraction/tiles/tiles.h"
#include "roles.h"

/* How blocks are cut, and where they lie in scratch memory. */
typedef struct packed_product {
    contract_roles roles; /* of one item */
    tile_kernel *kernel;
    weft_dtype a, b, c; /* dtypes in memory */
    weft_dtype terms[WEFT_EPILOGUE_MOST_TERMS];
    bool copies_a, copies_b;
    int64_t rows;     /* of a block */
    bool needs_panel; /* B's columns are copied in order, as they are */
    int64_t strip_at, copy_a_at, scratch_bytes;
} packed_product;

/* Whether the product is worth the copies; then fills the job, whose roles and kernel are set. */
bool packed_product_prepare(packed_product *job, const weft_plan *plan);

/* Computes `count` items, the first at `data`; of each the rows [first_line, line_end), or all
 * where line_end is 0. scratch: scratch_bytes, aligned to 64, of this thread alone. */
void packed_product_run(const packed_product *job, const weft_plan *plan, char *const *data,
                        int64_t count, int64_t first_line, int64_t line_end, char *scratch);

#endif
