/* vector_logf.h: log of floats, as vector_log.h. No guard (vector_begin.h). */

/* k and m of a positive normal number. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_split)(WEFT_F x, WEFT_F *m)
{
    WEFT_U moved = (WEFT_U)x + UINT32_C(0x00400000);
    *m = (WEFT_F)((moved & UINT32_C(0x007fffff)) + UINT32_C(0x3f400000));
    return __builtin_convertvector((WEFT_I)(moved >> 23) - 127, WEFT_F);
}

/* log(2^k m). */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_core)(WEFT_F k, WEFT_F m)
{
    WEFT_I i = (WEFT_I)((WEFT_U)m >> 19);
    WEFT_F r = WEFT_FMA(m, WEFT_FN(pick)(weft_logf_inverses, i), WEFT_SET(-1));
    WEFT_F top = WEFT_FMA(k, WEFT_SET(weft_logf_step[0]), WEFT_FN(pick)(weft_logf_tops, i));
    WEFT_F low = WEFT_FMA(k, WEFT_SET(weft_logf_step[1]), WEFT_FN(pick)(weft_logf_rests, i));
    WEFT_F sum = top + r, rest = (top - sum) + r;
    WEFT_F p = WEFT_FN(poly)(r, weft_logf_terms, 5);
    return sum + (rest + WEFT_FMA(WEFT_MUL(r, r), p, low));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(log_far)(WEFT_F x)
{
    WEFT_I small = x < 0x1p-126f;
    WEFT_F m, k = WEFT_FN(log_split)(WEFT_SELECT(small, x * 0x1p25f, x), &m);
    WEFT_F y = WEFT_FN(log_core)(k - WEFT_SELECT(small, WEFT_SET(25), WEFT_SET(0)), m);
    y = WEFT_SELECT(x < (float)INFINITY, y, x); /* infinity, NaN */
    y = WEFT_SELECT(x == 0, WEFT_SET((float)-INFINITY), y);
    return WEFT_SELECT(x < 0, WEFT_SET((float)NAN), y);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_FN(any_outside)(x, 0x1p-126f, 0x1.fffffep127f)))
        return WEFT_FN(log_far)(x);
    WEFT_F m, k = WEFT_FN(log_split)(x, &m);
    return WEFT_FN(log_core)(k, m);
}
