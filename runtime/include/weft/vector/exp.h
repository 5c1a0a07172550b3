/* vector/exp.h: exp and exp2 of doubles. No guard (vector/begin.h).
 *
 * x = k ln 2 / 16 + r; 2^(k/16) is a power of two times one of 16 numbers, which are known to
 * twice the digits, and e^r = 1 + r + r^2 p(r). */

/* k and r. The lower bits of the result are those of k, which is whole and less than 2^51 in
 * size. */
WEFT_MATH_INLINE WEFT_I WEFT_FN(exp_reduce)(WEFT_F x, WEFT_F *rest)
{
    const WEFT_F shift = WEFT_SET(0x1.8p52);
    WEFT_F moved = WEFT_FMA(x, WEFT_SET(weft_exp_step[2]), shift), k = moved - shift;
    *rest = WEFT_FMA(k, WEFT_SET(-weft_exp_step[1]), WEFT_FMA(k, WEFT_SET(-weft_exp_step[0]), x));
    return (WEFT_I)moved;
}

/* 2^(i/16) (1 + q), where i is the last four bits of k. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(exp_join)(WEFT_I k, WEFT_F q)
{
    WEFT_F top = WEFT_FN(pick)(weft_exp_tops, k), rest = WEFT_FN(pick)(weft_exp_rests, k);
    return top + WEFT_FMA(top, q, rest);
}

/* y times two to the power of k / 16, rounded down; y and the result are normal numbers. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(exp_scale)(WEFT_F y, WEFT_I k)
{
    return (WEFT_F)((WEFT_U)y + ((WEFT_U)(k & ~INT64_C(15)) << 48));
}

/* The same for results of any size, in two steps: the second alone is rounded or overflows. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(exp_scale_far)(WEFT_F y, WEFT_I k)
{
    WEFT_U power = ((WEFT_U)k - (UINT64_C(0x4338000000000000) - 16 * 2046)) >> 4;
    WEFT_U first = power >> 1, second = power - first; /* biased both */
    return WEFT_MUL(WEFT_MUL(y, (WEFT_F)(first << 52)), (WEFT_F)(second << 52));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(exp_core)(WEFT_F x, WEFT_I *k)
{
    WEFT_F r;
    *k = WEFT_FN(exp_reduce)(x, &r);
    WEFT_F q = WEFT_FMA(WEFT_MUL(r, r), WEFT_FN(poly)(r, weft_exp_terms, 5), r);
    return WEFT_FN(exp_join)(*k, q);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(exp_far)(WEFT_F x)
{
    WEFT_I k;
    WEFT_F y = WEFT_FN(exp_core)(WEFT_FN(clamp)(x, -746, 710), &k);
    return WEFT_FN(exp_scale_far)(y, k);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(exp)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, 708)))
        return WEFT_FN(exp_far)(x);
    WEFT_I k;
    WEFT_F y = WEFT_FN(exp_core)(x, &k);
    return WEFT_FN(exp_scale)(y, k);
}

/* As exp_core, with x = k / 16 + r. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(exp2_core)(WEFT_F x, WEFT_I *k)
{
    const WEFT_F shift = WEFT_SET(0x1.8p52);
    WEFT_F moved = WEFT_FMA(x, WEFT_SET(16), shift);
    WEFT_F r = WEFT_FMA(moved - shift, WEFT_SET(-0.0625), x);
    *k = (WEFT_I)moved;
    return WEFT_FN(exp_join)(*k, WEFT_MUL(r, WEFT_FN(poly)(r, weft_exp2_terms, 6)));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(exp2_far)(WEFT_F x)
{
    WEFT_I k;
    WEFT_F y = WEFT_FN(exp2_core)(WEFT_FN(clamp)(x, -1076, 1025), &k);
    return WEFT_FN(exp_scale_far)(y, k);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(exp2)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, 1021)))
        return WEFT_FN(exp2_far)(x);
    WEFT_I k;
    WEFT_F y = WEFT_FN(exp2_core)(x, &k);
    return WEFT_FN(exp_scale)(y, k);
}
