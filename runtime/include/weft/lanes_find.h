/* lanes_find.h: the place of the first largest, or least, element of a row, as the loop that looks at one element
 * after the other finds it: what generated text says in the place of such a loop (<weft/lanes_row.h>).
 *
 *     WEFT_ROW_FIND(name, f32, >, FRESH, NAN_WINS)   a function
 *     WEFT_FIND(name, x, 0, n, found, place) for …     its call, in the place of the loop where n is large enough
 *
 * The function is name(row, begin, end, &found): the index of the first element that is ahead of all before it and of `found`,
 * which becomes that element; -1 where none is. FRESH: nothing is found before the first element. NAN_WINS: NaN is
 * ahead of every number; else of none. Nothing is ahead of a NaN.
 *
 * The elements of a block stay in the nearest cache while they are looked at twice: for the block's best, and, where
 * that is ahead of what was found, for its place. So all is compared as the loop compares it, and nothing is rounded. */
#ifndef WEFT_LANES_FIND_H
#define WEFT_LANES_FIND_H

#include <weft/lanes.h>

/* Fewer elements are looked at one by one as fast; of more, vectors along the row are faster than an item a lane. */
#define WEFT_FIND_LEAST 16
#define WEFT_FIND_LONG 64

#define WEFT_FIND(name, row, first, end, found, place)                        \
    if ((int64_t)(end) - (first) >= WEFT_FIND_LEAST) {                        \
        const int64_t weft_at = name(row, first, (int64_t)(end), &found);     \
        if (weft_at >= 0)                                                     \
            place = (__typeof__(place))weft_at;                               \
    } else

/* Elements of a block; vectors of them that go side by side. */
#define WEFT_FIND_BLOCK 512
#define WEFT_FIND_VECTORS 4

#define WEFT_FIND_EACH _Pragma("GCC unroll 8") for (int v = 0; v < WEFT_FIND_VECTORS; v++)
/* A vector that begins at element i, or as far before it as it would not end within the block. */
#define WEFT_FIND_LOAD(element, x, i)                                                                     \
    WEFT_V(element) x;                                                                                    \
    memcpy(&x, row + ((i) + WEFT_LANES <= stop ? (i) : stop - WEFT_LANES) * (int64_t)sizeof(weft_##element), \
           sizeof x);

/* The better of x and best, lane by lane, where best is no NaN: x if it is ahead. Machines have instructions that do so
 * of floats, and take the second where the first is NaN. */
#define WEFT_FIND_BETTER(element, ahead, x, best)                                                        \
    WEFT_FIND_##element(WEFT_SELECT(element, WEFT_IS(element, (x) ahead (best)), x, best), 1 ahead 0, x, best)
#define WEFT_FIND_CHOSEN(chosen, is_largest, x, best) chosen
#define WEFT_FIND_i8 WEFT_FIND_CHOSEN
#define WEFT_FIND_i16 WEFT_FIND_CHOSEN
#define WEFT_FIND_i32 WEFT_FIND_CHOSEN
#define WEFT_FIND_u8 WEFT_FIND_CHOSEN
#define WEFT_FIND_u16 WEFT_FIND_CHOSEN
#define WEFT_FIND_u32 WEFT_FIND_CHOSEN
#define WEFT_FIND_u64 WEFT_FIND_CHOSEN
#if defined(__AVX512F__)
#define WEFT_FIND_f32(chosen, is_largest, x, best) \
    ((weft_f32x16)((is_largest) ? _mm512_max_ps((__m512)(x), (__m512)(best)) : _mm512_min_ps((__m512)(x), (__m512)(best))))
#define WEFT_FIND_f64(chosen, is_largest, x, best) \
    ((weft_f64x8)((is_largest) ? _mm512_max_pd((__m512d)(x), (__m512d)(best)) : _mm512_min_pd((__m512d)(x), (__m512d)(best))))
#define WEFT_FIND_i64(chosen, is_largest, x, best)                                      \
    ((weft_i64x8)((is_largest) ? _mm512_max_epi64((__m512i)(x), (__m512i)(best))        \
                               : _mm512_min_epi64((__m512i)(x), (__m512i)(best))))
#elif defined(__AVX2__)
#define WEFT_FIND_f32(chosen, is_largest, x, best) \
    ((weft_f32x8)((is_largest) ? _mm256_max_ps((__m256)(x), (__m256)(best)) : _mm256_min_ps((__m256)(x), (__m256)(best))))
#define WEFT_FIND_f64(chosen, is_largest, x, best) \
    ((weft_f64x4)((is_largest) ? _mm256_max_pd((__m256d)(x), (__m256d)(best)) : _mm256_min_pd((__m256d)(x), (__m256d)(best))))
#define WEFT_FIND_i64 WEFT_FIND_CHOSEN
#else
#define WEFT_FIND_f32 WEFT_FIND_CHOSEN
#define WEFT_FIND_f64 WEFT_FIND_CHOSEN
#define WEFT_FIND_i64 WEFT_FIND_CHOSEN
#endif

#define WEFT_ROW_FIND(name, element, ahead, fresh, nan_wins) WEFT_ROW_FIND_(name, element, ahead, fresh, nan_wins)
#define WEFT_ROW_FIND_(name, element, ahead, fresh, nan_wins)                                             \
    /* The best of elements at to before stop and of `found`; *odd: one is NaN, which counts. */          \
    WEFT_FUNCTION weft_##element name##_best(const char *row, int64_t at, int64_t stop,                   \
                                             weft_##element found, bool *odd)                             \
    {                                                                                                     \
        WEFT_V(element) best[WEFT_FIND_VECTORS];                                                          \
        WEFT_MASK strange[WEFT_FIND_VECTORS];                                                             \
        WEFT_FIND_EACH best[v] = WEFT_SET(element, found), strange[v] = WEFT_NONE;                        \
        for (; at + WEFT_FIND_VECTORS * WEFT_LANES <= stop; at += WEFT_FIND_VECTORS * WEFT_LANES)         \
            WEFT_FIND_EACH {                                                                              \
                WEFT_FIND_LOAD(element, x, at + v * WEFT_LANES)                                           \
                best[v] = WEFT_FIND_BETTER(element, ahead, x, best[v]);                                   \
                if (nan_wins)                                                                             \
                    strange[v] |= WEFT_IS(element, x != x);                                               \
            }                                                                                             \
        for (; at < stop; at += WEFT_LANES) {                                                             \
            WEFT_FIND_LOAD(element, x, at)                                                                \
            best[0] = WEFT_FIND_BETTER(element, ahead, x, best[0]);                                       \
            if (nan_wins)                                                                                 \
                strange[0] |= WEFT_IS(element, x != x);                                                   \
        }                                                                                                 \
        for (int v = 1; v < WEFT_FIND_VECTORS; v++) {                                                     \
            best[0] = WEFT_FIND_BETTER(element, ahead, best[v], best[0]);                                 \
            strange[0] |= strange[v];                                                                     \
        }                                                                                                 \
        *odd = nan_wins && WEFT_HAS_LANE(strange[0]);                                                     \
        weft_##element lanes[WEFT_LANES];                                                                 \
        memcpy(lanes, best, sizeof lanes);                                                                \
        _Pragma("GCC unroll 8") for (int half = WEFT_LANES / 2; half; half /= 2)                          \
            WEFT_SIMD for (int l = 0; l < half; l++)                                                      \
                lanes[l] = lanes[l + half] ahead lanes[l] ? lanes[l + half] : lanes[l];                   \
        return lanes[0];                                                                                  \
    }                                                                                                     \
    /* Where a vector has what equals it, or is NaN. */                                                   \
    WEFT_VECTOR_INLINE WEFT_MASK name##_here(const char *row, int64_t i, int64_t stop,                    \
                                             weft_##element best, bool odd)                               \
    {                                                                                                     \
        WEFT_FIND_LOAD(element, x, i)                                                                     \
        return odd ? WEFT_IS(element, x != x) : WEFT_IS(element, x == WEFT_SET(element, best));           \
    }                                                                                                     \
    /* The first that equals it, or is NaN; there is one. */                                              \
    WEFT_FUNCTION int64_t name##_first(const char *row, int64_t at, int64_t stop, weft_##element best,    \
                                       bool odd)                                                          \
    {                                                                                                     \
        for (; at + WEFT_FIND_VECTORS * WEFT_LANES <= stop; at += WEFT_FIND_VECTORS * WEFT_LANES) {       \
            WEFT_MASK here = WEFT_NONE;                                                                   \
            WEFT_FIND_EACH here |= name##_here(row, at + v * WEFT_LANES, stop, best, odd);                \
            if (WEFT_HAS_LANE(here))                                                                      \
                break;                                                                                    \
        }                                                                                                 \
        for (; at < stop; at += WEFT_LANES) {                                                             \
            const WEFT_MASK here = name##_here(row, at, stop, best, odd);                                 \
            if (WEFT_HAS_LANE(here))                                                                      \
                break;                                                                                    \
        }                                                                                                 \
        weft_##element next;                                                                              \
        for (at = at + WEFT_LANES <= stop ? at : stop - WEFT_LANES;; at++) {                              \
            memcpy(&next, row + at * (int64_t)sizeof next, sizeof next);                                  \
            if (odd ? next != next : next == best)                                                        \
                return at;                                                                                \
        }                                                                                                 \
    }                                                                                                     \
    WEFT_FUNCTION int64_t name(const void *elements, int64_t begin, int64_t end, void *kept)              \
    {                                                                                                     \
        const char *row = elements;                                                                       \
        int64_t place = -1;                                                                               \
        weft_##element found;                                                                             \
        memcpy(&found, fresh ? row + begin * (int64_t)sizeof found : kept, sizeof found);                 \
        if (fresh)                                                                                        \
            place = begin;                                                                                \
        /* The last block has the rest of two, so that none is shorter than a vector. */                  \
        for (int64_t at = begin, stop; at < end && found == found; at = stop) {                           \
            stop = end - at < 2 * WEFT_FIND_BLOCK ? end : at + WEFT_FIND_BLOCK;                           \
            bool odd;                                                                                     \
            const weft_##element best = name##_best(row, at, stop, found, &odd);                          \
            if (odd || best ahead found) {                                                                \
                place = name##_first(row, at, stop, best, odd);                                           \
                memcpy(&found, row + place * (int64_t)sizeof found, sizeof found);                        \
            }                                                                                             \
        }                                                                                                 \
        if (place >= 0)                                                                                   \
            memcpy(kept, &found, sizeof found);                                                           \
        return place;                                                                                     \
    }

#endif
