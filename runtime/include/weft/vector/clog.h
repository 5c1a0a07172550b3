/* vector/clog.h: the complex logarithm, log |x + iy| and the angle, of doubles and floats. No guard
 * (vector/begin.h).
 *
 * The sum of squares is one of three numbers: near 1 what is left of it, less 1, is the logarithm.
 */

#define WEFT_LEAST WEFT_BY_WIDTH(0x1p-450, 0x1p-45)
#define WEFT_MOST  WEFT_BY_WIDTH(0x1p500, 0x1p60)

/* a + b, rounded, and what that loses. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(exact_sum)(WEFT_F a, WEFT_F b, WEFT_F *rest)
{
    WEFT_F sum = a + b, part = sum - a;
    *rest = (a - (sum - part)) + (b - part);
    return sum;
}

/* The C library's in the lanes whose squares are too large or too small. */
WEFT_MATH_RARE WEFT_F WEFT_FN(loghypot_far)(WEFT_F x, WEFT_F y, WEFT_F most, WEFT_F result)
{
    for (int i = 0; i < WEFT_LANES_HERE; i++)
        if (!(most[i] >= WEFT_LEAST && most[i] <= WEFT_MOST) || x[i] != x[i] || y[i] != y[i])
            result[i] =
                __extension__ __real__ WEFT_LIBM(__builtin_clog)(__builtin_complex(x[i], y[i]));
    return result;
}

/* log |x + iy| */
WEFT_MATH_INLINE WEFT_F WEFT_FN(loghypot)(WEFT_F x, WEFT_F y)
{
    WEFT_F a = WEFT_FN(fabs)(x), b = WEFT_FN(fabs)(y), rest, more, last, low, scale, k;
    WEFT_I swapped = a < b, i;
    WEFT_F most = WEFT_SELECT(swapped, b, a), least = WEFT_SELECT(swapped, a, b);
    WEFT_F p = WEFT_MUL(most, most), q = WEFT_MUL(least, least), sum = p + q;
    rest = WEFT_FN(exact_sum)(WEFT_FMA(most, most, -p), WEFT_FMA(least, least, -q), &last);
    rest = WEFT_FN(exact_sum)((p - sum) + q, rest, &more);
    WEFT_F r = WEFT_FN(log_parts)(sum, rest, &k, &i, &scale, &low);
    low = WEFT_FMA(more + last, scale, low);
    WEFT_F result =
        WEFT_MUL(WEFT_FN(log_sum)(k, i, r, WEFT_FN(log_low)(k, i) + low), WEFT_SET((WEFT_T)0.5));
    if (WEFT_UNLIKELY(WEFT_FN(any_outside)(most, WEFT_LEAST, WEFT_MOST) ||
                      WEFT_ANY(least != least)))
        return WEFT_FN(loghypot_far)(x, y, most, result);
    return result;
}

WEFT_MATH_INLINE void WEFT_FN(clog)(WEFT_F x, WEFT_F y, WEFT_F *real, WEFT_F *imaginary)
{
    *real = WEFT_FN(loghypot)(x, y);
    *imaginary = WEFT_FN(atan2)(y, x);
}

#undef WEFT_LEAST
#undef WEFT_MOST
