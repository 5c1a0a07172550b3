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
    WEFT_F near = far - WEFT_MUL(k, WEFT_SET(step[1]));
    *r = near;
    *r_low = WEFT_FMA(k, WEFT_SET(-step[2]), WEFT_FMA(k, WEFT_SET(-step[1]), far - near));
    return (WEFT_I)moved;
}

WEFT_MATH_INLINE WEFT_FN(sin_parts) WEFT_FN(sin_evaluate)(WEFT_F r, WEFT_F r_low)
{
    const WEFT_F half = WEFT_SET((WEFT_T)0.5);
    WEFT_FN(sin_parts) parts;
    WEFT_F square = WEFT_MUL(r, r);
    parts.sine = r;
    parts.cosine = WEFT_FMA(-half, square, WEFT_SET(1));
    parts.sine_low = WEFT_FMA(WEFT_MUL(square, r), WEFT_POLY_IN_TURN(square, sin_terms),
                              WEFT_MUL(r_low, parts.cosine));
    parts.cosine_low = WEFT_FMA(-r, r_low, WEFT_FMA(-half, square, 1 - parts.cosine));
    parts.cosine_low =
        WEFT_FMA(WEFT_MUL(square, square), WEFT_POLY_IN_TURN(square, cos_terms), parts.cosine_low);
    return parts;
}

/* From here on angles are left to the C library. */
#define WEFT_SIN_END (WEFT_WIDTH_HERE == 64 ? 1000000 : 30000)

/* The sine of r + r_low, or the cosine where k is odd: the sum of its parts. */
#if defined(__AVX512F__) && WEFT_WIDTH_HERE == 64 && WEFT_LANES_HERE == 8
#define WEFT_NATIVE(operation) _mm512_##operation##_pd
#define WEFT_IS_ODD(k)         _mm512_test_epi64_mask((__m512i)(k), _mm512_set1_epi64(1))
#elif defined(__AVX512F__) && WEFT_WIDTH_HERE == 32 && WEFT_LANES_HERE == 16
#define WEFT_NATIVE(operation) _mm512_##operation##_ps
#define WEFT_IS_ODD(k)         _mm512_test_epi32_mask((__m512i)(k), _mm512_set1_epi32(1))
#endif
#if defined(WEFT_NATIVE)
/* The same steps, of which those that both have are taken once, and those of a cosine under a mask.
 */
WEFT_MATH_INLINE WEFT_F WEFT_FN(sin_or_cos)(WEFT_F r, WEFT_F r_low, WEFT_I k)
{
    const WEFT_F half = WEFT_SET((WEFT_T)0.5), one = WEFT_SET(1);
    const __mmask16 odd = WEFT_IS_ODD(k);
    WEFT_F square = WEFT_MUL(r, r), cosine = WEFT_FMA(-half, square, one);
    WEFT_F low = WEFT_MUL(r_low, cosine);
    low = WEFT_NATIVE(mask_sub)(low, odd, one, cosine);
    low = WEFT_NATIVE(mask3_fnmadd)(half, square, low, odd);
    low = WEFT_NATIVE(mask3_fnmadd)(r, r_low, low, odd);
    WEFT_F terms = WEFT_NATIVE(mask_blend)(odd, WEFT_POLY_IN_TURN(square, sin_terms),
                                           WEFT_POLY_IN_TURN(square, cos_terms));
    WEFT_F power = WEFT_MUL(square, (WEFT_F)WEFT_NATIVE(mask_blend)(odd, r, square));
    return WEFT_NATIVE(mask_blend)(odd, r, cosine) + WEFT_FMA(power, terms, low);
}
#undef WEFT_NATIVE
#undef WEFT_IS_ODD
#else
WEFT_MATH_INLINE WEFT_F WEFT_FN(sin_or_cos)(WEFT_F r, WEFT_F r_low, WEFT_I k)
{
    WEFT_FN(sin_parts) parts = WEFT_FN(sin_evaluate)(r, r_low);
    WEFT_I odd = -(k & 1);
    return WEFT_SELECT(odd, parts.cosine, parts.sine) +
           WEFT_SELECT(odd, parts.cosine_low, parts.sine_low);
}
#endif

/* The sine of size + turn pi / 2, with the sign bit of `sign` changed. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(sin_core)(WEFT_F size, WEFT_I turn, WEFT_I sign)
{
    WEFT_F r, r_low;
    WEFT_I k = WEFT_FN(sin_reduce)(size, &r, &r_low) + turn;
    WEFT_F y = WEFT_FN(sin_or_cos)(r, r_low, k);
    WEFT_U flip = (WEFT_U)sign ^ (WEFT_U)k << (WEFT_WIDTH_HERE - 2);
    return (WEFT_F)((WEFT_U)y ^ (flip & (WEFT_U)WEFT_SET((WEFT_T)-0.0)));
}

WEFT_MATH_INLINE WEFT_I WEFT_FN(sign_of)(WEFT_F x)
{
    return (WEFT_I)x & (WEFT_I)WEFT_SET((WEFT_T)-0.0);
}

WEFT_MATH_RARE WEFT_F WEFT_FN(sin_far)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x), y = WEFT_FN(sin_core)(size, (WEFT_I){0}, (WEFT_I)x);
    return WEFT_SELECT(size < WEFT_SIN_END, y, WEFT_FN(each)(WEFT_LIBM(sin), x));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(sin)(WEFT_F x)
{
    WEFT_F size = WEFT_FN(fabs)(x);
    if (WEFT_UNLIKELY(WEFT_FN(any_beyond)(x, WEFT_SIN_END)))
        return WEFT_FN(sin_far)(x);
    return WEFT_FN(sin_core)(size, (WEFT_I){0}, (WEFT_I)x);
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
