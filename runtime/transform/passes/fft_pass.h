/* fft_pass.h: one pass over all elements, LANES of them at a time, by fft_butterfly.h. */

/* Vectors of neighbours, which have the same roots; s of them follow each other. */
static ALWAYS_INLINE void NAME2(walk, LANES)(const fourier_pass *pass, const int fixed,
                                             const bool turns, int64_t s, PARTS x, PARTS y)
{
    const int64_t radix = fixed ? fixed : pass->radix, m = pass->behind;
    const REAL *roots = pass->twiddles;
    for (int64_t p = 0; p < m; p++, roots += 2 * (radix - 1)) {
        for (int64_t q = 0; q < s; q += LANES) {
            const int64_t at = q + LANES <= s ? q : s - LANES;
            V re[FOURIER_MOST_RADIX], im[FOURIER_MOST_RADIX];
#pragma GCC unroll 16
            for (int64_t k = 0; k < radix; k++) {
                re[k] = LOAD(x.re + at + s * (p + m * k));
                im[k] = LOAD(x.im + at + s * (p + m * k));
            }
            NAME2(butterfly, LANES)(re, im, fixed, pass);
            REAL *const to_re = y.re + at + s * radix * p, *const to_im = y.im + at + s * radix * p;
            STORE(to_re, re[0]), STORE(to_im, im[0]);
#pragma GCC unroll 16
            for (int64_t k = 1; k < radix; k++) {
                if (turns) {
                    const V root_re = SET(roots[2 * k - 2]), root_im = SET(roots[2 * k - 1]);
                    const V turned = FUSE_OFF(re[k], root_re, im[k] * root_im);
                    im[k] = FUSE(re[k], root_im, im[k] * root_re);
                    re[k] = turned;
                }
                STORE(to_re + s * k, re[k]), STORE(to_im + s * k, im[k]);
            }
        }
    }
}

/* Vectors of places behind the first pass of a single transform, each with roots of its own. */
static ALWAYS_INLINE void NAME2(walk_columns, LANES)(const fourier_pass *pass, const int fixed,
                                                     PARTS x, PARTS y)
{
    const int64_t radix = fixed ? fixed : pass->radix, m = pass->behind;
    const REAL *roots = pass->columns;
    for (int64_t next = 0; next < m; next += LANES) {
        const int64_t p = next + LANES <= m ? next : m - LANES;
        V re[FOURIER_MOST_RADIX], im[FOURIER_MOST_RADIX];
#pragma GCC unroll 16
        for (int64_t k = 0; k < radix; k++)
            re[k] = LOAD(x.re + p + m * k), im[k] = LOAD(x.im + p + m * k);
        NAME2(butterfly, LANES)(re, im, fixed, pass);
#pragma GCC unroll 16
        for (int64_t k = 1; k < radix; k++) {
            const V root_re = LOAD(roots + (2 * k - 2) * m + p);
            const V root_im = LOAD(roots + (2 * k - 1) * m + p);
            const V turned = FUSE_OFF(re[k], root_re, im[k] * root_im);
            im[k] = FUSE(re[k], root_im, im[k] * root_re);
            re[k] = turned;
        }
        NAME2(scatter, LANES)(y.re + radix * p, re, fixed, radix);
        NAME2(scatter, LANES)(y.im + radix * p, im, fixed, radix);
    }
}

#define RADIX(radix)                                                                              \
    static void NAME2(pass_##radix, LANES)(const fourier_pass *pass, int64_t s, PARTS x, PARTS y) \
    {                                                                                             \
        if (pass->behind > 1)                                                                     \
            NAME2(walk, LANES)(pass, radix, true, s, x, y);                                       \
        else                                                                                      \
            NAME2(walk, LANES)(pass, radix, false, s, x, y);                                      \
    }                                                                                             \
    static void NAME2(columns_##radix, LANES)(const fourier_pass *pass, PARTS x, PARTS y)         \
    {                                                                                             \
        NAME2(walk_columns, LANES)(pass, radix, x, y);                                            \
    }
RADICES(RADIX)
RADIX(0)
#undef RADIX

/* The pass of its radix. */
static void NAME2(pass, LANES)(const fourier_pass *pass, int64_t s, PARTS x, PARTS y)
{
    switch (pass->radix) {
#define RADIX(radix)                               \
    case radix:                                    \
        NAME2(pass_##radix, LANES)(pass, s, x, y); \
        break;
        RADICES(RADIX)
#undef RADIX
    default:
        NAME2(pass_0, LANES)(pass, s, x, y);
    }
}

static void NAME2(columns, LANES)(const fourier_pass *pass, PARTS x, PARTS y)
{
    switch (pass->radix) {
#define RADIX(radix)                               \
    case radix:                                    \
        NAME2(columns_##radix, LANES)(pass, x, y); \
        break;
        RADICES(RADIX)
#undef RADIX
    default:
        NAME2(columns_0, LANES)(pass, x, y);
    }
}
