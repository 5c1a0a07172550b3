/* transpose.h: columns of rows in memory as vectors, and back. 16 bytes of each row at a time, 4
 * elements of 32 bits or 2 of 64: quarter q of vector j has those of row j + 4 q, or j + 2 q; the
 * columns are then made within quarters. So loads take the way that shuffles would. */
#ifndef WEFT_VECTOR_TRANSPOSE_H
#define WEFT_VECTOR_TRANSPOSE_H

#include <weft/vector.h>

/* ---- vectors of quarters: weft_join_32x16(four of them), weft_quarter_32x16(vector, q) ---- */

#if defined(__AVX512F__)
#define WEFT_JOIN_64(bits, lanes, quarter)                                                         \
    WEFT_VECTOR_INLINE weft_i##bits##x##lanes weft_join_##bits##x##lanes(const quarter *q)         \
    {                                                                                              \
        __m512i whole = _mm512_castsi128_si512((__m128i)q[0]);                                     \
        whole = _mm512_inserti32x4(whole, (__m128i)q[1], 1);                                       \
        whole = _mm512_inserti32x4(whole, (__m128i)q[2], 2);                                       \
        return (weft_i##bits##x##lanes)_mm512_inserti32x4(whole, (__m128i)q[3], 3);                \
    }                                                                                              \
    WEFT_VECTOR_INLINE quarter weft_quarter_##bits##x##lanes(weft_i##bits##x##lanes vector, int q) \
    {                                                                                              \
        return (quarter)(q == 0   ? _mm512_castsi512_si128((__m512i)vector)                        \
                         : q == 1 ? _mm512_extracti32x4_epi32((__m512i)vector, 1)                  \
                         : q == 2 ? _mm512_extracti32x4_epi32((__m512i)vector, 2)                  \
                                  : _mm512_extracti32x4_epi32((__m512i)vector, 3));                \
    }
WEFT_JOIN_64(32, 16, weft_i32x4)
WEFT_JOIN_64(64, 8, weft_i64x2)
#undef WEFT_JOIN_64
#endif

#if defined(__AVX2__)
#define WEFT_JOIN_32(bits, lanes, quarter)                                                         \
    WEFT_VECTOR_INLINE weft_i##bits##x##lanes weft_join_##bits##x##lanes(const quarter *q)         \
    {                                                                                              \
        return (weft_i##bits##x##lanes)_mm256_inserti128_si256(                                    \
            _mm256_castsi128_si256((__m128i)q[0]), (__m128i)q[1], 1);                              \
    }                                                                                              \
    WEFT_VECTOR_INLINE quarter weft_quarter_##bits##x##lanes(weft_i##bits##x##lanes vector, int q) \
    {                                                                                              \
        return (quarter)(q == 0 ? _mm256_castsi256_si128((__m256i)vector)                          \
                                : _mm256_extracti128_si256((__m256i)vector, 1));                   \
    }
WEFT_JOIN_32(32, 8, weft_i32x4)
WEFT_JOIN_32(64, 4, weft_i64x2)
#undef WEFT_JOIN_32
#endif

WEFT_VECTOR_INLINE weft_i32x4 weft_join_32x4(const weft_i32x4 *q)
{
    return q[0];
}

WEFT_VECTOR_INLINE weft_i32x4 weft_quarter_32x4(weft_i32x4 vector, int q)
{
    (void)q;
    return vector;
}

/* ---- squares within quarters, in place ---- */

#define WEFT_SQUARES_32(lanes, LOW, HIGH, LOW_PAIR, HIGH_PAIR)                \
    WEFT_VECTOR_INLINE void weft_squares_32x##lanes(weft_i32x##lanes *r)      \
    {                                                                         \
        const weft_i32x##lanes a = __builtin_shufflevector(r[0], r[1], LOW);  \
        const weft_i32x##lanes b = __builtin_shufflevector(r[0], r[1], HIGH); \
        const weft_i32x##lanes c = __builtin_shufflevector(r[2], r[3], LOW);  \
        const weft_i32x##lanes d = __builtin_shufflevector(r[2], r[3], HIGH); \
        r[0] = __builtin_shufflevector(a, c, LOW_PAIR);                       \
        r[1] = __builtin_shufflevector(a, c, HIGH_PAIR);                      \
        r[2] = __builtin_shufflevector(b, d, LOW_PAIR);                       \
        r[3] = __builtin_shufflevector(b, d, HIGH_PAIR);                      \
    }
#define WEFT_SQUARES_64(lanes, LOW, HIGH)                                \
    WEFT_VECTOR_INLINE void weft_squares_64x##lanes(weft_i64x##lanes *r) \
    {                                                                    \
        const weft_i64x##lanes a = r[0], b = r[1];                       \
        r[0] = __builtin_shufflevector(a, b, LOW);                       \
        r[1] = __builtin_shufflevector(a, b, HIGH);                      \
    }
#define WEFT_LIST(...) __VA_ARGS__
WEFT_SQUARES_32(4, WEFT_LIST(0, 4, 1, 5), WEFT_LIST(2, 6, 3, 7), WEFT_LIST(0, 1, 4, 5),
                WEFT_LIST(2, 3, 6, 7))
#if defined(__AVX2__)
WEFT_SQUARES_32(8, WEFT_LIST(0, 8, 1, 9, 4, 12, 5, 13), WEFT_LIST(2, 10, 3, 11, 6, 14, 7, 15),
                WEFT_LIST(0, 1, 8, 9, 4, 5, 12, 13), WEFT_LIST(2, 3, 10, 11, 6, 7, 14, 15))
WEFT_SQUARES_64(4, WEFT_LIST(0, 4, 2, 6), WEFT_LIST(1, 5, 3, 7))
#endif
#if defined(__AVX512F__)
WEFT_SQUARES_32(16, WEFT_LIST(0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29),
                WEFT_LIST(2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31),
                WEFT_LIST(0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29),
                WEFT_LIST(2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31))
WEFT_SQUARES_64(8, WEFT_LIST(0, 8, 2, 10, 4, 12, 6, 14), WEFT_LIST(1, 9, 3, 11, 5, 13, 7, 15))
#endif
#undef WEFT_LIST
#undef WEFT_SQUARES_32
#undef WEFT_SQUARES_64

/* ---- quarters of vectors `by` apart: quarter q of vector i becomes quarter i of vector q, so that
 * squares become rows ---- */

#if defined(__AVX512F__)
WEFT_VECTOR_INLINE void weft_turn_64(weft_i64x8 *r, int by)
{
    const weft_i64x8 a = __builtin_shufflevector(r[0], r[by], 0, 1, 2, 3, 8, 9, 10, 11);
    const weft_i64x8 b = __builtin_shufflevector(r[0], r[by], 4, 5, 6, 7, 12, 13, 14, 15);
    const weft_i64x8 c = __builtin_shufflevector(r[2 * by], r[3 * by], 0, 1, 2, 3, 8, 9, 10, 11);
    const weft_i64x8 d = __builtin_shufflevector(r[2 * by], r[3 * by], 4, 5, 6, 7, 12, 13, 14, 15);
    r[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5, 8, 9, 12, 13);
    r[by] = __builtin_shufflevector(a, c, 2, 3, 6, 7, 10, 11, 14, 15);
    r[2 * by] = __builtin_shufflevector(b, d, 0, 1, 4, 5, 8, 9, 12, 13);
    r[3 * by] = __builtin_shufflevector(b, d, 2, 3, 6, 7, 10, 11, 14, 15);
}
#endif

#if defined(__AVX2__)
WEFT_VECTOR_INLINE void weft_turn_32(weft_i64x4 *r, int by)
{
    const weft_i64x4 a = r[0], b = r[by];
    r[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
    r[by] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
}
#endif

WEFT_VECTOR_INLINE void weft_turn_16(weft_i64x2 *r, int by)
{
    (void)r, (void)by;
}

#endif
