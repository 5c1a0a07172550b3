/* tile_block.h: one tile of ROWS × COLUMNS vectors of LANES lanes, which stays in registers while k
 * goes up; tile_lanes.h includes it once per shape. */
static void NAME3(tile, LANES, ROWS, COLUMNS)(const tile_product *t, const char *a, const char *b,
                                              char *c)
{
    typedef NAME2(vector, LANES) vector;
    enum { BYTES = LANES * REAL_BYTES };
    const int64_t a_i = t->a_i, a_k = t->a_k, b_k = t->b_k, c_i = t->c_i;
    vector sums[ROWS][COLUMNS];
#pragma GCC unroll 64
    for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 64
        for (int q = 0; q < COLUMNS; q++)
            sums[r][q] = (vector){0};
    if (__builtin_expect(t->adds, false))
#pragma GCC unroll 64
        for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 64
            for (int q = 0; q < COLUMNS; q++)
                sums[r][q] = *(const vector *)(c + r * c_i + q * BYTES);
    for (int64_t k = t->k; k > 0; k--, a += a_k, b += b_k) {
        vector row[COLUMNS];
#pragma GCC unroll 64
        for (int q = 0; q < COLUMNS; q++)
            row[q] = *(const vector *)(b + q * BYTES);
#if PARTS == 2
        vector turned[COLUMNS]; /* i times the row: (-imaginary, real) */
#pragma GCC unroll 64
        for (int q = 0; q < COLUMNS; q++)
            turned[q] = NAME2(turn, LANES)(&row[q], t->conjugate_b);
#endif
#pragma GCC unroll 64
        for (int r = 0; r < ROWS; r++) {
            const REAL *const s = (const REAL *)(a + r * a_i);
#if PARTS == 2
            const REAL real = s[0], imaginary = t->conjugate_a ? -s[1] : s[1];
#pragma GCC unroll 64
            for (int q = 0; q < COLUMNS; q++)
                sums[r][q] += real * row[q] + imaginary * turned[q];
#else
            const REAL factor = *s;
#pragma GCC unroll 64
            for (int q = 0; q < COLUMNS; q++)
#ifdef NARROW_TYPE
                sums[r][q] += NAME2(narrowed, LANES)(factor * row[q]);
#else
                sums[r][q] = ADD_PRODUCT(sums[r][q], factor, row[q]);
#endif
#endif
        }
    }
#pragma GCC unroll 64
    for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 64
        for (int q = 0; q < COLUMNS; q++)
            *(vector *)(c + r * c_i + q * BYTES) = sums[r][q];
}
#undef ROWS
#undef COLUMNS
