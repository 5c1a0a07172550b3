/* vector/fma.h: products of vectors that are rounded as they are written, by <weft/vector.h>.
 *
 * weft_fma_f64x8(a, b, c) is a * b + c, rounded once: the machine's instruction where it has
 * one, and otherwise the same bits in many steps. weft_mul_f64x8(a, b) is a product that no
 * compiler fuses with a sum behind it, whatever -ffp-contract says. */
#ifndef WEFT_VECTOR_FMA_H
#define WEFT_VECTOR_FMA_H

#include <math.h>

/* ---- products by themselves ----
 * The statement hides from the compiler that the vector is a product. */

#if defined(__AVX512F__)
#define WEFT_VECTOR_HIDE(vector) __asm__("" : "+v"(vector))
#elif defined(__SSE2__)
#define WEFT_VECTOR_HIDE(vector) __asm__("" : "+x"(vector))
#elif defined(__aarch64__)
#define WEFT_VECTOR_HIDE(vector) __asm__("" : "+w"(vector))
#else
#define WEFT_VECTOR_HIDE(vector) __asm__("" : "+m"(vector))
#endif

#define WEFT_VECTOR_HIDING(name, lanes)                                                          \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_hide_##name##x##lanes(weft_##name##x##lanes x) \
    {                                                                                            \
        WEFT_VECTOR_HIDE(x);                                                                     \
        return x;                                                                                \
    }
#define WEFT_VECTOR_HIDING_HALVES(name, lanes, half)                                             \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_hide_##name##x##lanes(weft_##name##x##lanes x) \
    {                                                                                            \
        union {                                                                                  \
            weft_##name##x##lanes whole;                                                         \
            weft_##name##x##half part[2];                                                        \
        } parts = {x};                                                                           \
        parts.part[0] = weft_hide_##name##x##half(parts.part[0]);                                \
        parts.part[1] = weft_hide_##name##x##half(parts.part[1]);                                \
        return parts.whole;                                                                      \
    }

WEFT_VECTOR_HIDING(f64, 2)
WEFT_VECTOR_HIDING(f32, 4)
#if defined(__AVX__)
WEFT_VECTOR_HIDING(f64, 4)
WEFT_VECTOR_HIDING(f32, 8)
#else
WEFT_VECTOR_HIDING_HALVES(f64, 4, 2)
WEFT_VECTOR_HIDING_HALVES(f32, 8, 4)
#endif
#if defined(__AVX512F__)
WEFT_VECTOR_HIDING(f64, 8)
WEFT_VECTOR_HIDING(f32, 16)
#else
WEFT_VECTOR_HIDING_HALVES(f64, 8, 4)
WEFT_VECTOR_HIDING_HALVES(f32, 16, 8)
#endif
WEFT_VECTOR_INLINE weft_f32x2 weft_hide_f32x2(weft_f32x2 x)
{
    weft_f32x4 y = weft_hide_f32x4((weft_f32x4){x[0], x[1], 0, 0});
    return (weft_f32x2){y[0], y[1]};
}

#define WEFT_VECTOR_MUL(name, type, mask, lanes)                                                \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_mul_##name##x##lanes(weft_##name##x##lanes a, \
                                                                       weft_##name##x##lanes b) \
    {                                                                                           \
        return weft_hide_##name##x##lanes(a * b);                                               \
    }
WEFT_FLOAT_VECTORS(WEFT_VECTOR_MUL)
#undef WEFT_VECTOR_MUL
#undef WEFT_VECTOR_HIDE
#undef WEFT_VECTOR_HIDING
#undef WEFT_VECTOR_HIDING_HALVES

/* ---- fused products ---- */

#define WEFT_FMA_NATIVE(name, lanes, native, fma)                                  \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_fma_##name##x##lanes(            \
        weft_##name##x##lanes a, weft_##name##x##lanes b, weft_##name##x##lanes c) \
    {                                                                              \
        return (weft_##name##x##lanes)fma((native)a, (native)b, (native)c);        \
    }
#define WEFT_FMA_HALVES(name, lanes, halves)                                       \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_fma_##name##x##lanes(            \
        weft_##name##x##lanes a, weft_##name##x##lanes b, weft_##name##x##lanes c) \
    {                                                                              \
        union {                                                                    \
            weft_##name##x##lanes whole;                                           \
            weft_##name##x##halves part[2];                                        \
        } u = {a}, v = {b}, w = {c};                                               \
        u.part[0] = weft_fma_##name##x##halves(u.part[0], v.part[0], w.part[0]);   \
        u.part[1] = weft_fma_##name##x##halves(u.part[1], v.part[1], w.part[1]);   \
        return u.whole;                                                            \
    }

#if defined(__FMA__)
WEFT_FMA_NATIVE(f64, 2, __m128d, _mm_fmadd_pd)
WEFT_FMA_NATIVE(f32, 4, __m128, _mm_fmadd_ps)
WEFT_FMA_NATIVE(f64, 4, __m256d, _mm256_fmadd_pd)
WEFT_FMA_NATIVE(f32, 8, __m256, _mm256_fmadd_ps)
#else
#include <weft/vector/steps/fma_steps.h>
WEFT_FMA_HALVES(f64, 4, 2)
WEFT_FMA_HALVES(f32, 8, 4)
#endif
#if defined(__AVX512F__) && defined(__FMA__)
WEFT_FMA_NATIVE(f64, 8, __m512d, _mm512_fmadd_pd)
WEFT_FMA_NATIVE(f32, 16, __m512, _mm512_fmadd_ps)
#else
WEFT_FMA_HALVES(f64, 8, 4)
WEFT_FMA_HALVES(f32, 16, 8)
#endif
WEFT_VECTOR_INLINE weft_f32x2 weft_fma_f32x2(weft_f32x2 a, weft_f32x2 b, weft_f32x2 c)
{
    weft_f32x4 y = weft_fma_f32x4((weft_f32x4){a[0], a[1], 0, 0}, (weft_f32x4){b[0], b[1], 0, 0},
                                  (weft_f32x4){c[0], c[1], 0, 0});
    return (weft_f32x2){y[0], y[1]};
}
#undef WEFT_FMA_NATIVE
#undef WEFT_FMA_HALVES

#endif
