/* lanes_quotient.h: quotients and remainders of integers of 32 bits, by doubles: a / b is 2^-32 of
 * itself or more from the next integer, and is rounded by 2^-53. Of unsigned ones (a + 1/2) / b -
 * 1/2 is to the nearest what a / b is towards 0, and a sum with 3 · 2^51 has it in its low bits.
 * Lanes whose divisor is 0 have any value. */
#ifndef WEFT_LANES_QUOTIENT_H
#define WEFT_LANES_QUOTIENT_H

#define WEFT_QUOTIENTS(lanes)                                                                   \
    WEFT_VECTOR_INLINE weft_i32x##lanes weft_quotient_i32x##lanes(weft_i32x##lanes a,           \
                                                                  weft_i32x##lanes b)           \
    {                                                                                           \
        return __builtin_convertvector(__builtin_convertvector(a, weft_f64x##lanes) /           \
                                           __builtin_convertvector(b, weft_f64x##lanes),        \
                                       weft_i32x##lanes);                                       \
    }                                                                                           \
    WEFT_VECTOR_INLINE weft_u32x##lanes weft_quotient_u32x##lanes(weft_u32x##lanes a,           \
                                                                  weft_u32x##lanes b)           \
    {                                                                                           \
        const weft_f64x##lanes nearest = (__builtin_convertvector(a, weft_f64x##lanes) + 0.5) / \
                                             __builtin_convertvector(b, weft_f64x##lanes) -     \
                                         0.5 + 0x1.8p52;                                        \
        return (weft_u32x##lanes)weft_halve_##lanes((weft_i64x##lanes)nearest);                 \
    }                                                                                           \
    WEFT_RESTS(i32, lanes)                                                                      \
    WEFT_RESTS(u32, lanes)
#define WEFT_RESTS(element, lanes)                                             \
    WEFT_VECTOR_INLINE weft_##element##x##lanes weft_rest_##element##x##lanes( \
        weft_##element##x##lanes a, weft_##element##x##lanes b)                \
    {                                                                          \
        return a - weft_quotient_##element##x##lanes(a, b) * b;                \
    }
/* Of twice as many lanes, of which no vector of doubles is: half by half. */
#define WEFT_QUOTIENT_HALVES(element, lanes, half)                                 \
    WEFT_VECTOR_INLINE weft_##element##x##lanes weft_quotient_##element##x##lanes( \
        weft_##element##x##lanes a, weft_##element##x##lanes b)                    \
    {                                                                              \
        weft_##element##x##half of[2], by[2];                                      \
        memcpy(of, &a, sizeof of);                                                 \
        memcpy(by, &b, sizeof by);                                                 \
        of[0] = weft_quotient_##element##x##half(of[0], by[0]);                    \
        of[1] = weft_quotient_##element##x##half(of[1], by[1]);                    \
        memcpy(&a, of, sizeof a);                                                  \
        return a;                                                                  \
    }                                                                              \
    WEFT_RESTS(element, lanes)
#if defined(__AVX512F__)
WEFT_QUOTIENTS(8)
WEFT_QUOTIENT_HALVES(i32, 16, 8)
WEFT_QUOTIENT_HALVES(u32, 16, 8)
#elif defined(__AVX2__)
WEFT_QUOTIENTS(4)
WEFT_QUOTIENT_HALVES(i32, 8, 4)
WEFT_QUOTIENT_HALVES(u32, 8, 4)
#else
WEFT_QUOTIENTS(2)
WEFT_QUOTIENT_HALVES(i32, 4, 2)
WEFT_QUOTIENT_HALVES(u32, 4, 2)
#endif
#undef WEFT_QUOTIENT_HALVES
#undef WEFT_RESTS
#undef WEFT_QUOTIENTS

#endif
