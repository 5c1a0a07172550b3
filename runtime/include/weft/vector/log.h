/* vector/log.h: log, log2, log10 of doubles. No guard (vector/begin.h).
 *
 * x = 2^k m with m in [3/4, 3/2). For each sixteenth there is a number c near 1 / m, so that r =
 * cm - 1 is small: log x = k log 2 - log c + r + r^2 p(r), where the first two are known to
 * twice the digits. In the sixteenths at 1 c is 1. */

/* k and m of a positive normal number. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_split)(WEFT_F x, WEFT_F *m)
{
    WEFT_U moved = (WEFT_U)x + UINT64_C(0x0008000000000000);
    *m = (WEFT_F)((moved & UINT64_C(0x000fffffffffffff)) + UINT64_C(0x3fe8000000000000));
    return (WEFT_F)((moved >> 52) | UINT64_C(0x4330000000000000)) - (0x1p52 + 1023);
}

/* The number c of a sixteenth. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_inverse)(WEFT_I i)
{
    return WEFT_FN(pick)(weft_log_inverses, i);
}

/* The sixteenth of m, and r, rounded. */
WEFT_MATH_INLINE WEFT_I WEFT_FN(log_sixteenth)(WEFT_F m, WEFT_F *r)
{
    WEFT_I i = (WEFT_I)((WEFT_U)m >> 48);
    *r = WEFT_FMA(m, WEFT_FN(log_inverse)(i), WEFT_SET(-1));
    return i;
}

/* The lower part of k log 2 - log c. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_low)(WEFT_F k, WEFT_I i)
{
    return WEFT_FMA(k, WEFT_SET(weft_log_step[1]), WEFT_FN(pick)(weft_log_rests, i));
}

/* The upper part of k log 2 - log c, and low, r and r^2 p(r). */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_sum)(WEFT_F k, WEFT_I i, WEFT_F r, WEFT_F low)
{
    WEFT_F top = WEFT_FMA(k, WEFT_SET(weft_log_step[0]), WEFT_FN(pick)(weft_log_tops, i));
    WEFT_F sum = top + r, rest = (top - sum) + r;
    WEFT_F p = WEFT_FN(poly)(r, weft_log_terms, 9);
    return sum + (rest + WEFT_FMA(WEFT_MUL(r, r), p, low));
}

/* 2^52 k, and m, of a positive normal number. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_part)(WEFT_F x, WEFT_F *m)
{
#if defined(__AVX512DQ__)
    WEFT_I far = ((WEFT_I)x - INT64_C(0x3fe8000000000000)) & ~INT64_C(0x000fffffffffffff);
    *m = (WEFT_F)((WEFT_I)x - far);
    return __builtin_convertvector(far, WEFT_F);
#else
    WEFT_U moved = (WEFT_U)x + UINT64_C(0x0008000000000000);
    *m = (WEFT_F)((moved & UINT64_C(0x000fffffffffffff)) + UINT64_C(0x3fe8000000000000));
    return (WEFT_F)((moved >> 52) | UINT64_C(0x4670000000000000)) - (0x1p104 + 1023 * 0x1p52);
#endif
}

/* log(2^k m) by 2^52 k. Here -log c needs no lower part. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_core)(WEFT_F k, WEFT_F m)
{
    WEFT_I i = (WEFT_I)((WEFT_U)m >> 48);
    WEFT_F r = WEFT_FMA(m, WEFT_FN(pick)(weft_log_near_inverses, i), WEFT_SET(-1));
    WEFT_F top =
        WEFT_FMA(k, WEFT_SET(weft_log_step[0] * 0x1p-52), WEFT_FN(pick)(weft_log_near_tops, i));
    WEFT_F sum = top + r, rest = WEFT_FMA(k, WEFT_SET(weft_log_step[1] * 0x1p-52), (top - sum) + r);
    return sum + WEFT_FMA(WEFT_MUL(r, r), WEFT_FN(poly)(r, weft_log_terms, 9), rest);
}

/* The result of what has no logarithm by the formula: zeros, negative numbers, infinity, NaN. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_special)(WEFT_F x, WEFT_F y)
{
    y = WEFT_SELECT(x < (WEFT_T)INFINITY, y, x);
    y = WEFT_SELECT(x == 0, WEFT_SET((WEFT_T)-INFINITY), y);
    return WEFT_SELECT(x < 0, WEFT_SET((WEFT_T)NAN), y);
}

/* log_split of subnormal numbers, too. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_split_far)(WEFT_F x, WEFT_F *m)
{
    WEFT_I small = x < 0x1p-1022;
    WEFT_F k = WEFT_FN(log_split)(WEFT_SELECT(small, x * 0x1p54, x), m);
    return k - WEFT_SELECT(small, WEFT_SET(54), WEFT_SET(0));
}

/* log_part of subnormal numbers, too. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_part_far)(WEFT_F x, WEFT_F *m)
{
    WEFT_I small = x < 0x1p-1022;
    WEFT_F k = WEFT_FN(log_part)(WEFT_SELECT(small, x * 0x1p54, x), m);
    return k - WEFT_SELECT(small, WEFT_SET(54 * 0x1p52), WEFT_SET(0));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(log_far)(WEFT_F x)
{
    WEFT_F m, k = WEFT_FN(log_part_far)(x, &m);
    return WEFT_FN(log_special)(x, WEFT_FN(log_core)(k, m));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_FN(any_special)(x)))
        return WEFT_FN(log_far)(x);
    WEFT_F m, k = WEFT_FN(log_part)(x, &m);
    return WEFT_FN(log_core)(k, m);
}

/* ---- other bases ---- */

/* The logarithm of 2^k m to another base, by tables of that base. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_of_base)(WEFT_F k, WEFT_F m, const double *step,
                                             const double *tops, const double *rests)
{
    WEFT_F r;
    WEFT_I i = WEFT_FN(log_sixteenth)(m, &r);
    WEFT_F top = WEFT_FMA(k, WEFT_SET(step[0]), WEFT_FN(pick)(tops, i));
    WEFT_F low = WEFT_FMA(k, WEFT_SET(step[1]), WEFT_FN(pick)(rests, i));
    WEFT_F scaled = WEFT_MUL(r, WEFT_SET(step[2]));
    WEFT_F lost = WEFT_FMA(r, WEFT_SET(step[3]), WEFT_FMA(r, WEFT_SET(step[2]), -scaled));
    WEFT_F sum = top + scaled, rest = (top - sum) + scaled;
    WEFT_F p = WEFT_FN(poly)(r, weft_log_terms, 9);
    return sum + (rest + WEFT_FMA(WEFT_MUL(r, scaled), p, low + lost));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log2_core)(WEFT_F k, WEFT_F m)
{
    return WEFT_FN(log_of_base)(k, m, weft_log2_step, weft_log2_tops, weft_log2_rests);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log10_core)(WEFT_F k, WEFT_F m)
{
    return WEFT_FN(log_of_base)(k, m, weft_log10_step, weft_log10_tops, weft_log10_rests);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(log2_far)(WEFT_F x)
{
    WEFT_F m, k = WEFT_FN(log_split_far)(x, &m);
    return WEFT_FN(log_special)(x, WEFT_FN(log2_core)(k, m));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log2)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_FN(any_special)(x)))
        return WEFT_FN(log2_far)(x);
    WEFT_F m, k = WEFT_FN(log_split)(x, &m);
    return WEFT_FN(log2_core)(k, m);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(log10_far)(WEFT_F x)
{
    WEFT_F m, k = WEFT_FN(log_split_far)(x, &m);
    return WEFT_FN(log_special)(x, WEFT_FN(log10_core)(k, m));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log10)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_FN(any_special)(x)))
        return WEFT_FN(log10_far)(x);
    WEFT_F m, k = WEFT_FN(log_split)(x, &m);
    return WEFT_FN(log10_core)(k, m);
}
