/* vector/expf.h: exp and exp2 of floats. No guard (vector/begin.h).
 *
 * x = k ln 2 + r; e^r = 1 + r (1 + r p(r)). */

/* k and r; the lower bits of the result are those of k, which is whole and less than 2^22 in
 * size. */
WEFT_MATH_INLINE WEFT_I WEFT_FN(exp_reduce)(WEFT_F x, WEFT_F *rest)
{
    const WEFT_F shift = WEFT_SET(0x1.8p23f);
    WEFT_F moved = WEFT_FMA(x, WEFT_SET(weft_expf_step[2]), shift), k = moved - shift;
    *rest = WEFT_FMA(k, WEFT_SET(-weft_expf_step[1]), WEFT_FMA(k, WEFT_SET(-weft_expf_step[0]), x));
    return (WEFT_I)moved;
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(exp_core)(WEFT_F x, WEFT_I *k)
{
    WEFT_F r;
    *k = WEFT_FN(exp_reduce)(x, &r);
    WEFT_F p = WEFT_FN(poly_in_turn)(r, weft_expf_terms, 5);
    return WEFT_FMA(r, WEFT_FMA(r, p, WEFT_SET(1)), WEFT_SET(1));
}

/* y 2^k; y and the result are normal numbers. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(exp_scale)(WEFT_F y, WEFT_I k)
{
    return (WEFT_F)((WEFT_U)y + ((WEFT_U)k << 23));
}

/* y 2^k in two steps: the second alone is rounded or overflows. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(exp_scale_far)(WEFT_F y, WEFT_I k)
{
    WEFT_U power = (WEFT_U)k - (UINT32_C(0x4b400000) - 254);
    WEFT_U first = power >> 1, second = power - first; /* biased both */
    return WEFT_MUL(WEFT_MUL(y, (WEFT_F)(first << 23)), (WEFT_F)(second << 23));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(exp_far)(WEFT_F x)
{
    WEFT_I k;
    WEFT_F y = WEFT_FN(exp_core)(WEFT_FN(clamp)(x, -104, 89), &k);
    return WEFT_FN(exp_scale_far)(y, k);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(exp)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, 87)))
        return WEFT_FN(exp_far)(x);
    WEFT_I k;
    WEFT_F y = WEFT_FN(exp_core)(x, &k);
    return WEFT_FN(exp_scale)(y, k);
}

/* As exp_core, with x = k + r. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(exp2_core)(WEFT_F x, WEFT_I *k)
{
    WEFT_F moved = x + WEFT_SHIFT, r = x - (moved - WEFT_SHIFT);
    *k = (WEFT_I)moved;
    return WEFT_FMA(r, WEFT_FN(poly)(r, weft_exp2f_terms, 6), WEFT_SET(1));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(exp2_far)(WEFT_F x)
{
    WEFT_I k;
    WEFT_F y = WEFT_FN(exp2_core)(WEFT_FN(clamp)(x, -151, 129), &k);
    return WEFT_FN(exp_scale_far)(y, k);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(exp2)(WEFT_F x)
{
    x = WEFT_FN(hide)(x);
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, 125)))
        return WEFT_FN(exp2_far)(x);
    WEFT_I k;
    WEFT_F y = WEFT_FN(exp2_core)(x, &k);
    return WEFT_FN(exp_scale)(y, k);
}
