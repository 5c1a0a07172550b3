/* tile_unrolled.h: square items without gaps whose rows are two or three full vectors, of sizes
 * that are written as constants: no k is counted, and no step is looked up. tile_type.h includes it
 * for real floats where there are 32 registers and a product with its sum is one instruction. */
enum { NAME1(unrolled_sums) = 30 }; /* vectors, at most */

/* The product of `rows` rows of A. The last vector of a row goes back over columns of the one
 * before. */
static ALWAYS_INLINE void NAME1(unrolled_rows)(int n, int rows, int columns, const char *a,
                                               const char *b, char *c)
{
    typedef NAME2(vector, LANES) vector;
    enum { BYTES = LANES * REAL_BYTES };
    vector sums[NAME1(unrolled_sums)], row[3];
#define COLUMN(q) ((q) == columns - 1 ? (n - LANES) * REAL_BYTES : (q)*BYTES)
#pragma GCC unroll 64
    for (int s = 0; s < rows * columns; s++)
        sums[s] = (vector){0};
#pragma GCC unroll 64
    for (int k = 0; k < n; k++) {
#pragma GCC unroll 64
        for (int q = 0; q < columns; q++)
            row[q] = *(const vector *)(b + k * n * REAL_BYTES + COLUMN(q));
#pragma GCC unroll 64
        for (int s = 0; s < rows * columns; s++)
            sums[s] = NAME2(add, LANES)(sums[s], (const REAL *)a + s / columns * n + k,
                                        row[s % columns], row[s % columns], false);
    }
#pragma GCC unroll 64
    for (int s = 0; s < rows * columns; s++)
        *(vector *)(c + s / columns * n * REAL_BYTES + COLUMN(s % columns)) = sums[s];
#undef COLUMN
}

/* All items; `rows` divides n. */
static ALWAYS_INLINE void NAME1(unrolled_items)(const tile_product *t, int n, int rows)
{
    const char *a = t->a, *b = t->b;
    char *c = t->c;
    for (int64_t item = t->item_count; item > 0; item--) {
        for (int i = 0; i < n * n * REAL_BYTES; i += rows * n * REAL_BYTES)
            NAME1(unrolled_rows)(n, rows, (n + LANES - 1) / LANES, a + i, b, c + i);
        a += t->a_item, b += t->b_item, c += t->c_item;
    }
}

/* Whether there are such items, and then their products. */
static bool NAME1(unrolled)(const tile_product *t)
{
    const int64_t n = t->n, row = n * REAL_BYTES;
    if (t->m != n || t->k != n || t->a_k != REAL_BYTES || t->a_i != row || t->b_k != row ||
        t->b_j != REAL_BYTES || t->c_i != row || t->c_j != REAL_BYTES || t->a_j != 0 || t->adds ||
        t->panel)
        return false;
#define SIZE(size, rows)                      \
    if (n == (size)) {                        \
        NAME1(unrolled_items)(t, size, rows); \
        return true;                          \
    }
#if REAL_BYTES == 4
    SIZE(20, 10)
    SIZE(24, 8)
    SIZE(32, 8)
#else
    SIZE(10, 10)
    SIZE(12, 12)
    SIZE(16, 8)
    SIZE(20, 5)
    SIZE(24, 8)
#endif
#undef SIZE
    return false;
}
