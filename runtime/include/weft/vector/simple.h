/* vector/simple.h: functions of a few instructions: round, nearbyint, fmin, fmax, fdim. Others
 * are in <weft/vector/round.h>. No guard (vector/begin.h). */

/* Halves go away from zero: what is added is the number below a half. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(round)(WEFT_F x)
{
    WEFT_T below = WEFT_WIDTH_HERE == 64 ? (WEFT_T)0x1.fffffffffffffp-2 : (WEFT_T)0x1.fffffep-2;
    x = WEFT_FN(hide)(x);
    return WEFT_FN(copysign)(WEFT_FN(trunc)(x + WEFT_FN(copysign)(WEFT_SET(below), x)), x);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(nearbyint)(WEFT_F x)
{
    return WEFT_FN(rint)(x);
}

/* Of a number and NaN the number. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(fmax)(WEFT_F x, WEFT_F y)
{
    return WEFT_SELECT((x >= y) | (y != y), x, y);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(fmin)(WEFT_F x, WEFT_F y)
{
    return WEFT_SELECT((x <= y) | (y != y), x, y);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(fdim)(WEFT_F x, WEFT_F y)
{
    WEFT_F difference = WEFT_FN(hide)(x) - WEFT_FN(hide)(y);
    return WEFT_SELECT(x <= y, (WEFT_F){0}, difference);
}
