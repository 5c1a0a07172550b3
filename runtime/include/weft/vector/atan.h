/* vector/atan.h: atan, atan2, asin, acos of doubles and floats. No guard (vector/begin.h). */

/* base - v, where each is a sum of two numbers, and v is the smaller, or base is 0. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(away_from)(WEFT_F base, WEFT_F base_low, WEFT_F v, WEFT_F v_low)
{
    WEFT_F sum = base - v;
    return sum + (((base - sum) - v) + (base_low - v_low));
}

/* ---- atan ----
 * The lesser of |y| and |x| divided by the other is t in [0, 1], a sum of two numbers; atan t of
 * doubles is a polynomial in the distance from the nearest of 16 centers, of floats one polynomial.
 * What is left is symmetry. */

/* atan(n / d) is the sum of the result and *low; 0 <= n <= d. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(atan_ratio)(WEFT_F n, WEFT_F d, WEFT_F *low)
{
    WEFT_F inverse = 1 / d, t = WEFT_MUL(n, inverse);
    WEFT_F t_low = WEFT_MUL(WEFT_FMA(-t, d, n), inverse);
#if WEFT_WIDTH_HERE == 64
    WEFT_F moved = WEFT_FMA(t, WEFT_SET(128 / 9.), WEFT_SET(WEFT_SHIFT));
    WEFT_F near = WEFT_FMA(moved - WEFT_SHIFT, WEFT_SET(-9 / 128.), t) + t_low;
    return WEFT_PIECEWISE(near, (WEFT_I)moved, weft_atan_pieces, low);
#else
    WEFT_F square = WEFT_MUL(t, t);
    *low = WEFT_FMA(WEFT_MUL(t, square), WEFT_POLY(square, atan_terms), t_low);
    return t;
#endif
}

/* Numbers from 2^60 on have the same result. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(atan)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), one = WEFT_SET(1), zero = {0}, low;
    size = WEFT_SELECT(size > (WEFT_T)0x1p60, WEFT_SET((WEFT_T)0x1p60), size);
    WEFT_I large = size > 1;
    WEFT_F y =
        WEFT_FN(atan_ratio)(WEFT_SELECT(large, one, size), WEFT_SELECT(large, size, one), &low);
    WEFT_F base = WEFT_SELECT(large, WEFT_SET(WEFT_TABLE(half_turns)[0]), zero);
    WEFT_F base_low = WEFT_SELECT(large, WEFT_SET(WEFT_TABLE(half_turns)[1]), zero);
    WEFT_F result = WEFT_FN(away_from)(base, base_low, WEFT_SELECT(large, y, -y),
                                       WEFT_SELECT(large, low, -low));
    return WEFT_FN(copysign)(result, x);
}

#define WEFT_LEAST WEFT_BY_WIDTH(0x1p-1000, 0x1p-100)

/* The C library's in the lanes whose larger number is none that can be divided by. */
WEFT_MATH_RARE WEFT_F WEFT_FN(atan2_far)(WEFT_F y, WEFT_F x, WEFT_F most, WEFT_F result)
{
    for (int i = 0; i < WEFT_LANES_HERE; i++)
        if (!(most[i] >= WEFT_LEAST && most[i] <= 1 / WEFT_LEAST) || y[i] != y[i] || x[i] != x[i])
            result[i] = WEFT_LIBM(atan2)(y[i], x[i]);
    return result;
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(atan2)(WEFT_F y, WEFT_F x)
{
    WEFT_F a = WEFT_FN(fabs)(y), b = WEFT_FN(fabs)(x), zero = {0}, low;
    WEFT_I steep = a > b, left = (WEFT_I)x < 0; /* the sign of -0, too */
    WEFT_F least = WEFT_SELECT(steep, b, a), most = WEFT_SELECT(steep, a, b);
    WEFT_F angle = WEFT_FN(atan_ratio)(least, most, &low);
    WEFT_F base = WEFT_SELECT(left, WEFT_SET(WEFT_TABLE(half_turns)[2]), zero);
    WEFT_F base_low = WEFT_SELECT(left, WEFT_SET(WEFT_TABLE(half_turns)[3]), zero);
    base = WEFT_SELECT(steep, WEFT_SET(WEFT_TABLE(half_turns)[0]), base);
    base_low = WEFT_SELECT(steep, WEFT_SET(WEFT_TABLE(half_turns)[1]), base_low);
    WEFT_I add = ~(steep ^ left);
    WEFT_F result = WEFT_FN(away_from)(base, base_low, WEFT_SELECT(add, -angle, angle),
                                       WEFT_SELECT(add, -low, low));
    result = WEFT_FN(copysign)(result, y);
    if (WEFT_UNLIKELY(WEFT_FN(any_outside)(most, WEFT_LEAST, 1 / WEFT_LEAST) || WEFT_ANY(y != y)))
        return WEFT_FN(atan2_far)(y, x, most, result);
    return result;
}

/* ---- asin ----
 * By a series in [0, 1/2]; asin x = pi / 2 - 2 asin(sqrt((1 - x) / 2)) above. */

/* Where |x| <= 1/2, asin |x|; else acos |x|: the sum of the result and *low. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(asin_parts)(WEFT_F size, WEFT_I large, WEFT_F *low)
{
    WEFT_F half = WEFT_MUL(1 - size, WEFT_SET((WEFT_T)0.5)), root = WEFT_FN(sqrt)(half);
    WEFT_F lost = WEFT_MUL(WEFT_FMA(-root, root, half), (WEFT_T)0.5 / (root + WEFT_LEAST));
    WEFT_F square = WEFT_SELECT(large, half, WEFT_MUL(size, size));
    WEFT_F v = WEFT_SELECT(large, root, size);
    WEFT_F cubic = WEFT_MUL(WEFT_MUL(v, square), WEFT_POLY(square, asin_terms));
    *low = WEFT_SELECT(large, (cubic + lost) + (cubic + lost), cubic);
    return WEFT_SELECT(large, root + root, size);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(asin)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), zero = {0}, low;
    WEFT_I large = size > (WEFT_T)0.5;
    WEFT_F v = WEFT_FN(asin_parts)(size, large, &low);
    WEFT_F base = WEFT_SELECT(large, WEFT_SET(WEFT_TABLE(half_turns)[0]), zero);
    WEFT_F base_low = WEFT_SELECT(large, WEFT_SET(WEFT_TABLE(half_turns)[1]), zero);
    WEFT_F result = WEFT_FN(away_from)(base, base_low, WEFT_SELECT(large, v, -v),
                                       WEFT_SELECT(large, low, -low));
    return WEFT_FN(copysign)(result, x);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(acos)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), low;
    WEFT_I large = size > (WEFT_T)0.5, negative = x < 0, minus = large ^ negative;
    WEFT_F v = WEFT_FN(asin_parts)(size, large, &low);
    WEFT_F base = WEFT_SELECT(negative, WEFT_SET(WEFT_TABLE(half_turns)[2]), (WEFT_F){0});
    WEFT_F base_low = WEFT_SELECT(negative, WEFT_SET(WEFT_TABLE(half_turns)[3]), (WEFT_F){0});
    base = WEFT_SELECT(large, base, WEFT_SET(WEFT_TABLE(half_turns)[0]));
    base_low = WEFT_SELECT(large, base_low, WEFT_SET(WEFT_TABLE(half_turns)[1]));
    return WEFT_FN(away_from)(base, base_low, WEFT_SELECT(minus, -v, v),
                              WEFT_SELECT(minus, -low, low));
}

#undef WEFT_LEAST
