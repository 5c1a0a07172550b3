/* vector/sin.h: sin, cos, tan. No guard (vector/begin.h).
 *
 * |x| = k pi / 2 + r, where r is a sum of two numbers: the first product of k is taken away
 * exactly, for what is left is a multiple of its last digit. sin and cos of r are each a sum of
 * a large and a small number. Lanes whose k is large are left to the C library. */

typedef struct WEFT_FN(sin_parts) {
    WEFT_F sine, sine_low, cosine, cosine_low;
} WEFT_FN(sin_parts);

/* r, and k in the lower bits of the result. */
WEFT_MATH_INLINE WEFT_I WEFT_FN(sin_reduce)(WEFT_F x, WEFT_F *r, WEFT_F *r_low)
{
    const WEFT_T *step = WEFT_TABLE(sin_step);
    WEFT_F moved = WEFT_FMA(x, WEFT_SET(step[3]), WEFT_SET(WEFT_SHIFT));
    WEFT_F k = moved - WEFT_SHIFT, far = WEFT_FMA(k, WEFT_SET(-step[0]), x);
    WEFT_F next = WEFT_MUL(k, WEFT_SET(step[1])), near = far - next;
    WEFT_F rest = (far - near) - next;
    rest -= WEFT_FMA(k, WEFT_SET(step[1]), -next);
    *r = near;
    *r_low = WEFT_FMA(k, WEFT_SET(-step[2]), rest);
    return (WEFT_I)moved;
}

WEFT_MATH_INLINE WEFT_FN(sin_parts) WEFT_FN(sin_evaluate)(WEFT_F r, WEFT_F r_low)
{
    WEFT_FN(sin_parts) parts;
    WEFT_F square = WEFT_MUL(r, r), half = WEFT_MUL(square, WEFT_SET((WEFT_T)0.5));
    parts.sine = r;
    parts.cosine = 1 - half;
    parts.sine_low =
        WEFT_FMA(WEFT_MUL(square, r), WEFT_POLY(square, sin_terms), WEFT_MUL(r_low, parts.cosine));
    parts.cosine_low =
        WEFT_FMA(WEFT_MUL(square, square), WEFT_POLY(square, cos_terms), WEFT_MUL(-r, r_low));
    parts.cosine_low += (1 - parts.cosine) - half;
    return parts;
}

/* From here on angles are left to the C library. */
#define WEFT_SIN_END (WEFT_WIDTH_HERE == 64 ? 1000000 : 30000)

/* The sine of size + turn pi / 2, with the sign of `sign`, a sign bit. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(sin_core)(WEFT_F size, WEFT_I turn, WEFT_I sign)
{
    WEFT_F r, r_low;
    WEFT_I k = WEFT_FN(sin_reduce)(size, &r, &r_low) + turn;
    WEFT_FN(sin_parts) parts = WEFT_FN(sin_evaluate)(r, r_low);
    WEFT_I odd = -(k & 1);
    WEFT_F y = WEFT_SELECT(odd, parts.cosine, parts.sine) +
               WEFT_SELECT(odd, parts.cosine_low, parts.sine_low);
    return (WEFT_F)((WEFT_I)y ^ sign ^ (WEFT_I)((WEFT_U)(k & 2) << (WEFT_WIDTH_HERE - 2)));
}

WEFT_MATH_INLINE WEFT_I WEFT_FN(sign_of)(WEFT_F x)
{
    return (WEFT_I)x & (WEFT_I)WEFT_SET((WEFT_T)-0.0);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(sin_far)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), y = WEFT_FN(sin_core)(size, (WEFT_I){0}, WEFT_FN(sign_of)(x));
    return WEFT_SELECT(size < WEFT_SIN_END, y, WEFT_FN(each)(WEFT_LIBM(sin), x));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(sin)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, WEFT_SIN_END)))
        return WEFT_FN(sin_far)(x);
    return WEFT_FN(sin_core)(size, (WEFT_I){0}, WEFT_FN(sign_of)(x));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(cos_far)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), y = WEFT_FN(sin_core)(size, (WEFT_I){0} + 1, (WEFT_I){0});
    return WEFT_SELECT(size < WEFT_SIN_END, y, WEFT_FN(each)(WEFT_LIBM(cos), x));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(cos)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, WEFT_SIN_END)))
        return WEFT_FN(cos_far)(x);
    return WEFT_FN(sin_core)(size, (WEFT_I){0} + 1, (WEFT_I){0});
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(tan_core)(WEFT_F size, WEFT_I sign)
{
    WEFT_F r, r_low;
    WEFT_I k = WEFT_FN(sin_reduce)(size, &r, &r_low), odd = -(k & 1);
    WEFT_FN(sin_parts) parts = WEFT_FN(sin_evaluate)(r, r_low);
    WEFT_F sine = parts.sine + parts.sine_low, cosine = parts.cosine + parts.cosine_low;
    WEFT_F sine_low = (parts.sine - sine) + parts.sine_low;
    WEFT_F cosine_low = (parts.cosine - cosine) + parts.cosine_low;
    WEFT_F y =
        WEFT_FN(quotient)(WEFT_SELECT(odd, cosine, sine), WEFT_SELECT(odd, cosine_low, sine_low),
                          WEFT_SELECT(odd, sine, cosine), WEFT_SELECT(odd, sine_low, cosine_low));
    return WEFT_FN(hide)(
        (WEFT_F)((WEFT_I)y ^ sign ^ (WEFT_I)((WEFT_U)odd << (WEFT_WIDTH_HERE - 1))));
}

WEFT_MATH_RARE WEFT_F WEFT_FN(tan_far)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), y = WEFT_FN(tan_core)(size, WEFT_FN(sign_of)(x));
    return WEFT_SELECT(size < WEFT_SIN_END, y, WEFT_FN(each)(WEFT_LIBM(tan), x));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(tan)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, WEFT_SIN_END)))
        return WEFT_FN(tan_far)(x);
    return WEFT_FN(tan_core)(size, WEFT_FN(sign_of)(x));
}

#undef WEFT_SIN_END
