/* vector_erf.h: erf of doubles and floats. No guard (vector_begin.h).
 *
 * A polynomial in the distance from the nearest of 16 centers; the first is 0. */

#if WEFT_WIDTH_HERE == 64
#define WEFT_ERF_PIECES 16 / 6.
#define WEFT_ERF_END    6
#else
#define WEFT_ERF_PIECES 4
#define WEFT_ERF_END    4
#endif

WEFT_MATH_INLINE WEFT_F WEFT_FN(erf)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    size = WEFT_SELECT(size > WEFT_ERF_END, WEFT_SET(WEFT_ERF_END), size);
    WEFT_F last = WEFT_SET(15 / (WEFT_T)(WEFT_ERF_PIECES));
    WEFT_F inside = WEFT_SELECT(size < last, size, last);
    WEFT_F moved = WEFT_FMA(inside, WEFT_SET((WEFT_T)(WEFT_ERF_PIECES)), WEFT_SET(WEFT_SHIFT));
    WEFT_I i = (WEFT_I)moved;
    WEFT_F d = WEFT_FMA(moved - WEFT_SHIFT, WEFT_SET(-1 / (WEFT_T)(WEFT_ERF_PIECES)), size);
    WEFT_F low, y = WEFT_PIECEWISE(d, i, WEFT_TABLE(erf_pieces), &low);
    return WEFT_FN(copysign)(y + low, x);
}

#undef WEFT_ERF_PIECES
#undef WEFT_ERF_END
