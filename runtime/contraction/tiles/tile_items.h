/* tile_items.h: products whose rows of C fit into one vector of LANES lanes, item after item: the
 * number of rows that are summed at once is a constant, and nothing is called for an item. With
 * AVX-512 rows may be shorter than the vector; else they fill it. tile_lanes.h includes it. */
#include "tile_mask.h"

#define MOST_ROWS (IS_SHORT ? ITEM_ROWS : 8) /* at once */

/* One k. */
static ALWAYS_INLINE void NAME2(item_sum, LANES)(const tile_product *t, int rows, mask_type mask,
                                                 NAME2(vector, LANES) * sums, int64_t a_i,
                                                 const char *a, const char *b)
{
    NAME2(vector, LANES) row = LOAD(mask, b);
    const NAME2(vector, LANES) turned = TURNED(&row, t->conjugate_b);
#pragma GCC unroll 16
    for (int r = 0; r < rows; r++)
        sums[r] =
            NAME2(add, LANES)(sums[r], (const REAL *)(a + r * a_i), row, turned, t->conjugate_a);
}

/* `rows` rows of one item. */
static ALWAYS_INLINE void NAME2(item_rows, LANES)(const tile_product *t, int rows, mask_type mask,
                                                  const item_shape *of, const char *a,
                                                  const char *b, char *c)
{
    typedef NAME2(vector, LANES) vector;
    vector sums[MOST_ROWS];
    int64_t k = of->k;
#pragma GCC unroll 16
    for (int r = 0; r < rows; r++)
        sums[r] = (vector){0};
    if (IS_SHORT && __builtin_constant_p(of->k))
#pragma GCC unroll 16
        for (; k > 0; k--, a += of->a_k, b += of->b_k)
            NAME2(item_sum, LANES)(t, rows, mask, sums, of->a_i, a, b);
    else
        for (; k > 0; k--, a += of->a_k, b += of->b_k)
            NAME2(item_sum, LANES)(t, rows, mask, sums, of->a_i, a, b);
#pragma GCC unroll 16
    for (int r = 0; r < rows; r++)
        STORE(c + r * of->c_i, mask, sums[r]);
}

/* All items, `rows` rows at a time; a last block that would be smaller goes back over rows of the
 * one before. */
static ALWAYS_INLINE void NAME2(walk_items, LANES)(const tile_product *t, int rows, item_shape of)
{
    const mask_type mask = FIRST_LANES(of.n * PARTS);
    const char *a = t->a, *b = t->b;
    char *c = t->c;
    for (int64_t item = t->item_count; item > 0; item--) {
        for (int64_t i = 0; i < of.m; i += rows) {
            const int64_t first = i + rows <= of.m ? i : of.m - rows;
            NAME2(item_rows, LANES)(t, rows, mask, &of, a + first * of.a_i, b, c + first * of.c_i);
        }
        a += t->a_item, b += t->b_item, c += t->c_item;
    }
}

/* Square items without gaps of a size that LANES is for: what constants make of steps takes half
 * the time. */
static bool NAME2(square_items, LANES)(const tile_product *t)
{
    const int64_t n = t->n, row = n * ELEMENT;
    if (t->m != n || t->k != n || t->a_k != ELEMENT || t->a_i != row || t->b_k != row ||
        t->c_i != row)
        return false;
#define SQUARE(size)                                                                   \
    if (n == (size)) {                                                                 \
        const item_shape of = {(size),  (size),         (size),        (size)*ELEMENT, \
                               ELEMENT, (size)*ELEMENT, (size)*ELEMENT};               \
        NAME2(walk_items, LANES)(t, (size) < MOST_ROWS ? (size) : MOST_ROWS, of);      \
        return true;                                                                   \
    }
#if IS_HELD(2 * PARTS)
    SQUARE(2)
#endif
#if IS_HELD(3 * PARTS)
    SQUARE(3)
#endif
#if IS_HELD(4 * PARTS)
    SQUARE(4)
#endif
#if IS_SHORT && IS_HELD(5)
    SQUARE(5)
#endif
#if IS_SHORT && IS_HELD(6)
    SQUARE(6)
#endif
#if IS_SHORT && IS_HELD(7)
    SQUARE(7)
#endif
#if IS_HELD(8 * PARTS)
    SQUARE(8)
#endif
#if IS_SHORT && IS_HELD(12)
    SQUARE(12)
#endif
#if IS_HELD(16 * PARTS)
    SQUARE(16)
#endif
#undef SQUARE
    return false;
}

static void NAME2(items, LANES)(const tile_product *t)
{
    const item_shape of = {t->m, t->n, t->k, t->a_i, t->a_k, t->b_k, t->c_i};
    if (NAME2(square_items, LANES)(t))
        return;
    if (t->m >= 8)
        NAME2(walk_items, LANES)(t, 8, of);
    else if (t->m == 7)
        NAME2(walk_items, LANES)(t, 7, of);
    else if (t->m == 6)
        NAME2(walk_items, LANES)(t, 6, of);
    else if (t->m == 5)
        NAME2(walk_items, LANES)(t, 5, of);
    else if (t->m == 4)
        NAME2(walk_items, LANES)(t, 4, of);
    else if (t->m == 3)
        NAME2(walk_items, LANES)(t, 3, of);
    else if (t->m == 2)
        NAME2(walk_items, LANES)(t, 2, of);
    else
        NAME2(walk_items, LANES)(t, 1, of);
}
#undef MOST_ROWS
#undef LOAD
#undef STORE
#undef FIRST_LANES
#undef mask_type
#undef MASKED
#undef MASKED_
#undef MASKED__
#undef MASKED_PREFIX
#undef MASKED_SUFFIX
#undef MASKED_INTEGERS
