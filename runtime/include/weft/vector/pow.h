/* vector/pow.h: pow of doubles. No guard (vector/begin.h).
 *
 * e^(y log |x|), where the logarithm is a sum of two numbers, exact to some 67 digits: as in
 * vector/log.h, with the first three terms of the series in twice the digits. Zeros, subnormal
 * numbers, infinities, NaN and what overflows or comes close are left to the C library. */

/* *sum + number, with what was lost added to *rest; the sum is the larger, or 0. */
WEFT_MATH_INLINE void WEFT_FN(add_smaller)(WEFT_F *sum, WEFT_F *rest, WEFT_F number)
{
    WEFT_F next = *sum + number;
    *rest += (*sum - next) + number;
    *sum = next;
}

/* log x is the sum of the result and *low; x is positive and normal. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(pow_log)(WEFT_F x, WEFT_F *low)
{
    WEFT_F m, k = WEFT_FN(log_split)(x, &m);
    WEFT_I i = (WEFT_I)((WEFT_U)m >> 48);
    WEFT_F inverse = WEFT_FN(pick)(weft_log_inverses, i), product = WEFT_MUL(m, inverse);
    WEFT_F lost = WEFT_FMA(m, inverse, -product), near = product - 1, r = near + lost;
    WEFT_F r_low = (near - r) + lost;

    WEFT_F square = WEFT_MUL(r, r), square_low = WEFT_FMA(r, r, -square);
    WEFT_F cube = WEFT_MUL(square, r);
    WEFT_F cube_low = WEFT_FMA(square_low, r, WEFT_FMA(square, r, -cube));
    WEFT_F third = WEFT_MUL(cube, WEFT_SET(weft_pow_third[0]));
    WEFT_F third_low = WEFT_FMA(cube, WEFT_SET(weft_pow_third[0]), -third);
    third_low = WEFT_FMA(cube, WEFT_SET(weft_pow_third[1]), third_low);
    third_low = WEFT_FMA(cube_low, WEFT_SET(weft_pow_third[0]), third_low);

    WEFT_F sum = WEFT_FMA(k, WEFT_SET(weft_log_step[0]), WEFT_FN(pick)(weft_log_tops, i));
    WEFT_F rest = WEFT_FMA(k, WEFT_SET(weft_log_step[1]), WEFT_FN(pick)(weft_log_rests, i));
    rest += WEFT_FMA(-r, r_low, r_low) + WEFT_FMA(square_low, WEFT_SET(-0.5), third_low);
    rest = WEFT_FMA(WEFT_MUL(square, square), WEFT_FN(poly)(r, weft_pow_terms, 9), rest);
    WEFT_FN(add_smaller)(&sum, &rest, r);
    WEFT_FN(add_smaller)(&sum, &rest, WEFT_MUL(square, WEFT_SET(-0.5)));
    WEFT_FN(add_smaller)(&sum, &rest, third);
    WEFT_F result = sum + rest;
    *low = (sum - result) + rest;
    return result;
}

/* e^(x + low) for |x| < 708. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(pow_exp)(WEFT_F x, WEFT_F low)
{
    WEFT_F r;
    WEFT_I k = WEFT_FN(exp_reduce)(x, &r);
    r += low;
    WEFT_F q = WEFT_FMA(WEFT_MUL(r, r), WEFT_FN(poly)(r, weft_exp_terms, 5), r);
    return WEFT_FN(exp_scale)(WEFT_FN(exp_join)(k, q), k);
}

/* The result for a negative x, where size is that for -x. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(pow_of_negative)(WEFT_F y, WEFT_F size)
{
    WEFT_F half = WEFT_MUL(y, WEFT_SET(0.5));
    WEFT_I odd = WEFT_FN(rint)(half) != half;
    WEFT_F result = WEFT_SELECT(odd, -size, size);
    return WEFT_SELECT(WEFT_FN(rint)(y) == y, result, WEFT_SET(NAN));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(pow_far)(WEFT_F x, WEFT_F y, WEFT_F p, WEFT_F result)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    WEFT_I near = (size >= 0x1p-1022) & (size <= 0x1.fffffffffffffp1023) & (WEFT_FN(fabs)(p) < 708);
    for (int i = 0; i < WEFT_LANES_HERE; i++)
        if (!near[i])
            result[i] = pow(x[i], y[i]);
    return result;
}

/* pow(x, y), where y log |x| is p + p_low, if |x| is a normal number and |p| < 708. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(pow_finish)(WEFT_F x, WEFT_F y, WEFT_F p, WEFT_F p_low)
{
    WEFT_F size = WEFT_FN(fabs)(x), result = WEFT_FN(pow_exp)(p, p_low);
    WEFT_I negative = x < 0;
    if (WEFT_ANY(negative))
        result = WEFT_SELECT(negative, WEFT_FN(pow_of_negative)(y, result), result);
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(p, 708) ||
                      WEFT_FN(any_outside)(size, 0x1p-1022, 0x1.fffffffffffffp1023)))
        result = WEFT_FN(pow_far)(x, y, p, result);
    return result;
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(pow)(WEFT_F x, WEFT_F y)
{
    WEFT_F low, log = WEFT_FN(pow_log)(WEFT_FN(fabs)(x), &low), p = WEFT_MUL(y, log);
    return WEFT_FN(pow_finish)(x, y, p, WEFT_FMA(y, low, WEFT_FMA(y, log, -p)));
}

/* pow of numbers that are floats, and exact enough to be rounded to one. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(powf)(WEFT_F x, WEFT_F y)
{
    WEFT_F m, k = WEFT_FN(log_part)(WEFT_FN(fabs)(x), &m), p = WEFT_MUL(y, WEFT_FN(log_core)(k, m));
    return WEFT_FN(pow_finish)(x, y, p, (WEFT_F){0});
}
