/* lanes_row.h: rounds of a loop inside of a function with core dimensions as vectors, a round in
 * each lane: what generated text says around a function of vectors that is made of a round
 * (<weft/lanes.h>):
 *
 *     WEFT_ROW_SUM(2, f32)                             what rounds add is summed up in vectors, s2
 *     WEFT_ROW_START(3, f32)                           each lane of x3 begins as the number at p3
 *     WEFT_ROW_ROUNDS(0) {
 *         WEFT_ROW_READ(0, f32) WEFT_ROW_TERM(2, f32)  makes x0 of what is at p0, and x2
 *         …(x0, x2, x3);
 *         WEFT_ROW_WRITE(0, f32) WEFT_ROW_ADD(2, f32)
 *     }
 *     WEFT_ROW_TOTAL(2, f32)                           adds s2 to the number at p2
 *     WEFT_ROW_PICK(3, f32, most, weft_next > most ? weft_next : most)
 *                      what is chosen of the lanes of x3, at p3
 *
 * `end` is the length of the axis. In a last block that is not whole its last round is there
 * several times. */
#ifndef WEFT_LANES_ROW_H
#define WEFT_LANES_ROW_H

#include <weft/loop/lanes_find.h>

/* ---- the begin of a vector; nothing beyond it is touched ---- */

/* size: of an element. bytes: those that are there, or less than none. */
WEFT_VECTOR_INLINE void weft_row_load(void *to, const void *from, int64_t bytes, int64_t size,
                                      int64_t whole)
{
    const uint64_t some = bytes < 0 ? 0 : bytes < whole ? (uint64_t)bytes : (uint64_t)whole;
#if defined(__AVX512BW__) && defined(__BMI2__)
    (void)size;
    const __m512i there =
        _mm512_maskz_loadu_epi8(__builtin_ia32_bzhi_di(~0ull, (unsigned)some), from);
    memcpy(to, &there, (size_t)whole);
#else
#if defined(__AVX2__)
    if (size >= 4 && whole == 32) {
        const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        const __m256i mask = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)some / 4), lanes);
        const __m256i there = _mm256_maskload_epi32((const int *)from, mask);
        memcpy(to, &there, sizeof there);
        return;
    }
#endif
    for (uint64_t at = 0; at < some; at += (uint64_t)size)
        memcpy((char *)to + at, (const char *)from + at, (size_t)size);
#endif
}

WEFT_VECTOR_INLINE void weft_row_store(void *to, const void *from, int64_t bytes, int64_t size,
                                       int64_t whole)
{
    const uint64_t some = bytes < 0 ? 0 : bytes < whole ? (uint64_t)bytes : (uint64_t)whole;
#if defined(__AVX512BW__) && defined(__BMI2__)
    (void)size;
    __m512i all = _mm512_setzero_si512();
    memcpy(&all, from, (size_t)whole);
    _mm512_mask_storeu_epi8(to, __builtin_ia32_bzhi_di(~0ull, (unsigned)some), all);
#else
#if defined(__AVX2__)
    if (size >= 4 && whole == 32) {
        const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        const __m256i mask = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)some / 4), lanes);
        __m256i all;
        memcpy(&all, from, sizeof all);
        _mm256_maskstore_epi32((int *)to, mask, all);
        return;
    }
#endif
    for (uint64_t at = 0; at < some; at += (uint64_t)size)
        memcpy((char *)to + at, (const char *)from + at, (size_t)size);
#endif
}

/* ---- blocks of rounds ---- */

/* Fewer are looked through one by one as fast. */
#define WEFT_ROW_LEAST 16

#define WEFT_ROW_BLOCK ((int64_t)WEFT_LANES * WEFT_VECTOR_COUNT)
#define WEFT_ROW_ROUNDS(first)     \
    for (int64_t at = first, some; \
         some = end - at < WEFT_ROW_BLOCK ? end - at : WEFT_ROW_BLOCK, some > 0; at += some)
/* The lanes of vector v that have a round. */
#define WEFT_ROW_LANES                                                               \
    __extension__({                                                                  \
        WEFT_MASK lanes_;                                                            \
        _Pragma("GCC unroll 16") for (int l = 0; l < WEFT_LANES; l++) lanes_[l] = l; \
        lanes_ < (WEFT_MASK){0} + (int)(some - v * WEFT_LANES);                      \
    })

#define WEFT_ROW_BYTES(element, count) ((count) * (int64_t)sizeof(weft_##element))
#define WEFT_ROW_PART(function, k, element, a, b)                                              \
    function(a, b, WEFT_ROW_BYTES(element, some - v * WEFT_LANES), WEFT_ROW_BYTES(element, 1), \
             WEFT_ROW_BYTES(element, WEFT_LANES))
#define WEFT_ROW_PLACE(k, element, lane) ((char *)p##k + WEFT_ROW_BYTES(element, at + (lane)))

#define WEFT_ROW_READ(k, element)                                                               \
    WEFT_V(element) x##k[WEFT_VECTOR_COUNT];                                                    \
    if (some == WEFT_ROW_BLOCK) {                                                               \
        WEFT_VECTORS memcpy(&x##k[v], WEFT_ROW_PLACE(k, element, v *WEFT_LANES), sizeof *x##k); \
    } else {                                                                                    \
        weft_##element last_;                                                                   \
        memcpy(&last_, WEFT_ROW_PLACE(k, element, some - 1), sizeof last_);                     \
        WEFT_VECTORS                                                                            \
        {                                                                                       \
            WEFT_V(element) there_ = {0};                                                       \
            WEFT_ROW_PART(weft_row_load, k, element, &there_,                                   \
                          WEFT_ROW_PLACE(k, element, v *WEFT_LANES));                           \
            x##k[v] = WEFT_SELECT(element, WEFT_ROW_LANES, there_, WEFT_SET(element, last_));   \
        }                                                                                       \
    }
#define WEFT_ROW_WRITE(k, element)                                                              \
    if (some == WEFT_ROW_BLOCK)                                                                 \
        WEFT_VECTORS memcpy(WEFT_ROW_PLACE(k, element, v *WEFT_LANES), &x##k[v], sizeof *x##k); \
    else                                                                                        \
        WEFT_VECTORS WEFT_ROW_PART(weft_row_store, k, element,                                  \
                                   WEFT_ROW_PLACE(k, element, v *WEFT_LANES), &x##k[v]);
#define WEFT_ROW_COUNT(k, element)                                             \
    WEFT_V(element) x##k[WEFT_VECTOR_COUNT];                                   \
    WEFT_VECTORS for (int l = 0; l < WEFT_LANES; l++)                          \
    {                                                                          \
        const int64_t lane_ = v * WEFT_LANES + l;                              \
        x##k[v][l] = (weft_##element)(at + (lane_ < some ? lane_ : some - 1)); \
    }

/* ---- what outlives the rounds ---- */

/* Sums begin at -0, which adds nothing to any number. */
#define WEFT_ROW_TERM(k, element)            \
    WEFT_V(element) x##k[WEFT_VECTOR_COUNT]; \
    WEFT_VECTORS x##k[v] = -(WEFT_V(element)){0};
#define WEFT_ROW_SUM(k, element)             \
    WEFT_V(element) s##k[WEFT_VECTOR_COUNT]; \
    WEFT_VECTORS s##k[v] = -(WEFT_V(element)){0};
#define WEFT_ROW_ADD(k, element)         \
    if (some == WEFT_ROW_BLOCK)          \
        WEFT_VECTORS s##k[v] += x##k[v]; \
    else                                 \
        WEFT_VECTORS s##k[v] +=          \
            WEFT_SELECT(element, WEFT_ROW_LANES, x##k[v], -(WEFT_V(element)){0});
#define WEFT_ROW_START(k, element)                         \
    WEFT_V(element) x##k[WEFT_VECTOR_COUNT];               \
    {                                                      \
        weft_##element number_;                            \
        memcpy(&number_, p##k, sizeof number_);            \
        WEFT_VECTORS x##k[v] = WEFT_SET(element, number_); \
    }
/* Half of the lanes with the other half, until one is left; a may be any name of the user's. */
#define WEFT_ROW_FOLD(element, vectors, a, b, folded)                                \
    weft_##element weft_lanes[WEFT_ROW_BLOCK];                                       \
    memcpy(weft_lanes, vectors, sizeof weft_lanes);                                  \
    _Pragma("GCC unroll 8") for (int weft_half = (int)WEFT_ROW_BLOCK / 2; weft_half; \
                                 weft_half /= 2)                                     \
        WEFT_SIMD for (int weft_lane = 0; weft_lane < weft_half; weft_lane++)        \
    {                                                                                \
        weft_##element a = weft_lanes[weft_lane];                                    \
        const weft_##element b = weft_lanes[weft_lane + weft_half];                  \
        weft_lanes[weft_lane] = folded;                                              \
    }
#define WEFT_ROW_TOTAL(k, element)                              \
    {                                                           \
        WEFT_ROW_FOLD(element, s##k, sum_, next_, sum_ + next_) \
        weft_##element total_;                                  \
        memcpy(&total_, p##k, sizeof total_);                   \
        total_ += weft_lanes[0];                                \
        memcpy(p##k, &total_, sizeof total_);                   \
    }
#define WEFT_ROW_PICK(k, element, name, choice)               \
    {                                                         \
        WEFT_ROW_FOLD(element, x##k, name, weft_next, choice) \
        memcpy(p##k, weft_lanes, sizeof *weft_lanes);         \
    }

#endif
