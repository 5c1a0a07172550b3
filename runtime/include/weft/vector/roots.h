/* vector/roots.h: cbrt and hypot of doubles and floats. No guard (vector/begin.h). */

/* ---- cbrt ----
 * x = 2^(3q + i) m, i in {-1, 0, 1}; the cube roots of 2^i and of the inverse of c
 * (vector/log.h) are sums of two numbers, and (1 + r)^(1/3) is a series. */

WEFT_MATH_INLINE WEFT_F WEFT_FN(cbrt_core)(WEFT_F k, WEFT_F m)
{
    WEFT_F r, moved = WEFT_FMA(k, WEFT_SET((WEFT_T)(1 / 3.)), WEFT_SET(WEFT_SHIFT));
    WEFT_I piece = WEFT_FN(log_sixteenth)(m, &r);
    WEFT_F left = WEFT_FMA(moved - WEFT_SHIFT, WEFT_SET(-3), k) + WEFT_SHIFT;
    WEFT_F a = WEFT_FN(pick)(WEFT_TABLE(cbrt_tops), piece);
    WEFT_F b = WEFT_FN(pick)(WEFT_TABLE(cbrt_powers), (WEFT_I)left);
    WEFT_F root = WEFT_MUL(a, b), low = WEFT_FMA(a, b, -root);
    low = WEFT_FMA(a, WEFT_FN(pick)(WEFT_TABLE(cbrt_power_rests), (WEFT_I)left), low);
    low = WEFT_FMA(b, WEFT_FN(pick)(WEFT_TABLE(cbrt_rests), piece), low);
    WEFT_F more = WEFT_MUL(r, WEFT_POLY(r, cbrt_terms));
    return (WEFT_F)((WEFT_U)(root + WEFT_FMA(root, more, low)) + ((WEFT_U)moved << WEFT_DIGITS));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(cbrt_far)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), m, k = WEFT_FN(log_split_far)(size, &m);
    WEFT_F y = WEFT_FN(copysign)(WEFT_FN(cbrt_core)(k, m), x);
    return WEFT_SELECT((size > 0) & (size < (WEFT_T)INFINITY), y, x);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(cbrt)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), m;
    if (WEFT_UNLIKELY(WEFT_FN(any_outside)(size, WEFT_BY_WIDTH(0x1p-1022, 0x1p-126),
                                           WEFT_BY_WIDTH(0x1.fffffffffffffp1023, 0x1.fffffep127))))
        return WEFT_FN(cbrt_far)(x);
    WEFT_F k = WEFT_FN(log_split)(size, &m);
    return WEFT_FN(copysign)(WEFT_FN(cbrt_core)(k, m), x);
}

/* ---- hypot ----
 * The sum of squares is a sum of two numbers. */

#define WEFT_LEAST WEFT_BY_WIDTH(0x1p-450, 0x1p-45)
#define WEFT_MOST  WEFT_BY_WIDTH(0x1p500, 0x1p60)

/* The C library's in the lanes whose squares are too large or too small. */
WEFT_MATH_RARE WEFT_F WEFT_FN(hypot_far)(WEFT_F x, WEFT_F y, WEFT_F most, WEFT_F result)
{
    for (int i = 0; i < WEFT_LANES_HERE; i++)
        if (!(most[i] >= WEFT_LEAST && most[i] <= WEFT_MOST) || x[i] != x[i] || y[i] != y[i])
            result[i] = WEFT_LIBM(hypot)(x[i], y[i]);
    return result;
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(hypot)(WEFT_F x, WEFT_F y)
{
    WEFT_F a = WEFT_FN(fabs)(x), b = WEFT_FN(fabs)(y);
    WEFT_I swapped = a < b;
    WEFT_F most = WEFT_SELECT(swapped, b, a), least = WEFT_SELECT(swapped, a, b);
    WEFT_F p = WEFT_MUL(most, most), q = WEFT_MUL(least, least), sum = p + q;
    WEFT_F low = WEFT_FMA(most, most, -p) + WEFT_FMA(least, least, -q) + ((p - sum) + q);
    WEFT_F root = WEFT_FN(sqrt)(sum), rest = WEFT_FMA(-root, root, sum) + low;
    WEFT_F result = WEFT_FN(hide)(WEFT_FMA(rest, (WEFT_T)0.5 / root, root));
    if (WEFT_UNLIKELY(WEFT_FN(any_outside)(most, WEFT_LEAST, WEFT_MOST) ||
                      WEFT_ANY(least != least)))
        return WEFT_FN(hypot_far)(x, y, most, result);
    return result;
}

#undef WEFT_LEAST
#undef WEFT_MOST
