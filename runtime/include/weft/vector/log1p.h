/* vector/log1p.h: log1p of doubles and floats. No guard (vector/begin.h). */

#define WEFT_LARGE WEFT_BY_WIDTH(0x1p1000, 0x1p100)

/* r of log_sum for near + rest, as the sum of the result and *low; k and the sixteenth; scale: by
 * what rest is multiplied. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_parts)(WEFT_F near, WEFT_F rest, WEFT_F *k, WEFT_I *i,
                                           WEFT_F *scale, WEFT_F *low)
{
    WEFT_F m, r;
    *k = WEFT_FN(log_split)(near, &m);
    *i = WEFT_FN(log_sixteenth)(m, &r);
    WEFT_F power =
        (WEFT_F)((WEFT_U)WEFT_SET(1) - ((WEFT_U)(*k + WEFT_SHIFT) << WEFT_DIGITS)); /* 2^-k */
    WEFT_F inverse = WEFT_FN(log_inverse)(*i), more = WEFT_MUL(WEFT_MUL(rest, power), inverse),
           both = r + more;
    *scale = WEFT_MUL(power, inverse);
    *low = (r - both) + more;
    return both;
}

/* By the two numbers whose sum is 1 + x; x_low is to be added to x, which is not large. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log1p_sum)(WEFT_F x, WEFT_F x_low)
{
    WEFT_F one = WEFT_SET(1), near = one + x, part = near - one, k, scale, low;
    WEFT_F rest = (one - (near - part)) + (x - part);
    WEFT_I i;
    rest += x_low;
    WEFT_F both = WEFT_FN(log_parts)(near, rest, &k, &i, &scale, &low);
    return WEFT_FN(log_sum)(k, i, both, WEFT_FN(log_low)(k, i) + low);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log1p_core)(WEFT_F x)
{
    return WEFT_FN(copysign)(WEFT_FN(log1p_sum)(x, (WEFT_F){0}), x);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(log1p_far)(WEFT_F x)
{
    WEFT_I inside = (x > -1) & (x < WEFT_LARGE);
    WEFT_F y = WEFT_FN(log1p_core)(WEFT_SELECT(inside, x, (WEFT_F){0}));
    WEFT_F far = WEFT_FN(log)(WEFT_SELECT(x < WEFT_LARGE, 1 + x, x)); /* 0, less, large, or NaN */
    return WEFT_SELECT(inside, y, far);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log1p)(WEFT_F x)
{
    x = WEFT_FN(hide)(x);
    if (WEFT_UNLIKELY(WEFT_ANY(~((x > -1) & (x < WEFT_LARGE)))))
        return WEFT_FN(log1p_far)(x);
    return WEFT_FN(log1p_core)(x);
}

#undef WEFT_LARGE
