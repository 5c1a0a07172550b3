/* lanes_find.h: the place of the first largest, or least, element of a row, as the loop that looks
 * at one element after the other finds it: what generated text says in the place of such a loop
 * (<weft/lanes_row.h>).
 *
 *     WEFT_ROW_FIND(name, f32, >, FRESH, NAN_WINS)   a function
 *     WEFT_FIND(name, x, 0, n, found, place) for …     its call, in the place of the loop where n
 *                                                      is large enough
 *
 * The function is name(row, begin, end, &found): the index of the first element that is ahead of
 * all before it and of `found`, which becomes that element; -1 where none is. FRESH: nothing is
 * found before the first element. NAN_WINS: NaN is ahead of every number; else of none. Nothing is
 * ahead of a NaN.
 *
 * Elements are looked at in groups of vectors, in order: each lane keeps its best and the number of
 * the first group where that was ahead of all before it. So all is compared as the loop compares
 * it, and nothing is rounded; the place is looked up in one group at the end. A group may begin in
 * the one before it: what it repeats is ahead of nothing that matters. */
#ifndef WEFT_LANES_FIND_H
#define WEFT_LANES_FIND_H

#include <weft/lanes.h>

/* Fewer elements are looked at one by one as fast; of more, vectors along the row are faster than
 * an item a lane. */
#define WEFT_FIND_LEAST 16
#define WEFT_FIND_LONG  64

#define WEFT_FIND(name, row, first, end, found, place)                    \
    if ((int64_t)(end) - (first) >= WEFT_FIND_LEAST) {                    \
        const int64_t weft_at = name(row, first, (int64_t)(end), &found); \
        if (weft_at >= 0)                                                 \
            place = (__typeof__(place))weft_at;                           \
    } else

/* Vectors of a group. */
#define WEFT_FIND_VECTORS 4

#define WEFT_FIND_EACH _Pragma("GCC unroll 8") for (int v = 0; v < WEFT_FIND_VECTORS; v++)
/* A vector that begins at element i. */
#define WEFT_FIND_LOAD(element, x, i) \
    WEFT_V(element) x;                \
    memcpy(&x, row + (i) * (int64_t)sizeof(weft_##element), sizeof x);

/* The better of x and best, lane by lane, where best is no NaN: x if it is ahead. Machines have
 * instructions that do so of floats, and take the second where the first is NaN. */
#define WEFT_FIND_BETTER(element, ahead, x, best)                                        \
    WEFT_FIND_##element(WEFT_SELECT(element, WEFT_IS(element, (x)ahead(best)), x, best), \
                        1 ahead 0, x, best)
#define WEFT_FIND_CHOSEN(chosen, is_largest, x, best) chosen
#define WEFT_FIND_i8                                  WEFT_FIND_CHOSEN
#define WEFT_FIND_i16                                 WEFT_FIND_CHOSEN
#define WEFT_FIND_i32                                 WEFT_FIND_CHOSEN
#define WEFT_FIND_u8                                  WEFT_FIND_CHOSEN
#define WEFT_FIND_u16                                 WEFT_FIND_CHOSEN
#define WEFT_FIND_u32                                 WEFT_FIND_CHOSEN
#define WEFT_FIND_u64                                 WEFT_FIND_CHOSEN
#if defined(__AVX512F__)
#define WEFT_FIND_f32(chosen, is_largest, x, best)                           \
    ((weft_f32x16)((is_largest) ? _mm512_max_ps((__m512)(x), (__m512)(best)) \
                                : _mm512_min_ps((__m512)(x), (__m512)(best))))
#define WEFT_FIND_f64(chosen, is_largest, x, best)                            \
    ((weft_f64x8)((is_largest) ? _mm512_max_pd((__m512d)(x), (__m512d)(best)) \
                               : _mm512_min_pd((__m512d)(x), (__m512d)(best))))
#define WEFT_FIND_i64(chosen, is_largest, x, best)                               \
    ((weft_i64x8)((is_largest) ? _mm512_max_epi64((__m512i)(x), (__m512i)(best)) \
                               : _mm512_min_epi64((__m512i)(x), (__m512i)(best))))
#elif defined(__AVX2__)
#define WEFT_FIND_f32(chosen, is_largest, x, best)                          \
    ((weft_f32x8)((is_largest) ? _mm256_max_ps((__m256)(x), (__m256)(best)) \
                               : _mm256_min_ps((__m256)(x), (__m256)(best))))
#define WEFT_FIND_f64(chosen, is_largest, x, best)                            \
    ((weft_f64x4)((is_largest) ? _mm256_max_pd((__m256d)(x), (__m256d)(best)) \
                               : _mm256_min_pd((__m256d)(x), (__m256d)(best))))
#define WEFT_FIND_i64 WEFT_FIND_CHOSEN
#else
#define WEFT_FIND_f32 WEFT_FIND_CHOSEN
#define WEFT_FIND_f64 WEFT_FIND_CHOSEN
#define WEFT_FIND_i64 WEFT_FIND_CHOSEN
#endif

/* A bit for each lane of a mask. */
#define WEFT_FIND_BITS(mask) WEFT_LANES_NAME(WEFT_BITS_NAME(weft_find_bits_))(mask)
#define WEFT_FIND_DEFINE_BITS(bits, lanes)                                                   \
    WEFT_VECTOR_INLINE unsigned weft_find_bits_##bits##x##lanes(weft_i##bits##x##lanes mask) \
    {                                                                                        \
        unsigned found = 0;                                                                  \
        for (int l = 0; l < lanes; l++)                                                      \
            found |= (unsigned)(mask[l] & 1) << l;                                           \
        return found;                                                                        \
    }
#if defined(__AVX512DQ__)
WEFT_VECTOR_INLINE unsigned weft_find_bits_32x16(weft_i32x16 mask)
{
    return _mm512_movepi32_mask((__m512i)mask);
}
WEFT_VECTOR_INLINE unsigned weft_find_bits_64x8(weft_i64x8 mask)
{
    return _mm512_movepi64_mask((__m512i)mask);
}
#elif defined(__AVX512F__)
WEFT_FIND_DEFINE_BITS(32, 16)
WEFT_FIND_DEFINE_BITS(64, 8)
#elif defined(__AVX2__)
WEFT_VECTOR_INLINE unsigned weft_find_bits_32x8(weft_i32x8 mask)
{
    return (unsigned)_mm256_movemask_ps((__m256)mask);
}
WEFT_VECTOR_INLINE unsigned weft_find_bits_64x4(weft_i64x4 mask)
{
    return (unsigned)_mm256_movemask_pd((__m256d)mask);
}
#else
WEFT_FIND_DEFINE_BITS(32, 4)
WEFT_FIND_DEFINE_BITS(64, 2)
#endif
#undef WEFT_FIND_DEFINE_BITS

/* The number of a group in each lane. */
#define WEFT_FIND_GROUP(number) (WEFT_NONE + (__typeof__(WEFT_NONE[0]))(number))

/* Where x or y is NaN. */
#define WEFT_FIND_ODD(element, x, y) WEFT_FIND_ODD_##element(x, y)
#define WEFT_FIND_ODD_OF(x, y)       (((x) != (x)) | ((y) != (y)))
#define WEFT_FIND_ODD_i8             WEFT_FIND_ODD_OF
#define WEFT_FIND_ODD_i16            WEFT_FIND_ODD_OF
#define WEFT_FIND_ODD_i32            WEFT_FIND_ODD_OF
#define WEFT_FIND_ODD_i64            WEFT_FIND_ODD_OF
#define WEFT_FIND_ODD_u8             WEFT_FIND_ODD_OF
#define WEFT_FIND_ODD_u16            WEFT_FIND_ODD_OF
#define WEFT_FIND_ODD_u32            WEFT_FIND_ODD_OF
#define WEFT_FIND_ODD_u64            WEFT_FIND_ODD_OF
#if defined(__AVX512DQ__)
#define WEFT_FIND_ODD_f32(x, y) \
    ((weft_i32x16)_mm512_movm_epi32(_mm512_cmp_ps_mask((__m512)(x), (__m512)(y), _CMP_UNORD_Q)))
#define WEFT_FIND_ODD_f64(x, y) \
    ((weft_i64x8)_mm512_movm_epi64(_mm512_cmp_pd_mask((__m512d)(x), (__m512d)(y), _CMP_UNORD_Q)))
#else
#define WEFT_FIND_ODD_f32 WEFT_FIND_ODD_OF
#define WEFT_FIND_ODD_f64 WEFT_FIND_ODD_OF
#endif

#define WEFT_ROW_FIND(name, element, ahead, fresh, nan_wins) \
    WEFT_ROW_FIND_(name, element, ahead, fresh, nan_wins)
#define WEFT_ROW_FIND_(name, element, ahead, fresh, nan_wins)                                      \
    /* Looks at a group, of which nothing is beyond stop; what is ahead in a lane is of this       \
     * group. */                                                                                   \
    WEFT_VECTOR_INLINE void name##_look(const char *row, int64_t at, int64_t stop, bool is_whole,  \
                                        int64_t group, WEFT_V(element) * best, WEFT_MASK * where,  \
                                        WEFT_MASK * odd)                                           \
    {                                                                                              \
        WEFT_V(element) x[WEFT_FIND_VECTORS];                                                      \
        WEFT_FIND_EACH                                                                             \
        {                                                                                          \
            const int64_t i = at + v * WEFT_LANES;                                                 \
            WEFT_FIND_LOAD(element, next,                                                          \
                           is_whole || i + WEFT_LANES <= stop ? i : stop - WEFT_LANES)             \
            x[v] = next;                                                                           \
        }                                                                                          \
        if (nan_wins)                                                                              \
            *odd |= WEFT_IS(element, WEFT_FIND_ODD(element, x[0], x[1])) |                         \
                    WEFT_IS(element, WEFT_FIND_ODD(element, x[2], x[3]));                          \
        if (!(nan_wins) && (weft_##element)0.5 != 0) /* what is NaN must not stand for another */  \
            WEFT_FIND_EACH x[v] = WEFT_FIND_BETTER(element, ahead, x[v], *best);                   \
        x[0] = WEFT_FIND_BETTER(element, ahead, x[0], x[1]);                                       \
        x[2] = WEFT_FIND_BETTER(element, ahead, x[2], x[3]);                                       \
        const WEFT_V(element) better = WEFT_FIND_BETTER(element, ahead, x[0], x[2]),               \
                              most = WEFT_FIND_BETTER(element, ahead, better, *best);              \
        const WEFT_MASK here = WEFT_IS(element, most ahead * best);                                \
        *where = (here & WEFT_FIND_GROUP(group)) | (~here & *where);                               \
        *best = most;                                                                              \
    }                                                                                              \
    /* The first element of a group that equals best, or is NaN; stop where there is none. */      \
    WEFT_FUNCTION int64_t name##_first(const char *row, int64_t at, int64_t stop,                  \
                                       weft_##element best, bool odd)                              \
    {                                                                                              \
        for (int v = 0; v < WEFT_FIND_VECTORS && at < stop; v++, at += WEFT_LANES) {               \
            at = at + WEFT_LANES <= stop ? at : stop - WEFT_LANES;                                 \
            WEFT_FIND_LOAD(element, x, at)                                                         \
            const unsigned here = WEFT_FIND_BITS(                                                  \
                odd ? WEFT_IS(element, x != x) : WEFT_IS(element, x == WEFT_SET(element, best)));  \
            if (here)                                                                              \
                return at + __builtin_ctz(here);                                                   \
        }                                                                                          \
        return stop;                                                                               \
    }                                                                                              \
    WEFT_FUNCTION int64_t name(const void *elements, int64_t begin, int64_t end, void *kept)       \
    {                                                                                              \
        enum { group = WEFT_FIND_VECTORS * WEFT_LANES };                                           \
        const char *row = elements;                                                                \
        weft_##element found;                                                                      \
        const int64_t size = sizeof found;                                                         \
        memcpy(&found, fresh ? row + begin *size : kept, sizeof found);                            \
        int64_t place = fresh ? begin : -1;                                                        \
        WEFT_V(element) best = WEFT_SET(element, found);                                           \
        WEFT_MASK where = WEFT_NONE, odd = WEFT_NONE;                                              \
        if (found == found) {                                                                      \
            /* All groups but the first begin where vectors lie in one line of the cache each. */  \
            const int64_t early = (int64_t)((uintptr_t)(row + begin * size) % sizeof best) / size; \
            int64_t at = begin - early, number = 1;                                                \
            name##_look(row, begin, end, false, 1, &best, &where, &odd);                           \
            for (at += group; at + group <= end; at += group)                                      \
                name##_look(row, at, end, true, ++number, &best, &where, &odd);                    \
            if (at < end)                                                                          \
                name##_look(row, at, end, false, ++number, &best, &where, &odd);                   \
            weft_##element lanes[WEFT_LANES];                                                      \
            memcpy(lanes, &best, sizeof lanes);                                                    \
            _Pragma("GCC unroll 8") for (int half = WEFT_LANES / 2; half; half /= 2)               \
                WEFT_SIMD for (int l = 0; l < half; l++) lanes[l] =                                \
                    lanes[l + half] ahead lanes[l] ? lanes[l + half] : lanes[l];                   \
            if (nan_wins && WEFT_HAS_LANE(odd)) {                                                  \
                for (at = begin; (place = name##_first(row, at, end, found, true)) == end;         \
                     at += group)                                                                  \
                    continue;                                                                      \
            } else if (lanes[0] ahead found) {                                                     \
                int64_t first = 1;                                                                 \
                if (number > 1) { /* of the lanes that have it, the first group */                 \
                    const WEFT_MASK has = WEFT_IS(element, best == WEFT_SET(element, lanes[0]));   \
                    where = (has & where) | (~has & WEFT_FIND_GROUP(number));                      \
                    __typeof__(where[0]) groups[WEFT_LANES];                                       \
                    memcpy(groups, &where, sizeof groups);                                         \
                    _Pragma("GCC unroll 8") for (int half = WEFT_LANES / 2; half; half /= 2)       \
                        WEFT_SIMD for (int l = 0; l < half; l++) groups[l] =                       \
                            groups[l + half] < groups[l] ? groups[l + half] : groups[l];           \
                    first = groups[0];                                                             \
                }                                                                                  \
                at = begin + (first - 1) * group - (first > 1 ? early : 0);                        \
                place = name##_first(row, at, end, lanes[0], false);                               \
            }                                                                                      \
            if (place >= 0)                                                                        \
                memcpy(&found, row + place * size, sizeof found);                                  \
        }                                                                                          \
        if (place >= 0)                                                                            \
            memcpy(kept, &found, sizeof found);                                                    \
        return place;                                                                              \
    }

#endif
