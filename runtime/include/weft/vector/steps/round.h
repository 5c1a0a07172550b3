/* vector/round.h: square roots, signs and whole numbers of vectors, by <weft/vector.h>: sqrt, fabs,
 * copysign, rint (the nearest, to even), floor, ceil, trunc. All are exact or rounded right. */
#ifndef WEFT_VECTOR_ROUND_H
#define WEFT_VECTOR_ROUND_H

#define WEFT_VECTOR_SIGNS(name, type, mask, lanes)                                                \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_fabs_##name##x##lanes(weft_##name##x##lanes x)  \
    {                                                                                             \
        weft_##name##x##lanes minus = weft_set_##name##x##lanes((type)-0.0);                      \
        return (weft_##name##x##lanes)((weft_##mask##x##lanes)x & ~(weft_##mask##x##lanes)minus); \
    }                                                                                             \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_copysign_##name##x##lanes(                      \
        weft_##name##x##lanes x, weft_##name##x##lanes sign)                                      \
    {                                                                                             \
        weft_##name##x##lanes minus = weft_set_##name##x##lanes((type)-0.0);                      \
        return weft_select_##name##x##lanes((weft_##mask##x##lanes)minus, sign, x);               \
    }
WEFT_FLOAT_VECTORS(WEFT_VECTOR_SIGNS)
#undef WEFT_VECTOR_SIGNS

/* One function of one argument: by an expression of x, and half by half. */
#define WEFT_VECTOR_UNARY(operation, name, lanes, result)                         \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_##operation##_##name##x##lanes( \
        weft_##name##x##lanes x)                                                  \
    {                                                                             \
        return (weft_##name##x##lanes)(result);                                   \
    }
#define WEFT_VECTOR_UNARY_HALVES(operation, name, lanes, half)                    \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_##operation##_##name##x##lanes( \
        weft_##name##x##lanes x)                                                  \
    {                                                                             \
        union {                                                                   \
            weft_##name##x##lanes whole;                                          \
            weft_##name##x##half part[2];                                         \
        } parts = {x};                                                            \
        parts.part[0] = weft_##operation##_##name##x##half(parts.part[0]);        \
        parts.part[1] = weft_##operation##_##name##x##half(parts.part[1]);        \
        return parts.whole;                                                       \
    }

/* All five, by the machine's instructions for a register; and half by half. */
#define WEFT_ROUND_NATIVE(name, lanes, native, round, root)                   \
    WEFT_VECTOR_UNARY(sqrt, name, lanes, root((native)x))                     \
    WEFT_VECTOR_UNARY(rint, name, lanes, round((native)x, _MM_FROUND_RINT))   \
    WEFT_VECTOR_UNARY(floor, name, lanes, round((native)x, _MM_FROUND_FLOOR)) \
    WEFT_VECTOR_UNARY(ceil, name, lanes, round((native)x, _MM_FROUND_CEIL))   \
    WEFT_VECTOR_UNARY(trunc, name, lanes, round((native)x, _MM_FROUND_TRUNC))
#define WEFT_ROUND_HALVES(name, lanes, half)           \
    WEFT_VECTOR_UNARY_HALVES(sqrt, name, lanes, half)  \
    WEFT_VECTOR_UNARY_HALVES(rint, name, lanes, half)  \
    WEFT_VECTOR_UNARY_HALVES(floor, name, lanes, half) \
    WEFT_VECTOR_UNARY_HALVES(ceil, name, lanes, half)  \
    WEFT_VECTOR_UNARY_HALVES(trunc, name, lanes, half)

/* Without such instructions: adding and taking away `whole`, from which on all numbers are whole,
 * leaves the nearest one. */
#define WEFT_ROUND_PLAIN(name, type, mask, lanes, whole)                                           \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_rint_##name##x##lanes(weft_##name##x##lanes x)   \
    {                                                                                              \
        weft_##name##x##lanes size = weft_fabs_##name##x##lanes(x);                                \
        weft_##name##x##lanes near = (size + whole) - whole;                                       \
        return weft_select_##name##x##lanes(size < whole, weft_copysign_##name##x##lanes(near, x), \
                                            x);                                                    \
    }                                                                                              \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_floor_##name##x##lanes(weft_##name##x##lanes x)  \
    {                                                                                              \
        weft_##name##x##lanes near = weft_rint_##name##x##lanes(x), one = {0};                     \
        one = weft_select_##name##x##lanes(near > x, one + 1, one);                                \
        return weft_copysign_##name##x##lanes(near - one, x);                                      \
    }                                                                                              \
    WEFT_VECTOR_UNARY(ceil, name, lanes, -weft_floor_##name##x##lanes(-x))                         \
    WEFT_VECTOR_UNARY(trunc, name, lanes,                                                          \
                      weft_copysign_##name##x##lanes(                                              \
                          weft_floor_##name##x##lanes(weft_fabs_##name##x##lanes(x)), x))

#if defined(__SSE4_1__)
WEFT_ROUND_NATIVE(f64, 2, __m128d, _mm_round_pd, _mm_sqrt_pd)
WEFT_ROUND_NATIVE(f32, 4, __m128, _mm_round_ps, _mm_sqrt_ps)
#else
WEFT_ROUND_PLAIN(f64, double, i64, 2, 0x1p52)
WEFT_ROUND_PLAIN(f32, float, i32, 4, 0x1p23f)
#if defined(__SSE2__)
WEFT_VECTOR_UNARY(sqrt, f64, 2, _mm_sqrt_pd((__m128d)x))
WEFT_VECTOR_UNARY(sqrt, f32, 4, _mm_sqrt_ps((__m128)x))
#else
WEFT_VECTOR_UNARY(sqrt, f64, 2, ((weft_f64x2){__builtin_sqrt(x[0]), __builtin_sqrt(x[1])}))
WEFT_VECTOR_UNARY(sqrt, f32, 4,
                  ((weft_f32x4){__builtin_sqrtf(x[0]), __builtin_sqrtf(x[1]), __builtin_sqrtf(x[2]),
                                __builtin_sqrtf(x[3])}))
#endif
#endif

#if defined(__AVX__)
WEFT_ROUND_NATIVE(f64, 4, __m256d, _mm256_round_pd, _mm256_sqrt_pd)
WEFT_ROUND_NATIVE(f32, 8, __m256, _mm256_round_ps, _mm256_sqrt_ps)
#else
WEFT_ROUND_HALVES(f64, 4, 2)
WEFT_ROUND_HALVES(f32, 8, 4)
#endif

#if defined(__AVX512F__)
WEFT_ROUND_NATIVE(f64, 8, __m512d, _mm512_roundscale_pd, _mm512_sqrt_pd)
WEFT_ROUND_NATIVE(f32, 16, __m512, _mm512_roundscale_ps, _mm512_sqrt_ps)
#else
WEFT_ROUND_HALVES(f64, 8, 4)
WEFT_ROUND_HALVES(f32, 16, 8)
#endif

/* In the low half of a register. */
#define WEFT_ROUND_LOW(operation)                                                \
    WEFT_VECTOR_INLINE weft_f32x2 weft_##operation##_f32x2(weft_f32x2 x)         \
    {                                                                            \
        weft_f32x4 y = weft_##operation##_f32x4((weft_f32x4){x[0], x[1], 0, 0}); \
        return (weft_f32x2){y[0], y[1]};                                         \
    }
WEFT_ROUND_LOW(sqrt)
WEFT_ROUND_LOW(rint)
WEFT_ROUND_LOW(floor)
WEFT_ROUND_LOW(ceil)
WEFT_ROUND_LOW(trunc)

#undef WEFT_VECTOR_UNARY
#undef WEFT_VECTOR_UNARY_HALVES
#undef WEFT_ROUND_NATIVE
#undef WEFT_ROUND_HALVES
#undef WEFT_ROUND_PLAIN
#undef WEFT_ROUND_LOW

#endif
