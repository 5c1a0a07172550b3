/* search_kernels.h: the searches and their table, SEARCH_NAME; compiled by search_*.c once per
 * instruction set. A vector that lies across two lines of the cache costs twice: all but the first
 * are aligned. */
#include "search.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if defined(__AVX512BW__)
#define VECTOR 64
#elif defined(__AVX2__)
#define VECTOR 32
#else
#define VECTOR 16
#endif

typedef uint64_t words __attribute__((vector_size(VECTOR)));

static inline bool has_bits(words found)
{
#if VECTOR == 64
    return _mm512_test_epi64_mask((__m512i)found, (__m512i)found);
#elif VECTOR == 32
    return !_mm256_testz_si256((__m256i)found, (__m256i)found);
#else
    return found[0] | found[1];
#endif
}

/* How far the first element that begins a vector of whole alignment lies behind; 0 also where none
 * ever does. */
static inline int64_t find_aligned(const char *at, int64_t size)
{
    const int64_t behind = (int64_t)(-(uintptr_t)at % VECTOR);
    return behind % size ? 0 : behind;
}

/* ---- truth ---- */

/* What was seen: that a vector had what is looked for. */
#if VECTOR == 64
typedef uint64_t seen;
#define IS_SEEN(found) ((found) != 0)
#define TRUE_8(x, m)   _mm512_test_epi8_mask((__m512i)(x), (__m512i)(m))
#define TRUE_16(x, m)  _mm512_test_epi16_mask((__m512i)(x), (__m512i)(m))
#define TRUE_32(x, m)  _mm512_test_epi32_mask((__m512i)(x), (__m512i)(m))
#define TRUE_64(x, m)  _mm512_test_epi64_mask((__m512i)(x), (__m512i)(m))
#define FALSE_8(x, m)  _mm512_testn_epi8_mask((__m512i)(x), (__m512i)(m))
#define FALSE_16(x, m) _mm512_testn_epi16_mask((__m512i)(x), (__m512i)(m))
#define FALSE_32(x, m) _mm512_testn_epi32_mask((__m512i)(x), (__m512i)(m))
#define FALSE_64(x, m) _mm512_testn_epi64_mask((__m512i)(x), (__m512i)(m))
#else
typedef words seen;
#define IS_SEEN(found) has_bits(found)
#define TRUE_8(x, m)   (words)((x) & (m))
#define TRUE_16        TRUE_8
#define TRUE_32        TRUE_8
#define TRUE_64        TRUE_8
#define FALSE_8(x, m)  (words)(((x) & (m)) == 0)
#define FALSE_16       FALSE_8
#define FALSE_32       FALSE_8
#if VECTOR == 32
#define FALSE_64 FALSE_8
#else
/* The lower half of each that is 0: the oldest machines have no comparison of 64 bits. */
#define FALSE_64(x, m) zero_words((words)((x) & (m)))
static inline words zero_words(words x)
{
    typedef uint32_t halves __attribute__((vector_size(VECTOR)));
    const words zeros = (words)((halves)x == 0);
    return zeros & zeros >> 32;
}
#endif
#endif

#define STRETCH (8 * VECTOR) /* bytes that are looked at between two questions */

#define LOOK(TEST)                \
    {                             \
        vector x;                 \
        memcpy(&x, at, sizeof x); \
        found |= TEST(x, masks);  \
    }
#define DEFINE_TRUTH(NAME, BITS, TEST, WANTED)                                               \
    static bool NAME(const char *at, int64_t step, int64_t count, uint64_t mask)             \
    {                                                                                        \
        typedef uint##BITS##_t part;                                                         \
        typedef part vector __attribute__((vector_size(VECTOR)));                            \
        const int64_t size = sizeof(part), width = VECTOR / size;                            \
        const vector masks = (vector){0} + (part)mask;                                       \
        seen found = {0};                                                                    \
        if (step == size && count >= STRETCH / size) {                                       \
            const int64_t before = find_aligned(at, size);                                   \
            LOOK(TEST)                                                                       \
            at += before, count -= before / size;                                            \
        }                                                                                    \
        for (; step == size && count >= STRETCH / size; count -= STRETCH / size) {           \
            _Pragma("GCC unroll 8") for (int v = 0; v < STRETCH / VECTOR; v++, at += VECTOR) \
                LOOK(TEST) if (IS_SEEN(found)) return true;                                  \
        }                                                                                    \
        for (; step == size && count >= width; count -= width, at += VECTOR)                 \
            LOOK(TEST)                                                                       \
        bool is_there = IS_SEEN(found);                                                      \
        for (; count > 0 && !is_there; count--, at += step) {                                \
            part x;                                                                          \
            memcpy(&x, at, sizeof x);                                                        \
            is_there = ((x & (part)mask) != 0) == (WANTED);                                  \
        }                                                                                    \
        return is_there;                                                                     \
    }
DEFINE_TRUTH(find_true_8, 8, TRUE_8, true)
DEFINE_TRUTH(find_true_16, 16, TRUE_16, true)
DEFINE_TRUTH(find_true_32, 32, TRUE_32, true)
DEFINE_TRUTH(find_true_64, 64, TRUE_64, true)
DEFINE_TRUTH(find_false_8, 8, FALSE_8, false)
DEFINE_TRUTH(find_false_16, 16, FALSE_16, false)
DEFINE_TRUTH(find_false_32, 32, FALSE_32, false)
DEFINE_TRUTH(find_false_64, 64, FALSE_64, false)

/* ---- truth of columns ---- */

typedef uint8_t bytes __attribute__((vector_size(VECTOR)));

#if VECTOR == 64
#define LESS_BYTES(a, b) (bytes) _mm512_min_epu8((__m512i)(a), (__m512i)(b))
#elif VECTOR == 32
#define LESS_BYTES(a, b) (bytes) _mm256_min_epu8((__m256i)(a), (__m256i)(b))
#else
#define LESS_BYTES(a, b) (((a) & (bytes)((a) < (b))) | ((b) & (bytes)((a) >= (b))))
#endif

enum { ABREAST = 8 }; /* vectors of lanes whose rows are walked together */

/* So many vectors of lanes: a byte of the least, or of all bits of its rows, is 0 or not. */
static inline __attribute__((always_inline)) void
find_columns(const char *at, int64_t step, int64_t rows, bool all, int vectors, char *to)
{
    bytes found[ABREAST];
    for (int v = 0; v < vectors; v++)
        memcpy(&found[v], at + v * VECTOR, sizeof found[v]);
    for (int64_t row = 1; row < rows; row++) {
        at += step;
        _Pragma("GCC unroll 8") for (int v = 0; v < vectors; v++)
        {
            bytes x;
            memcpy(&x, at + v * VECTOR, sizeof x);
            found[v] = all ? LESS_BYTES(x, found[v]) : found[v] | x;
        }
    }
    for (int v = 0; v < vectors; v++) {
        const bytes is_true = (bytes)(found[v] != 0) & 1;
        memcpy(to + v * VECTOR, &is_true, sizeof is_true);
    }
}

static void find_all_columns(const char *at, int64_t step, int64_t rows, int64_t lanes, bool all,
                             char *to)
{
    int64_t done = 0;
    for (; done + ABREAST * VECTOR <= lanes; done += ABREAST * VECTOR)
        if (all)
            find_columns(at + done, step, rows, true, ABREAST, to + done);
        else
            find_columns(at + done, step, rows, false, ABREAST, to + done);
    /* The last vector may begin in the one before it. */
    for (; done < lanes; done += VECTOR) {
        const int64_t first = done + VECTOR <= lanes ? done : lanes - VECTOR;
        find_columns(at + first, step, rows, all, 1, to + first);
    }
}

/* ---- the largest ---- */

#if VECTOR > 16

/* The larger ones of two vectors; of floats b where a is NaN. */
#if VECTOR == 64
#define LARGER_i8(a, b)  _mm512_max_epi8((__m512i)(a), (__m512i)(b))
#define LARGER_i16(a, b) _mm512_max_epi16((__m512i)(a), (__m512i)(b))
#define LARGER_i32(a, b) _mm512_max_epi32((__m512i)(a), (__m512i)(b))
#define LARGER_i64(a, b) _mm512_max_epi64((__m512i)(a), (__m512i)(b))
#define LARGER_f32(a, b) _mm512_max_ps((__m512)(a), (__m512)(b))
#define LARGER_f64(a, b) _mm512_max_pd((__m512d)(a), (__m512d)(b))
#define SAME_f32(a, b)   _mm512_cmp_ps_mask((__m512)(a), (__m512)(b), _CMP_EQ_OQ)
#define SAME_f64(a, b)   _mm512_cmp_pd_mask((__m512d)(a), (__m512d)(b), _CMP_EQ_OQ)
#define AHEAD_f32(a, b)  _mm512_cmp_ps_mask((__m512)(a), (__m512)(b), _CMP_GT_OQ)
#define AHEAD_f64(a, b)  _mm512_cmp_pd_mask((__m512d)(a), (__m512d)(b), _CMP_GT_OQ)
#define NAN_f32(x)       _mm512_cmp_ps_mask((__m512)(x), (__m512)(x), _CMP_UNORD_Q)
#define NAN_f64(x)       _mm512_cmp_pd_mask((__m512d)(x), (__m512d)(x), _CMP_UNORD_Q)
#define BITS_f32(a, b)   _mm512_cmpeq_epi32_mask((__m512i)(a), (__m512i)(b))
#define BITS_f64(a, b)   _mm512_cmpeq_epi64_mask((__m512i)(a), (__m512i)(b))
#else
#define LARGER_i8(a, b)  _mm256_max_epi8((__m256i)(a), (__m256i)(b))
#define LARGER_i16(a, b) _mm256_max_epi16((__m256i)(a), (__m256i)(b))
#define LARGER_i32(a, b) _mm256_max_epi32((__m256i)(a), (__m256i)(b))
#define LARGER_i64(a, b) _mm256_blendv_epi8((__m256i)(b), (__m256i)(a), (__m256i)((a) > (b)))
#define LARGER_f32(a, b) _mm256_max_ps((__m256)(a), (__m256)(b))
#define LARGER_f64(a, b) _mm256_max_pd((__m256d)(a), (__m256d)(b))
#define SAME_f32(a, b)   (words)((a) == (b))
#define SAME_f64         SAME_f32
#define AHEAD_f32(a, b)  (words)((a) > (b))
#define AHEAD_f64        AHEAD_f32
#define NAN_f32(x)       (words)((x) != (x))
#define NAN_f64          NAN_f32
#define BITS_f32(a, b)   (words)((a) == (b))
#define BITS_f64         BITS_f32
#endif
/* Integers have none of this. */
#define NAN_i8(x) \
    (seen)        \
    {             \
        0         \
    }
#define NAN_i16 NAN_i8
#define NAN_i32 NAN_i8
#define NAN_i64 NAN_i8

#define RUNS 4 /* running results, so that none waits for another */
#define BLOCK \
    4096 /* bytes that stay in the nearest cache, until it is known what sign a zero has */

#define LOAD(type, x, from)     \
    type##_vector x;            \
    memcpy(&x, from, sizeof x); \
    x = (type##_vector)((type##_bits)x ^ flips);

/* A look at all vectors from `at` to `end`, of which the last may begin before it. */
#define DEFINE_BEST(type, element, bits, least)                                                \
    typedef element type##_vector __attribute__((vector_size(VECTOR)));                        \
    typedef bits type##_bits __attribute__((vector_size(VECTOR)));                             \
    static inline __attribute__((always_inline)) type##_vector type##_largest(                 \
        const char *at, const char *end, type##_bits flips, type##_vector before, seen *odd)   \
    {                                                                                          \
        type##_vector best[RUNS];                                                              \
        seen strange[RUNS];                                                                    \
        for (int v = 0; v < RUNS; v++)                                                         \
            best[v] = before, strange[v] = (seen){0};                                          \
        const int64_t aligned = find_aligned(at, sizeof(element));                             \
        if (aligned) {                                                                         \
            LOAD(type, x, at)                                                                  \
            best[0] = (type##_vector)LARGER_##type(x, best[0]);                                \
            strange[0] |= NAN_##type(x);                                                       \
            at += aligned;                                                                     \
        }                                                                                      \
        for (; end - at >= RUNS * VECTOR; at += RUNS * VECTOR)                                 \
            _Pragma("GCC unroll 8") for (int v = 0; v < RUNS; v++)                             \
            {                                                                                  \
                LOAD(type, x, at + v * VECTOR)                                                 \
                best[v] = (type##_vector)LARGER_##type(x, best[v]);                            \
                strange[v] |= NAN_##type(x);                                                   \
            }                                                                                  \
        for (; at < end; at += VECTOR) {                                                       \
            LOAD(type, x, end - at < VECTOR ? end - VECTOR : at)                               \
            best[0] = (type##_vector)LARGER_##type(x, best[0]);                                \
            strange[0] |= NAN_##type(x);                                                       \
        }                                                                                      \
        for (int v = 1; v < RUNS; v++) {                                                       \
            best[0] = (type##_vector)LARGER_##type(best[v], best[0]);                          \
            strange[0] |= strange[v];                                                          \
        }                                                                                      \
        *odd = strange[0];                                                                     \
        return best[0];                                                                        \
    }                                                                                          \
    /* The largest element of a vector. */                                                     \
    static inline __attribute__((always_inline)) element type##_of(type##_vector best)         \
    {                                                                                          \
        element lanes[VECTOR / sizeof(element)];                                               \
        memcpy(lanes, &best, sizeof lanes);                                                    \
        _Pragma("GCC unroll 8") for (int half = VECTOR / sizeof(element) / 2; half; half /= 2) \
            _Pragma("omp simd") for (int l = 0; l < half; l++) lanes[l] =                      \
                lanes[l + half] > lanes[l] ? lanes[l + half] : lanes[l];                       \
        return lanes[0];                                                                       \
    }
#define DEFINE_INTEGERS(type, element, bits, least)                                          \
    DEFINE_BEST(type, element, bits, least)                                                  \
    static bool best_##type(const char *at, int64_t count, uint64_t flip, char *to)          \
    {                                                                                        \
        const type##_bits flips = (type##_bits){0} + (bits)flip;                             \
        const type##_vector start = (type##_vector){0} + (element)(least);                   \
        seen odd;                                                                            \
        const bits best =                                                                    \
            (bits)((bits)type##_of(type##_largest(at, at + count * (int64_t)sizeof(element), \
                                                  flips, start, &odd)) ^                     \
                   (bits)flip);                                                              \
        memcpy(to, &best, sizeof best);                                                      \
        return true;                                                                         \
    }
#define DEFINE_FLOATS(type, element, bits, least)                                                  \
    DEFINE_BEST(type, element, bits, least)                                                        \
    /* Adds which zeros there are. */                                                              \
    static __attribute__((noinline)) void type##_zeros(                                            \
        const char *at, const char *end, type##_bits flips, bool *has_plus, bool *has_minus)       \
    {                                                                                              \
        const type##_bits pluses = {0}, minuses = pluses + ((bits)1 << (8 * sizeof(bits) - 1));    \
        seen plus = {0}, minus = {0};                                                              \
        for (; at < end; at += VECTOR) {                                                           \
            LOAD(type, x, end - at < VECTOR ? end - VECTOR : at)                                   \
            plus |= BITS_##type((type##_bits)x, pluses);                                           \
            minus |= BITS_##type((type##_bits)x, minuses);                                         \
        }                                                                                          \
        *has_plus |= IS_SEEN(plus);                                                                \
        *has_minus |= IS_SEEN(minus);                                                              \
    }                                                                                              \
    static bool best_##type(const char *at, int64_t count, uint64_t flip, char *to)                \
    {                                                                                              \
        const char *const end = at + count * (int64_t)sizeof(element);                             \
        const type##_bits flips = (type##_bits){0} + (bits)flip;                                   \
        const type##_vector zeros = {0};                                                           \
        type##_vector found = zeros + (element)(least);                                            \
        bool has_plus = false, has_minus = false;                                                  \
        /* The last block has the rest of two, so that none is shorter than a vector. */           \
        for (const char *next; at < end; at = next) {                                              \
            seen odd;                                                                              \
            next = end - at < 2 * BLOCK ? end : at + find_aligned(at, sizeof(element)) + BLOCK;    \
            found = type##_largest(at, next, flips, found, &odd);                                  \
            if (IS_SEEN(odd))                                                                      \
                return false;                                                                      \
            const seen is_zero = SAME_##type(found, zeros), is_ahead = AHEAD_##type(found, zeros); \
            if (IS_SEEN(is_zero) && !IS_SEEN(is_ahead))                                            \
                type##_zeros(at, next, flips, &has_plus, &has_minus);                              \
        }                                                                                          \
        const element largest = type##_of(found);                                                  \
        bits best;                                                                                 \
        memcpy(&best, &largest, sizeof best);                                                      \
        if (largest == 0)                                                                          \
            best = has_minus ? (bits)1 << (8 * sizeof best - 1) : 0;                               \
        best ^= (bits)flip;                                                                        \
        memcpy(to, &best, sizeof best);                                                            \
        return largest != 0 || has_plus != has_minus;                                              \
    }
DEFINE_INTEGERS(i8, int8_t, uint8_t, INT8_MIN)
DEFINE_INTEGERS(i16, int16_t, uint16_t, INT16_MIN)
DEFINE_INTEGERS(i32, int32_t, uint32_t, INT32_MIN)
DEFINE_INTEGERS(i64, int64_t, uint64_t, INT64_MIN)
DEFINE_FLOATS(f32, float, uint32_t, -INFINITY)
DEFINE_FLOATS(f64, double, uint64_t, -INFINITY)
#endif

const search_table SEARCH_NAME = {
    .truths = {{find_false_8, find_true_8},
               {find_false_16, find_true_16},
               {find_false_32, find_true_32},
               {find_false_64, find_true_64}},
    .columns = find_all_columns,
#if VECTOR > 16
    .integers = {best_i8, best_i16, best_i32, best_i64},
    .floats = {NULL, NULL, best_f32, best_f64},
#endif
};
