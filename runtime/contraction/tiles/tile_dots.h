/* tile_dots.h: sums of products where no vector can be read: B or C lie across, or there is one
 * column only. WIDTH columns at a time, fewer where fewer are left. */
#define WIDTH 8

#if PARTS == 2
/* A product, rounded. gcc 12 fuses those of a sum beside a difference when it makes vectors of
 * them, under -ffp-contract=off, too (vfmaddsub); not what an instruction stands between. */
static ALWAYS_INLINE REAL NAME1(rounded)(REAL product)
{
#if !MAY_FUSE && defined __x86_64__ && !defined __clang__
    __asm__("" : "+x"(product));
#endif
    return product;
}
#endif

static ALWAYS_INLINE void NAME1(dot)(const tile_product *t, int columns, const char *a,
                                     const char *b, char *c)
{
    REAL sums[WIDTH][PARTS];
    const int64_t a_k = t->a_k, b_k = t->b_k, b_j = t->b_j, a_j = t->a_j;
    for (int q = 0; q < columns; q++)
        for (int part = 0; part < PARTS; part++)
            sums[q][part] = t->adds ? ((const REAL *)(c + q * t->c_j))[part] : 0;
    for (int64_t k = t->k; k > 0; k--, a += a_k, b += b_k)
#pragma GCC unroll 64
        for (int q = 0; q < columns; q++) {
            const REAL *const s = (const REAL *)(a + q * a_j), *const y =
                                                                   (const REAL *)(b + q * b_j);
#if PARTS == 2
            const REAL si = t->conjugate_a ? -s[1] : s[1], yi = t->conjugate_b ? -y[1] : y[1];
            sums[q][0] += s[0] * y[0] - NAME1(rounded)(si * yi);
            sums[q][1] += s[0] * yi + NAME1(rounded)(si * y[0]);
#else
            sums[q][0] = (REAL)ADD_PRODUCT(sums[q][0], *s, *y);
#endif
        }
    for (int q = 0; q < columns; q++)
        memcpy(c + q * t->c_j, sums[q], ELEMENT);
}

static void NAME1(dots)(const tile_product *t)
{
    for (int64_t item = 0; item < t->item_count; item++)
        for (int64_t i = 0; i < t->m; i++) {
            const char *a = t->a + item * t->a_item + i * t->a_i, *b = t->b + item * t->b_item;
            char *c = t->c + item * t->c_item + i * t->c_i;
            int64_t j = 0;
            for (; j + WIDTH <= t->n; j += WIDTH)
                NAME1(dot)(t, WIDTH, a + j * t->a_j, b + j * t->b_j, c + j * t->c_j);
            for (; j + WIDTH / 2 <= t->n; j += WIDTH / 2)
                NAME1(dot)(t, WIDTH / 2, a + j * t->a_j, b + j * t->b_j, c + j * t->c_j);
            for (; j + 2 <= t->n; j += 2)
                NAME1(dot)(t, 2, a + j * t->a_j, b + j * t->b_j, c + j * t->c_j);
            for (; j < t->n; j++)
                NAME1(dot)(t, 1, a + j * t->a_j, b + j * t->b_j, c + j * t->c_j);
        }
}
#undef WIDTH
