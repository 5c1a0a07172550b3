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
    const WEFT_T(*table)[16] = WEFT_TABLE(erf_pieces);
    WEFT_F size = WEFT_FN(fabs)(x);
    size = WEFT_SELECT(size > WEFT_ERF_END, WEFT_SET(WEFT_ERF_END), size);
    WEFT_F last = WEFT_SET(15 / (WEFT_T)(WEFT_ERF_PIECES));
    WEFT_F inside = WEFT_SELECT(size < last, size, last);
    WEFT_F moved = WEFT_FMA(inside, WEFT_SET((WEFT_T)(WEFT_ERF_PIECES)), WEFT_SET(WEFT_SHIFT));
    WEFT_I i = (WEFT_I)moved;
    WEFT_F d = WEFT_FMA(moved - WEFT_SHIFT, WEFT_SET(-1 / (WEFT_T)(WEFT_ERF_PIECES)), size);
    WEFT_F top = WEFT_FN(pick)(table[0], i), first = WEFT_FN(pick)(table[2], i);
    WEFT_F line = WEFT_MUL(d, first), lost = WEFT_FMA(d, first, -line);
    WEFT_F curve = WEFT_FN(poly_of_piece)(d, i, table + 4,
                                          (int)(sizeof WEFT_TABLE(erf_pieces) / sizeof *table) - 4);
    lost = WEFT_FMA(d, WEFT_FN(pick)(table[3], i), lost);
    lost += WEFT_FMA(WEFT_MUL(d, d), curve, WEFT_FN(pick)(table[1], i));
    WEFT_F sum = top + line;
    return WEFT_FN(copysign)(sum + (((top - sum) + line) + lost), x);
}

#undef WEFT_ERF_PIECES
#undef WEFT_ERF_END
