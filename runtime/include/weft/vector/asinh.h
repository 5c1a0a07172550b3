/* vector/asinh.h: asinh, acosh, atanh of doubles and floats, as log(1 + w) of sums of two numbers.
 * No guard (vector/begin.h). What is too large for squares, and what has no result, is left to the
 * C library. */

#define WEFT_LARGE WEFT_BY_WIDTH(0x1p500, 0x1p50)

WEFT_MATH_INLINE WEFT_F WEFT_FN(asinh_core)(WEFT_F size)
{
    WEFT_F square = WEFT_MUL(size, size), root = WEFT_FN(sqrt)(1 + square);
    WEFT_F more = square / (1 + root), w = size + more;
    return WEFT_FN(log1p_sum)(w, (size - w) + more);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(asinh_far)(WEFT_F x)
{
    WEFT_I near = WEFT_FN(fabs)(x) < WEFT_LARGE;
    WEFT_F size = WEFT_SELECT(near, WEFT_FN(fabs)(x), (WEFT_F){0});
    WEFT_F y = WEFT_FN(copysign)(WEFT_FN(asinh_core)(size), x);
    return WEFT_SELECT(near, y, WEFT_FN(each)(WEFT_LIBM(asinh), x));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(asinh)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, WEFT_LARGE)))
        return WEFT_FN(asinh_far)(x);
    return WEFT_FN(copysign)(WEFT_FN(asinh_core)(WEFT_FN(fabs)(x)), x);
}

/* w = t + sqrt(t^2 + 2t), t = x - 1. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(acosh_core)(WEFT_F x)
{
    WEFT_F t = x - 1, twice = t + t, square = WEFT_FMA(t, t, twice), root = WEFT_FN(sqrt)(square);
    WEFT_F lost = WEFT_FMA(-root, root, square) + WEFT_FMA(t, t, twice - square);
    WEFT_F low, w = WEFT_FN(sum_with_rest)(t, root, &low);
    return WEFT_FN(log1p_sum)(
        w, WEFT_FMA(lost, (WEFT_T)0.5 / (root + 1 / (WEFT_LARGE * WEFT_LARGE)), low));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(acosh_far)(WEFT_F x)
{
    WEFT_I near = (x >= 1) & (x <= WEFT_LARGE);
    WEFT_F y = WEFT_FN(acosh_core)(WEFT_SELECT(near, x, WEFT_SET(1)));
    return WEFT_SELECT(near, y, WEFT_FN(each)(WEFT_LIBM(acosh), x));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(acosh)(WEFT_F x)
{
    x = WEFT_FN(hide)(x);
    if (WEFT_UNLIKELY(WEFT_FN(any_outside)(x, 1, WEFT_LARGE)))
        return WEFT_FN(acosh_far)(x);
    return WEFT_FN(acosh_core)(x);
}

/* w = 2x / (1 - x), half of whose logarithm is the result. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(atanh_core)(WEFT_F size)
{
    WEFT_F d = 1 - size, d_low = (1 - d) - size, inverse = 1 / d, n = size + size;
    WEFT_F w = WEFT_MUL(n, inverse), rest = WEFT_FMA(-w, d_low, WEFT_FMA(-w, d, n));
    return WEFT_MUL(WEFT_FN(log1p_sum)(w, WEFT_MUL(rest, inverse)), WEFT_SET((WEFT_T)0.5));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(atanh_far)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    WEFT_I near = size < 1;
    WEFT_F y = WEFT_FN(atanh_core)(WEFT_SELECT(near, size, (WEFT_F){0}));
    return WEFT_SELECT(near, WEFT_FN(copysign)(y, x), WEFT_FN(each)(WEFT_LIBM(atanh), x));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(atanh)(WEFT_F x)
{
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, 1)))
        return WEFT_FN(atanh_far)(x);
    return WEFT_FN(copysign)(WEFT_FN(atanh_core)(WEFT_FN(fabs)(x)), x);
}

#undef WEFT_LARGE
