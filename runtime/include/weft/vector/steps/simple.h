/* vector/simple.h: functions of a few instructions: round, nearbyint, fmin, fmax, fdim, fmod.
 * Others are in <weft/vector/round.h>. No guard (vector/begin.h). */

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

/* The C library's in the lanes whose quotient has more digits than a number, or is none. */
WEFT_MATH_RARE WEFT_F WEFT_FN(fmod_far)(WEFT_F x, WEFT_F y, WEFT_F result)
{
    for (int i = 0; i < WEFT_LANES_HERE; i++) {
        WEFT_T a = WEFT_LIBM(fabs)(x[i]), b = WEFT_LIBM(fabs)(y[i]);
        if (!(a / b < WEFT_SHIFT / 3 && b < (WEFT_T)INFINITY))
            result[i] = WEFT_LIBM(fmod)(x[i], y[i]);
    }
    return result;
}

/* Exact: what the whole quotient leaves is a number, also where rounding made the quotient whole.
 */
WEFT_MATH_INLINE WEFT_F WEFT_FN(fmod)(WEFT_F x, WEFT_F y)
{
    WEFT_F a = WEFT_FN(fabs)(x), b = WEFT_FN(fabs)(y), quotient = a / b;
    WEFT_F rest = WEFT_FMA(-WEFT_FN(trunc)(quotient), b, a);
    WEFT_F result = WEFT_FN(copysign)(WEFT_SELECT(rest < 0, rest + b, rest), x);
    if (WEFT_UNLIKELY(WEFT_ANY(~((quotient < WEFT_SHIFT / 3) & (b < (WEFT_T)INFINITY)))))
        return WEFT_FN(fmod_far)(x, y, result);
    return result;
}
