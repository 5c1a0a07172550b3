/* vector/erfcf.h: erfc of floats. No guard (vector/begin.h).
 *
 * e^(-x^2) times a function that is a polynomial in the distance from the center of a piece: each
 * octave of x + 1, up to 16, has four of them. Both factors are sums of two numbers. */

/* e^(x^2) erfc(x) is the sum of the result and *low; 0 <= x < 11. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(erfc_scaled)(WEFT_F x, WEFT_F *low)
{
    WEFT_U moved = (WEFT_U)(x + 1);
    WEFT_F center = (WEFT_F)((moved & UINT32_C(0xffe00000)) | UINT32_C(0x00100000)) - 1;
    WEFT_F d = x - center;
    WEFT_I piece = (WEFT_I)(moved >> 21);
    WEFT_F top = WEFT_FN(pick)(weft_erfcf_pieces[0], piece);
    WEFT_F slope = WEFT_FN(poly_of_piece)(d, piece, weft_erfcf_pieces + 2, 6);
    WEFT_F sum = WEFT_FMA(d, slope, top);
    *low = WEFT_FMA(d, slope, top - sum) + WEFT_FN(pick)(weft_erfcf_pieces[1], piece);
    return sum;
}

/* erfc(x) / 2^k; 0 <= x < 11. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(erfc_core)(WEFT_F x, WEFT_I *k)
{
    WEFT_F r, square = WEFT_MUL(x, x), square_low = WEFT_FMA(x, x, -square);
    *k = WEFT_FN(exp_reduce)(-square, &r);
    r -= square_low;
    WEFT_F factor = 1 + r, rest = r - (factor - 1);
    rest = WEFT_FMA(WEFT_MUL(r, r), WEFT_FN(poly)(r, weft_expf_terms, 5), rest);
    WEFT_F low, scaled = WEFT_FN(erfc_scaled)(x, &low);
    return WEFT_FMA(factor, scaled, WEFT_FMA(factor, low, WEFT_MUL(rest, scaled)));
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
    WEFT_F y = WEFT_FN(erfc_core)(WEFT_SELECT(size > 10.5f, WEFT_SET(10.5f), size), &k);
    return WEFT_FN(erfc_reflect)(x, WEFT_FN(exp_scale_far)(y, k));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(erfc)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, 9)))
        return WEFT_FN(erfc_far)(x);
    WEFT_I k;
    WEFT_F y = WEFT_FN(erfc_core)(WEFT_FN(fabs)(x), &k);
    return WEFT_FN(erfc_reflect)(x, WEFT_FN(exp_scale)(y, k));
}
