/* vector/erf.h: erf of doubles and floats, tanh of floats. No guard (vector/begin.h).
 *
 * A polynomial in the distance from the nearest of 16 centers, which are multiples of `step`; the
 * first is 0. From `end` on the function is 1. */

WEFT_MATH_INLINE WEFT_F WEFT_FN(odd_piecewise)(WEFT_F x, WEFT_T step, WEFT_T end,
                                               const WEFT_T (*table)[16], int count)
{
    WEFT_F size = WEFT_FN(fabs)(x), last = WEFT_SET(15 * step), low;
    size = WEFT_FN(lesser)(WEFT_SET(end), size);
    WEFT_F inside = WEFT_FN(lesser)(size, last);
    WEFT_F moved = WEFT_FMA(inside, WEFT_SET(1 / step), WEFT_SET(WEFT_SHIFT));
    WEFT_F d = WEFT_FMA(moved - WEFT_SHIFT, WEFT_SET(-step), size);
    WEFT_F y = WEFT_FN(piecewise)(d, (WEFT_I)moved, table, count, &low);
    return WEFT_FN(copysign)(y + low, x);
}

#define WEFT_ODD_PIECEWISE(x, step, end, table) \
    WEFT_FN(odd_piecewise)(x, step, end, table, (int)(sizeof table / sizeof *table))

#if WEFT_WIDTH_HERE == 64
WEFT_MATH_INLINE WEFT_F WEFT_FN(erf)(WEFT_F x)
{
    return WEFT_ODD_PIECEWISE(x, 0.375, 6, weft_erf_pieces_f64);
}
#else
WEFT_MATH_INLINE WEFT_F WEFT_FN(erf)(WEFT_F x)
{
    return WEFT_ODD_PIECEWISE(x, 0.25f, 4, weft_erf_pieces_f32);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(tanh)(WEFT_F x)
{
    return WEFT_ODD_PIECEWISE(x, 0.5625f, 10, weft_tanh_pieces_f32);
}
#endif

#undef WEFT_ODD_PIECEWISE
