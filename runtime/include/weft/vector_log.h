/* vector_log.h: log, log2, log10, log1p of doubles. No guard (vector_begin.h).
 *
 * x = 2^k m with m in [3/4, 3/2). For each sixteenth there is a number c near 1 / m, so that r = cm - 1
 * is small: log x = k log 2 - log c + r + r^2 p(r), where the first two are known to twice the digits. In
 * the sixteenths at 1 c is 1. */

/* k and m of a positive normal number. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_split)(WEFT_F x, WEFT_F *m)
{
    WEFT_U moved = (WEFT_U)x + UINT64_C(0x0008000000000000);
    *m = (WEFT_F)((moved & UINT64_C(0x000fffffffffffff)) + UINT64_C(0x3fe8000000000000));
    return (WEFT_F)((moved >> 52) | UINT64_C(0x4330000000000000)) - (0x1p52 + 1023);
}

/* The sixteenth of m, and r, rounded. */
WEFT_MATH_INLINE WEFT_I WEFT_FN(log_sixteenth)(WEFT_F m, WEFT_F *r)
{
    WEFT_I i = (WEFT_I)((WEFT_U)m >> 48);
    *r = WEFT_FMA(m, WEFT_FN(pick)(weft_log_inverses, i), WEFT_SET(-1));
    return i;
}

/* k log 2 - log c + r + tail + r^2 p(r). */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_sum)(WEFT_F k, WEFT_I i, WEFT_F r, WEFT_F tail)
{
    WEFT_F top = WEFT_FMA(k, WEFT_SET(weft_log_step[0]), WEFT_FN(pick)(weft_log_tops, i));
    WEFT_F low = WEFT_FMA(k, WEFT_SET(weft_log_step[1]), WEFT_FN(pick)(weft_log_rests, i));
    WEFT_F sum = top + r, rest = (top - sum) + r;
    WEFT_F p = WEFT_FN(poly)(r, weft_log_terms, 9);
    return sum + (rest + (tail + WEFT_FMA(WEFT_MUL(r, r), p, low)));
}

/* log(x) + (more) log 2. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_core)(WEFT_F x, WEFT_F more)
{
    WEFT_F m, r, k = WEFT_FN(log_split)(x, &m) + more;
    WEFT_I i = WEFT_FN(log_sixteenth)(m, &r);
    return WEFT_FN(log_sum)(k, i, r, (WEFT_F){0});
}

/* The result of what has no logarithm by the formula: zeros, negative numbers, infinity, NaN. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_special)(WEFT_F x, WEFT_F y)
{
    y = WEFT_SELECT(x < (WEFT_T)INFINITY, y, x);
    y = WEFT_SELECT(x == 0, WEFT_SET((WEFT_T)-INFINITY), y);
    return WEFT_SELECT(x < 0, WEFT_SET((WEFT_T)NAN), y);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(log_far)(WEFT_F x)
{
    WEFT_I small = x < 0x1p-1022;
    WEFT_F more = WEFT_SELECT(small, WEFT_SET(-54), WEFT_SET(0));
    WEFT_F y = WEFT_FN(log_core)(WEFT_SELECT(small, x * 0x1p54, x), more);
    return WEFT_FN(log_special)(x, y);
}

/* Whether log_split takes a lane for what it is not. */
WEFT_MATH_INLINE WEFT_I WEFT_FN(log_is_far)(WEFT_F x)
{
    return ~((x >= 0x1p-1022) & (x <= 0x1.fffffffffffffp1023));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_ANY(WEFT_FN(log_is_far)(x))))
        return WEFT_FN(log_far)(x);
    return WEFT_FN(log_core)(x, WEFT_SET(0));
}

/* ---- other bases ---- */

/* The logarithm to another base, plus that of 2^more, by tables of that base. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_of_base)(WEFT_F x, WEFT_F more, const double *step,
                                             const double *tops, const double *rests)
{
    WEFT_F m, r, k = WEFT_FN(log_split)(x, &m) + more;
    WEFT_I i = WEFT_FN(log_sixteenth)(m, &r);
    WEFT_F top = WEFT_FMA(k, WEFT_SET(step[0]), WEFT_FN(pick)(tops, i));
    WEFT_F low = WEFT_FMA(k, WEFT_SET(step[1]), WEFT_FN(pick)(rests, i));
    WEFT_F scaled = WEFT_MUL(r, WEFT_SET(step[2]));
    WEFT_F lost = WEFT_FMA(r, WEFT_SET(step[3]), WEFT_FMA(r, WEFT_SET(step[2]), -scaled));
    WEFT_F sum = top + scaled, rest = (top - sum) + scaled;
    WEFT_F p = WEFT_FN(poly)(r, weft_log_terms, 9);
    return sum + (rest + WEFT_FMA(WEFT_MUL(r, scaled), p, low + lost));
}

/* Some lanes may be no positive normal numbers. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_of_base_far)(WEFT_F x, const double *step, const double *tops,
                                                 const double *rests)
{
    WEFT_I small = x < 0x1p-1022;
    WEFT_F more = WEFT_SELECT(small, WEFT_SET(-54), WEFT_SET(0));
    x = WEFT_SELECT(small, x * 0x1p54, x);
    return WEFT_FN(log_special)(x, WEFT_FN(log_of_base)(x, more, step, tops, rests));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(log2_far)(WEFT_F x)
{
    return WEFT_FN(log_of_base_far)(x, weft_log2_step, weft_log2_tops, weft_log2_rests);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log2)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_ANY(WEFT_FN(log_is_far)(x))))
        return WEFT_FN(log2_far)(x);
    return WEFT_FN(log_of_base)(x, WEFT_SET(0), weft_log2_step, weft_log2_tops, weft_log2_rests);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(log10_far)(WEFT_F x)
{
    return WEFT_FN(log_of_base_far)(x, weft_log10_step, weft_log10_tops, weft_log10_rests);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log10)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_ANY(WEFT_FN(log_is_far)(x))))
        return WEFT_FN(log10_far)(x);
    return WEFT_FN(log_of_base)(x, WEFT_SET(0), weft_log10_step, weft_log10_tops, weft_log10_rests);
}

/* ---- log(1 + x) ----
 * of the sum of two numbers that 1 + x is; x < 2^1000. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log1p_core)(WEFT_F x)
{
    WEFT_F m, r, one = WEFT_SET(1), near = one + x, part = near - one;
    WEFT_F rest = (one - (near - part)) + (x - part), k = WEFT_FN(log_split)(near, &m);
    WEFT_I i = WEFT_FN(log_sixteenth)(m, &r);
    WEFT_F power = (WEFT_F)((WEFT_U)one - ((WEFT_U)(k + 0x1.8p52) << 52)); /* 2^-k */
    WEFT_F more = WEFT_MUL(WEFT_MUL(rest, power), WEFT_FN(pick)(weft_log_inverses, i));
    WEFT_F both = r + more;
    return WEFT_FN(copysign)(WEFT_FN(log_sum)(k, i, both, (r - both) + more), x);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(log1p_far)(WEFT_F x)
{
    WEFT_I inside = (x > -1) & (x < 0x1p1000);
    WEFT_F y = WEFT_FN(log1p_core)(WEFT_SELECT(inside, x, (WEFT_F){0}));
    WEFT_F far = WEFT_FN(log)(WEFT_SELECT(x < 0x1p1000, 1 + x, x)); /* 0, less, large, or NaN */
    return WEFT_SELECT(inside, y, far);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log1p)(WEFT_F x)
{
    x = WEFT_FN(hide)(x);
    if (WEFT_UNLIKELY(WEFT_ANY(~((x > -1) & (x < 0x1p1000)))))
        return WEFT_FN(log1p_far)(x);
    return WEFT_FN(log1p_core)(x);
}
