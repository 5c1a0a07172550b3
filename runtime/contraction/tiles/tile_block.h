/* tile_block.h: tiles of ROWS × COLUMNS vectors of LANES lanes, one below the other; each stays in
 * registers while k goes up. The last vector of a row begins `last` bytes behind the first.
 * tile_strip.h includes it once per shape. */
#define IS_WIDE   (COLUMNS > 1 && ROWS == HEIGHT) /* and serves most of a large product */
#define COLUMN(q) (COLUMNS > 1 && (q) == COLUMNS - 1 ? last : (q)*BYTES)

/* One k; `lower`: row 4 of A. */
static ALWAYS_INLINE void NAME3(sum, LANES, ROWS, COLUMNS)(const tile_product *t,
                                                           NAME2(vector, LANES) sums[ROWS][COLUMNS],
                                                           const char *a, const char *lower,
                                                           const char *b, int64_t last)
{
    typedef NAME2(vector, LANES) vector;
    enum { BYTES = LANES * REAL_BYTES };
    vector row[COLUMNS], turned[COLUMNS];
#pragma GCC unroll 64
    for (int q = 0; q < COLUMNS; q++) {
        row[q] = *(const vector *)(b + COLUMN(q));
        turned[q] = TURNED(&row[q], t->conjugate_b);
    }
#pragma GCC unroll 64
    for (int r = 0; r < ROWS; r++) {
        const char *const element = r < 4 ? a + r * t->a_i : lower + (r - 4) * t->a_i;
#pragma GCC unroll 64
        for (int q = 0; q < COLUMNS; q++)
            sums[r][q] = NAME2(add, LANES)(sums[r][q], (const REAL *)element, row[q], turned[q],
                                           t->conjugate_a);
    }
}

static ALWAYS_INLINE void NAME3(walk, LANES, ROWS, COLUMNS)(const tile_product *t, int64_t count,
                                                            const char *a, const char *b, char *c,
                                                            int64_t last, bool is_far)
{
    typedef NAME2(vector, LANES) vector;
    enum { BYTES = LANES * REAL_BYTES, UNROLL = IS_WIDE && IS_SHORT ? 2 : 1 };
    const int64_t a_i = t->a_i, a_k = t->a_k, b_k = t->b_k, c_i = t->c_i;
    line_prefetch prefetch = begin_prefetch(t, a, b, COLUMNS * BYTES, ELEMENT);
    for (; count > 0; count--, a += ROWS * a_i) {
        vector sums[ROWS][COLUMNS];
        const char *column = a, *lower = a + 4 * a_i, *row = b;
        HIDE(lower); /* else each row has a distance of its own, in a register */
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
                    sums[r][q] = *(const vector *)(c + r * c_i + COLUMN(q));
        int64_t k = t->k;
        if (is_far && next_prefetch(t, &prefetch))
            for (; k > 0;
                 k--, column += a_k, lower += a_k, row += b_k, prefetch.at += prefetch.step) {
                __builtin_prefetch(prefetch.at);
                NAME3(sum, LANES, ROWS, COLUMNS)(t, sums, column, lower, row, last);
            }
#pragma GCC unroll UNROLL
        for (; k > 0; k--, column += a_k, lower += a_k, row += b_k)
            NAME3(sum, LANES, ROWS, COLUMNS)(t, sums, column, lower, row, last);
        HIDE(c); /* else where its rows lie is kept in registers that the loop needs */
#pragma GCC unroll 64
        for (int r = 0; r < ROWS; r++, c += c_i)
#pragma GCC unroll 64
            for (int q = 0; q < COLUMNS; q++)
                *(vector *)(c + COLUMN(q)) = sums[r][q];
    }
}

static void NAME3(tiles, LANES, ROWS, COLUMNS)(const tile_product *t, int64_t count, const char *a,
                                               const char *b, char *c, int64_t last)
{
    if (IS_WIDE && t->is_far)
        NAME3(walk, LANES, ROWS, COLUMNS)(t, count, a, b, c, last, true);
    else
        NAME3(walk, LANES, ROWS, COLUMNS)(t, count, a, b, c, last, false);
}
#undef IS_WIDE
#undef COLUMN
#undef ROWS
