/* fft_tile.h: squares of LANES × LANES numbers, and numbers between rows and memory. */

#if LANES > 1
/* Of two rows that lie `distance` apart in a square: the lanes change places that do when its
 * blocks of distance × distance are turned. */
#define LIST(...) __VA_ARGS__
#define SWAP(distance, low, high)                                         \
    static ALWAYS_INLINE void NAME2(swap_##distance, LANES)(V * a, V * b) \
    {                                                                     \
        const V first = *a, second = *b;                                  \
        *a = __builtin_shufflevector(first, second, LIST low);            \
        *b = __builtin_shufflevector(first, second, LIST high);           \
    }
/* Pairs of numbers in two vectors become a vector of the first ones and one of the second ones; and
 * back. */
#define PAIRS(name, low, high)                                  \
    static ALWAYS_INLINE void NAME2(name, LANES)(V * a, V * b)  \
    {                                                           \
        const V first = *a, second = *b;                        \
        *a = __builtin_shufflevector(first, second, LIST low);  \
        *b = __builtin_shufflevector(first, second, LIST high); \
    }
#else
#define REVERSED(v) (v)
#endif
#if LANES == 2
PAIRS(part, (0, 2), (1, 3))
PAIRS(join, (0, 2), (1, 3))
#define REVERSED(v) __builtin_shufflevector(v, v, 1, 0)
SWAP(1, (0, 2), (1, 3))
#endif
#if LANES == 4
PAIRS(part, (0, 2, 4, 6), (1, 3, 5, 7))
PAIRS(join, (0, 4, 1, 5), (2, 6, 3, 7))
#define REVERSED(v) __builtin_shufflevector(v, v, 3, 2, 1, 0)
SWAP(1, (0, 4, 2, 6), (1, 5, 3, 7))
SWAP(2, (0, 1, 4, 5), (2, 3, 6, 7))
#endif
#if LANES == 8
PAIRS(part, (0, 2, 4, 6, 8, 10, 12, 14), (1, 3, 5, 7, 9, 11, 13, 15))
PAIRS(join, (0, 8, 1, 9, 2, 10, 3, 11), (4, 12, 5, 13, 6, 14, 7, 15))
#define REVERSED(v) __builtin_shufflevector(v, v, 7, 6, 5, 4, 3, 2, 1, 0)
SWAP(1, (0, 8, 2, 10, 4, 12, 6, 14), (1, 9, 3, 11, 5, 13, 7, 15))
SWAP(2, (0, 1, 8, 9, 4, 5, 12, 13), (2, 3, 10, 11, 6, 7, 14, 15))
SWAP(4, (0, 1, 2, 3, 8, 9, 10, 11), (4, 5, 6, 7, 12, 13, 14, 15))
#endif
#if LANES == 16
PAIRS(part, (0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
      (1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31))
PAIRS(join, (0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
      (8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31))
#define REVERSED(v) \
    __builtin_shufflevector(v, v, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
SWAP(1, (0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30),
     (1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31))
SWAP(2, (0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29),
     (2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31))
SWAP(4, (0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27),
     (4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31))
SWAP(8, (0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),
     (8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31))
#endif
#undef SWAP
#undef PAIRS
#undef LIST

/* Rows become columns. */
static ALWAYS_INLINE void NAME2(turn, LANES)(V *rows)
{
#if LANES == 1
    (void)rows;
#else
#pragma GCC unroll 16
    for (int i = 0; i < LANES; i += 2)
        NAME2(swap_1, LANES)(rows + i, rows + i + 1);
#endif
#if LANES > 2
#pragma GCC unroll 16
    for (int i = 0; i < LANES; i++)
        if (!(i & 2))
            NAME2(swap_2, LANES)(rows + i, rows + i + 2);
#endif
#if LANES > 4
#pragma GCC unroll 16
    for (int i = 0; i < LANES; i++)
        if (!(i & 4))
            NAME2(swap_4, LANES)(rows + i, rows + i + 4);
#endif
#if LANES > 8
#pragma GCC unroll 16
    for (int i = 0; i < LANES; i++)
        if (!(i & 8))
            NAME2(swap_8, LANES)(rows + i, rows + i + 8);
#endif
}

/* rows[k], lane l goes to to[radix * l + k]. */
static ALWAYS_INLINE void NAME2(scatter, LANES)(REAL *to, V *rows, const int fixed, int64_t radix)
{
    if (LANES > 1 && fixed && fixed % LANES == 0) {
#pragma GCC unroll 16
        for (int k = 0; k < fixed; k += LANES) {
            NAME2(turn, LANES)(rows + k);
#pragma GCC unroll 16
            for (int l = 0; l < LANES; l++)
                STORE(to + fixed * l + k, rows[k + l]);
        }
        return;
    }
#pragma GCC unroll 16
    for (int64_t k = 0; k < radix; k++) {
        REAL lanes[LANES];
        STORE(lanes, rows[k]);
#pragma GCC unroll 16
        for (int l = 0; l < LANES; l++)
            to[radix * l + k] = lanes[l];
    }
}

/* Numbers k … k + LANES - 1 and n - k … of half a spectrum, of which roots turn the difference;
 * `step` is how far they are from each other, and backward: they lie the other way round there. */
static ALWAYS_INLINE void NAME2(half, LANES)(PARTS x, int64_t at, int64_t opposite, V root_re,
                                             V root_im, const bool backward)
{
    const V half = SET((REAL)0.5);
    V a_re = LOAD(x.re + at), a_im = LOAD(x.im + at);
    V b_re = LOAD(x.re + opposite), b_im = LOAD(x.im + opposite);
    if (backward)
        b_re = REVERSED(b_re), b_im = REVERSED(b_im);
    const V sum_re = half * (a_re + b_re), sum_im = half * (a_im - b_im);
    const V off_re = a_re - b_re, off_im = a_im + b_im;
    const V turn_re = FUSE_OFF(off_re, root_re, off_im * root_im);
    const V turn_im = FUSE(off_re, root_im, off_im * root_re);
    b_re = sum_re - turn_re, b_im = turn_im - sum_im;
    if (backward)
        b_re = REVERSED(b_re), b_im = REVERSED(b_im);
    STORE(x.re + opposite, b_re), STORE(x.im + opposite, b_im);
    STORE(x.re + at, sum_re + turn_re), STORE(x.im + at, sum_im + turn_im);
}
