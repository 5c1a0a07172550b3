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
        vector row[COLUMNS], turned[COLUMNS];
#pragma GCC unroll 64
        for (int q = 0; q < COLUMNS; q++) {
            row[q] = *(const vector *)(b + q * BYTES);
            turned[q] = TURNED(&row[q], t->conjugate_b);
        }
#pragma GCC unroll 64
        for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 64
            for (int q = 0; q < COLUMNS; q++)
                sums[r][q] = NAME2(add, LANES)(sums[r][q], (const REAL *)(a + r * a_i), row[q],
                                               turned[q], t->conjugate_a);
    }
#pragma GCC unroll 64
    for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 64
        for (int q = 0; q < COLUMNS; q++)
            *(vector *)(c + r * c_i + q * BYTES) = sums[r][q];
}
#undef ROWS
#undef COLUMNS
