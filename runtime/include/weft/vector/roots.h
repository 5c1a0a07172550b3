/* vector/roots.h: cbrt and hypot of doubles. No guard (vector/begin.h). */

/* ---- cbrt ----
 * x = 2^(3q + i) m, i in {-1, 0, 1}; the cube roots of 2^i and of the inverse of c
 * (vector/log.h) are sums of two numbers, and (1 + r)^(1/3) is a series. */

WEFT_MATH_INLINE WEFT_F WEFT_FN(cbrt_core)(WEFT_F k, WEFT_F m)
{
    WEFT_F r, moved = WEFT_FMA(k, WEFT_SET(1 / 3.), WEFT_SET(WEFT_SHIFT));
    WEFT_I piece = WEFT_FN(log_sixteenth)(m, &r);
    WEFT_F left = WEFT_FMA(moved - WEFT_SHIFT, WEFT_SET(-3), k) + WEFT_SHIFT;
    WEFT_F a = WEFT_FN(pick)(weft_cbrt_tops, piece);
    WEFT_F b = WEFT_FN(pick)(weft_cbrt_powers, (WEFT_I)left);
    WEFT_F root = WEFT_MUL(a, b), low = WEFT_FMA(a, b, -root);
    low = WEFT_FMA(a, WEFT_FN(pick)(weft_cbrt_power_rests, (WEFT_I)left), low);
    low = WEFT_FMA(b, WEFT_FN(pick)(weft_cbrt_rests, piece), low);
    WEFT_F more = WEFT_MUL(r, WEFT_FN(poly)(r, weft_cbrt_terms, 9));
    return (WEFT_F)((WEFT_U)(root + WEFT_FMA(root, more, low)) + ((WEFT_U)moved << 52));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(cbrt_far)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), m, k = WEFT_FN(log_split_far)(size, &m);
    WEFT_F y = WEFT_FN(copysign)(WEFT_FN(cbrt_core)(k, m), x);
    return WEFT_SELECT((size > 0) & (size <= 0x1.fffffffffffffp1023), y, x);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(cbrt)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), m;
    if (WEFT_UNLIKELY(WEFT_FN(any_outside)(size, 0x1p-1022, 0x1.fffffffffffffp1023)))
        return WEFT_FN(cbrt_far)(x);
    WEFT_F k = WEFT_FN(log_split)(size, &m);
    return WEFT_FN(copysign)(WEFT_FN(cbrt_core)(k, m), x);
}

/* ---- hypot ----
 * The sum of squares is a sum of two numbers. */

/* The C library's in the lanes whose squares are too large or too small. */
WEFT_MATH_RARE WEFT_F WEFT_FN(hypot_far)(WEFT_F x, WEFT_F y, WEFT_F most, WEFT_F result)
{
    for (int i = 0; i < WEFT_LANES_HERE; i++)
        if (!(most[i] >= 0x1p-450 && most[i] <= 0x1p500) || x[i] != x[i] || y[i] != y[i])
            result[i] = hypot(x[i], y[i]);
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
    WEFT_F result = WEFT_FN(hide)(WEFT_FMA(rest, 0.5 / root, root));
    if (WEFT_UNLIKELY(WEFT_FN(any_outside)(most, 0x1p-450, 0x1p500) || WEFT_ANY(least != least)))
        return WEFT_FN(hypot_far)(x, y, most, result);
    return result;
}
