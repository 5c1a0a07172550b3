/* vector/erfc.h: erfc of doubles. No guard (vector/begin.h).
 *
 * e^(-x^2) times a function of s = 4 / (x + 4), a polynomial in the distance from the nearest
 * sixteenth; both factors are sums of two numbers. */

/* e^(x^2) erfc(x) is the sum of the result and *low; 0 <= x < 28. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(erfc_scaled)(WEFT_F x, WEFT_F *low)
{
    WEFT_F rest, d = WEFT_FN(sum_with_rest)(WEFT_SET(4), x, &rest), s = 4 / d;
    WEFT_F s_low = WEFT_FMA(-s, rest, WEFT_FMA(-s, d, WEFT_SET(4)));
    s_low = WEFT_MUL(s_low, WEFT_MUL(s, WEFT_SET(0.25)));
    WEFT_F moved = WEFT_FMA(s, WEFT_SET(16), WEFT_SET(WEFT_SHIFT));
    WEFT_I i = (WEFT_I)moved - 1;
    WEFT_F near = WEFT_FMA(moved - WEFT_SHIFT, WEFT_SET(-0.0625), s) + s_low;
    return WEFT_PIECEWISE(near, i, weft_erfc_pieces, low);
}

/* erfc(x) / 2^(k / 16), where k / 16 is rounded down; 0 <= x < 28. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(erfc_core)(WEFT_F x, WEFT_I *k)
{
    WEFT_F r, square = WEFT_MUL(x, x), square_low = WEFT_FMA(x, x, -square);
    *k = WEFT_FN(exp_reduce)(-square, &r);
    r -= square_low;
    WEFT_F q = WEFT_FMA(WEFT_MUL(r, r), WEFT_FN(poly)(r, weft_exp_terms, 5), r);
    WEFT_F top = WEFT_FN(pick)(weft_exp_tops, *k);
    WEFT_F more = WEFT_FMA(top, q, WEFT_FN(pick)(weft_exp_rests, *k));
    WEFT_F factor = top + more, factor_low = (top - factor) + more;
    WEFT_F low, scaled = WEFT_FN(erfc_scaled)(x, &low);
    WEFT_F product = WEFT_MUL(factor, scaled), lost = WEFT_FMA(factor, scaled, -product);
    return product + WEFT_FMA(factor, low, WEFT_FMA(factor_low, scaled, lost));
}

/* Of a negative number what the other sign leaves of 2. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(erfc_reflect)(WEFT_F x, WEFT_F y)
{
    return WEFT_SELECT(x < 0, 2 - y, y);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(erfc_far)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    WEFT_I k;
    WEFT_F y = WEFT_FN(erfc_core)(WEFT_SELECT(size > 27.5, WEFT_SET(27.5), size), &k);
    return WEFT_FN(erfc_reflect)(x, WEFT_FN(exp_scale_far)(y, k));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(erfc)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, 26)))
        return WEFT_FN(erfc_far)(x);
    WEFT_I k;
    WEFT_F y = WEFT_FN(erfc_core)(size, &k);
    return WEFT_FN(erfc_reflect)(x, WEFT_FN(exp_scale)(y, k));
}
