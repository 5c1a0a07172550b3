/* vector_log.h: log of doubles. No guard (vector_begin.h).
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

/* log(x) + (more) log 2. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_core)(WEFT_F x, WEFT_F more)
{
    WEFT_F m, k = WEFT_FN(log_split)(x, &m) + more;
    WEFT_I i = (WEFT_I)((WEFT_U)m >> 48);
    WEFT_F r = WEFT_FMA(m, WEFT_FN(pick)(weft_log_inverses, i), WEFT_SET(-1));
    WEFT_F top = WEFT_FMA(k, WEFT_SET(weft_log_step[0]), WEFT_FN(pick)(weft_log_tops, i));
    WEFT_F low = WEFT_FMA(k, WEFT_SET(weft_log_step[1]), WEFT_FN(pick)(weft_log_rests, i));
    WEFT_F sum = top + r, rest = (top - sum) + r;
    WEFT_F p = WEFT_FN(poly)(r, weft_log_terms, 10);
    return sum + (rest + WEFT_FMA(WEFT_MUL(r, r), p, low));
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

WEFT_MATH_INLINE WEFT_F WEFT_FN(log)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_ANY(~((x >= 0x1p-1022) & (x <= 0x1.fffffffffffffp1023)))))
        return WEFT_FN(log_far)(x);
    return WEFT_FN(log_core)(x, WEFT_SET(0));
}
