/* vector.h: vectors for generated code, on the vector extensions of gcc and clang, with the same
 * bits on every instruction set.
 *
 * weft_f64x8 is a vector of eight doubles; f32, i8 … i64, u8 … u64 and 2 to 64 lanes alike, as
 * far as a vector has no more than 64 bytes. What the language has for vectors is used as it is:
 * arithmetic, x < y, x[lane], (weft_i64x8)x for the bits of x, __builtin_convertvector. A mask
 * is a vector of signed integers as wide as what was compared: -1 for true, 0 for false.
 *
 * Functions are named after their type: weft_select_f64x8. A vector that is wider than the
 * machine's registers is computed half by half: right, and slow. */
#ifndef WEFT_VECTOR_H
#define WEFT_VECTOR_H

#include <stdint.h>
#include <string.h>

/* <immintrin.h> takes gcc 12 longer than all else in a file of one function: of what it includes
 * only what is used here, if nobody has read it; who reads it later has the rest of it then. */
#if defined(__AVX__) && __GNUC__ == 12 && !defined(__clang__) && !defined(_IMMINTRIN_H_INCLUDED)
#define _IMMINTRIN_H_INCLUDED /* or they are an error */
#include <smmintrin.h>

#include <avxintrin.h>

#include <avx2intrin.h>

#include <fmaintrin.h>
#ifdef __AVX512F__
#include <avx512fintrin.h>

#include <avx512vlintrin.h>

#include <avx512bwintrin.h>

#include <avx512dqintrin.h>
#endif
#undef _IMMINTRIN_H_INCLUDED
#elif defined(__AVX__)
#include <immintrin.h>
#elif defined(__SSE4_1__)
#include <smmintrin.h>
#elif defined(__x86_64__)
#include <emmintrin.h> /* a tenth of it */
#endif

#define WEFT_VECTOR_INLINE static inline __attribute__((__always_inline__))

/* X(name, C type, mask's name, lanes) of every type, by the width of an element. */
#define WEFT_VECTORS_32(X, name, type, mask) \
    X(name, type, mask, 2) X(name, type, mask, 4) X(name, type, mask, 8) X(name, type, mask, 16)
#define WEFT_VECTORS_64(X, name, type, mask) \
    X(name, type, mask, 2) X(name, type, mask, 4) X(name, type, mask, 8)
#define WEFT_VECTORS_16(X, name, type, mask) \
    WEFT_VECTORS_32(X, name, type, mask) X(name, type, mask, 32)
#define WEFT_VECTORS_8(X, name, type, mask) \
    WEFT_VECTORS_16(X, name, type, mask) X(name, type, mask, 64)

#define WEFT_FLOAT_VECTORS(X) \
    WEFT_VECTORS_32(X, f32, float, i32) WEFT_VECTORS_64(X, f64, double, i64)
#define WEFT_MASK_VECTORS(X)              \
    WEFT_VECTORS_8(X, i8, int8_t, i8)     \
    WEFT_VECTORS_16(X, i16, int16_t, i16) \
    WEFT_VECTORS_32(X, i32, int32_t, i32) WEFT_VECTORS_64(X, i64, int64_t, i64)
#define WEFT_VECTORS(X)                    \
    WEFT_FLOAT_VECTORS(X)                  \
    WEFT_MASK_VECTORS(X)                   \
    WEFT_VECTORS_8(X, u8, uint8_t, i8)     \
    WEFT_VECTORS_16(X, u16, uint16_t, i16) \
    WEFT_VECTORS_32(X, u32, uint32_t, i32) WEFT_VECTORS_64(X, u64, uint64_t, i64)

#define WEFT_VECTOR_TYPE(name, type, mask, lanes) \
    typedef type weft_##name##x##lanes __attribute__((__vector_size__(lanes * sizeof(type))));
WEFT_VECTORS(WEFT_VECTOR_TYPE)
#undef WEFT_VECTOR_TYPE

/* ---- every type ----
 * set: the value in all lanes. select: a where the mask is -1, b where it is 0. load and store:
 * lanes elements side by side, of any alignment. */

#define WEFT_VECTOR_BASICS(name, type, mask, lanes)                                                \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_set_##name##x##lanes(type value)                 \
    {                                                                                              \
        return value - (weft_##name##x##lanes){0}; /* -0 stays -0 */                               \
    }                                                                                              \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_select_##name##x##lanes(                         \
        weft_##mask##x##lanes chosen, weft_##name##x##lanes a, weft_##name##x##lanes b)            \
    {                                                                                              \
        return (weft_##name##x##lanes)((chosen & (weft_##mask##x##lanes)a) |                       \
                                       (~chosen & (weft_##mask##x##lanes)b));                      \
    }                                                                                              \
    WEFT_VECTOR_INLINE weft_##name##x##lanes weft_load_##name##x##lanes(const void *place)         \
    {                                                                                              \
        weft_##name##x##lanes vector;                                                              \
        memcpy(&vector, place, sizeof vector);                                                     \
        return vector;                                                                             \
    }                                                                                              \
    WEFT_VECTOR_INLINE void weft_store_##name##x##lanes(void *place, weft_##name##x##lanes vector) \
    {                                                                                              \
        memcpy(place, &vector, sizeof vector);                                                     \
    }
WEFT_VECTORS(WEFT_VECTOR_BASICS)
#undef WEFT_VECTOR_BASICS

/* ---- masks ---- */

WEFT_VECTOR_INLINE int weft_any_of_16(weft_i64x2 mask)
{
#if defined(__SSE2__)
    return _mm_movemask_epi8((__m128i)mask) != 0;
#else
    return (mask[0] | mask[1]) != 0;
#endif
}

WEFT_VECTOR_INLINE int weft_any_of_32(weft_i64x4 mask)
{
#if defined(__AVX2__)
    return _mm256_movemask_epi8((__m256i)mask) != 0;
#else
    return weft_any_of_16((weft_i64x2){mask[0] | mask[2], mask[1] | mask[3]});
#endif
}

WEFT_VECTOR_INLINE int weft_any_of_64(weft_i64x8 mask)
{
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask((__m512i)mask, (__m512i)mask) != 0;
#else
    return weft_any_of_32(
        (weft_i64x4){mask[0] | mask[4], mask[1] | mask[5], mask[2] | mask[6], mask[3] | mask[7]});
#endif
}

/* Whether any lane of a mask is true; whether all are. */
#define WEFT_VECTOR_ANY(name, type, mask, lanes)                                   \
    WEFT_VECTOR_INLINE int weft_any_##name##x##lanes(weft_##name##x##lanes vector) \
    {                                                                              \
        union {                                                                    \
            weft_##name##x##lanes vector;                                          \
            int64_t words[8];                                                      \
            weft_i64x2 v16;                                                        \
            weft_i64x4 v32;                                                        \
            weft_i64x8 v64;                                                        \
        } bits;                                                                    \
        bits.words[0] = 0;                                                         \
        bits.vector = vector;                                                      \
        return sizeof vector == 64   ? weft_any_of_64(bits.v64)                    \
               : sizeof vector == 32 ? weft_any_of_32(bits.v32)                    \
               : sizeof vector == 16 ? weft_any_of_16(bits.v16)                    \
                                     : bits.words[0] != 0;                         \
    }                                                                              \
    WEFT_VECTOR_INLINE int weft_all_##name##x##lanes(weft_##name##x##lanes vector) \
    {                                                                              \
        return !weft_any_##name##x##lanes(~vector);                                \
    }
WEFT_MASK_VECTORS(WEFT_VECTOR_ANY)
#undef WEFT_VECTOR_ANY

/* The lanes of a mask as bits, lane 0 as the lowest: of vectors as wide as registers. */
#define WEFT_VECTOR_BITS(name, lanes, instruction)                                     \
    WEFT_VECTOR_INLINE uint32_t weft_bits_##name##x##lanes(weft_##name##x##lanes mask) \
    {                                                                                  \
        return (uint32_t)(instruction);                                                \
    }
#if defined(__AVX512DQ__)
WEFT_VECTOR_BITS(i32, 16, _mm512_movepi32_mask((__m512i)mask))
WEFT_VECTOR_BITS(i64, 8, _mm512_movepi64_mask((__m512i)mask))
#endif
#if defined(__AVX__)
WEFT_VECTOR_BITS(i32, 8, _mm256_movemask_ps((__m256)mask))
WEFT_VECTOR_BITS(i64, 4, _mm256_movemask_pd((__m256d)mask))
#endif
#if defined(__SSE2__)
WEFT_VECTOR_BITS(i32, 4, _mm_movemask_ps((__m128)mask))
WEFT_VECTOR_BITS(i64, 2, _mm_movemask_pd((__m128d)mask))
#else
WEFT_VECTOR_BITS(i32, 4, (mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8))
WEFT_VECTOR_BITS(i64, 2, (mask[0] & 1) | (mask[1] & 2))
#endif
#undef WEFT_VECTOR_BITS

/* Bytes of 64-bit numbers, which are below 2^32: as wide vectors as there are. */
WEFT_VECTOR_INLINE void weft_words_product(char *to, const char *a, const char *b, size_t bytes)
{
#if defined(__AVX512F__)
    for (; bytes >= 64; bytes -= 64, to += 64, a += 64, b += 64)
        _mm512_storeu_si512(to, _mm512_mul_epu32(_mm512_loadu_si512(a), _mm512_loadu_si512(b)));
#endif
#if defined(__AVX2__)
    for (; bytes >= 32; bytes -= 32, to += 32, a += 32, b += 32)
        _mm256_storeu_si256((__m256i *)to,
                            _mm256_mul_epu32(_mm256_loadu_si256((const __m256i *)a),
                                             _mm256_loadu_si256((const __m256i *)b)));
#endif
#if defined(__SSE2__)
    for (; bytes >= 16; bytes -= 16, to += 16, a += 16, b += 16)
        _mm_storeu_si128((__m128i *)to, _mm_mul_epu32(_mm_loadu_si128((const __m128i *)a),
                                                      _mm_loadu_si128((const __m128i *)b)));
#endif
    for (; bytes >= 8; bytes -= 8, to += 8, a += 8, b += 8) {
        uint64_t x, y;
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        x *= y;
        memcpy(to, &x, 8);
    }
}

#include <weft/vector/steps/round.h>

#include <weft/vector/steps/fma.h>

#endif
