/* vector/expm1.h: expm1, sinh, cosh of doubles and floats, tanh of doubles. No guard
 * (vector/begin.h).
 *
 * x = k ln 2 + r, where r is a sum of two numbers, and e^r - 1 another; so is 2^k (e^r - 1) +
 * (2^k - 1). */

/* Whole k of exp in a power of two; below the end results are normal numbers. */
#define WEFT_EXP_STEPS (WEFT_WIDTH_HERE == 64 ? 16 : 1)
#define WEFT_EXP_END   WEFT_BY_WIDTH(700, 87)

/* e^x - 1 is the sum of the result and *low; 2^k is a normal number. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(expm1_parts)(WEFT_F x, WEFT_F *low)
{
    const WEFT_T *step = WEFT_TABLE(expm1_step);
    WEFT_F shift = WEFT_SET(WEFT_SHIFT), one = WEFT_SET(1), least = WEFT_SET(-step[1]);
    WEFT_F moved = WEFT_FMA(x, WEFT_SET(step[2]), shift), k = moved - shift;
    WEFT_F far = WEFT_FMA(k, WEFT_SET(-step[0]), x), r = WEFT_FMA(k, least, far);
    WEFT_F r_low = WEFT_FMA(k, least, far - r), square = WEFT_MUL(r, r);
    WEFT_F more = WEFT_FMA(square, WEFT_SET((WEFT_T)0.5), WEFT_FMA(r_low, r, r_low));
    more = WEFT_FMA(WEFT_MUL(square, r), WEFT_POLY(r, expm1_terms), more);
    WEFT_F sum = r + more, rest = (r - sum) + more;
    WEFT_F power = (WEFT_F)((WEFT_U)one + ((WEFT_U)moved << WEFT_DIGITS)), base = power - one;
    WEFT_F result = WEFT_FMA(power, sum, base);
    *low = WEFT_FMA(power, rest, WEFT_FMA(power, sum, base - result));
    return result;
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(expm1_core)(WEFT_F x)
{
    WEFT_F low, y = WEFT_FN(expm1_parts)(x, &low);
    return WEFT_FN(copysign)(y + low, x);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(expm1_far)(WEFT_F x)
{
    WEFT_F y = WEFT_FN(expm1_core)(WEFT_SELECT(x < -WEFT_EXP_END, WEFT_SET(-WEFT_EXP_END), x));
    return WEFT_SELECT(x > WEFT_EXP_END, WEFT_FN(exp)(x), WEFT_SELECT(x == x, y, x));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(expm1)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, WEFT_EXP_END)))
        return WEFT_FN(expm1_far)(x);
    return WEFT_FN(expm1_core)(x);
}

/* ---- hyperbolic functions ---- */

#if WEFT_WIDTH_HERE == 64 /* of floats: vector/erf.h */
/* tanh x = e / (e + 2), e = expm1(2x). */
WEFT_MATH_INLINE WEFT_F WEFT_FN(tanh)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), low, d_low;
    size = WEFT_SELECT(size > 20, WEFT_SET(20), size);
    WEFT_F e = WEFT_FN(expm1_parts)(size + size, &low);
    WEFT_F d = WEFT_FN(sum_with_rest)(e, WEFT_SET(2), &d_low);
    return WEFT_FN(copysign)(WEFT_FN(hide)(WEFT_FN(quotient)(e, low, d, d_low + low)), x);
}
#endif

/* e^|x| / 2, which is sinh and cosh where x is large. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(sinh_large)(WEFT_F size)
{
    WEFT_I k;
    WEFT_F y = WEFT_FN(exp_core)(WEFT_FN(clamp)(size, 0, WEFT_BY_WIDTH(712, 91)), &k);
    return WEFT_FN(exp_scale_far)(y, k - WEFT_EXP_STEPS);
}

/* sinh x = (e + e / (e + 1)) / 2, e = expm1(x). */
WEFT_MATH_INLINE WEFT_F WEFT_FN(sinh_core)(WEFT_F size)
{
    WEFT_F low, d_low, e = WEFT_FN(expm1_parts)(size, &low);
    WEFT_F d = WEFT_FN(sum_with_rest)(e, WEFT_SET(1), &d_low);
    WEFT_F q = WEFT_FN(quotient)(e, low, d, d_low + low), sum = e + q;
    return WEFT_MUL(sum + (((e - sum) + q) + low), WEFT_SET((WEFT_T)0.5));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(sinh_far)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    WEFT_F y = WEFT_FN(sinh_core)(WEFT_SELECT(size < WEFT_EXP_END, size, (WEFT_F){0}));
    return WEFT_FN(copysign)(WEFT_SELECT(size < WEFT_EXP_END, y, WEFT_FN(sinh_large)(size)), x);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(sinh)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, WEFT_EXP_END)))
        return WEFT_FN(sinh_far)(x);
    return WEFT_FN(copysign)(WEFT_FN(sinh_core)(size), x);
}

/* cosh x = (e + 1 / e) / 2, e = exp(x). */
WEFT_MATH_INLINE WEFT_F WEFT_FN(cosh_core)(WEFT_F size)
{
    WEFT_I k;
    WEFT_F y = WEFT_FN(exp_core)(size, &k), e = WEFT_FN(exp_scale)(y, k);
    return WEFT_FN(hide)(WEFT_FMA(e, WEFT_SET((WEFT_T)0.5), (WEFT_T)0.5 / e));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(cosh_far)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    WEFT_F y = WEFT_FN(cosh_core)(WEFT_SELECT(size < WEFT_EXP_END, size, (WEFT_F){0}));
    return WEFT_SELECT(size < WEFT_EXP_END, y, WEFT_FN(sinh_large)(size));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(cosh)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, WEFT_EXP_END)))
        return WEFT_FN(cosh_far)(x);
    return WEFT_FN(cosh_core)(size);
}

#undef WEFT_EXP_STEPS
#undef WEFT_EXP_END
