/* elementwise.c: contiguous loops that the compiler vectorises; what the last cache cannot hold is
 * stored past it. */
#include "prototypes.h"

#include <math.h>
#include <string.h>
#include <unistd.h>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

int64_t prototype_cache;

#ifdef __AVX512F__
/* Whether so many bytes of operands are more than the last cache has. */
static int is_large(int64_t bytes)
{
    if (!prototype_cache)
        prototype_cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return prototype_cache > 0 && bytes > prototype_cache;
}

static void store_past(void *to, const void *block)
{
    _mm512_stream_si512(to, _mm512_loadu_si512(block));
}

/* The elements of an array up to the first that is on a cache line's border. */
static int64_t before_line(const void *out, int64_t size, int64_t count)
{
    const int64_t head = (int64_t)(-(uintptr_t)out % 64) / size;
    return head < count ? head : count;
}

#define STREAM(T, operands, expression)                                              \
    if (is_large(count * (int64_t)sizeof(T) * (operands))) {                         \
        enum { BLOCK = 64 / sizeof(T) };                                             \
        int64_t i = 0;                                                               \
        for (const int64_t head = before_line(out, sizeof(T), count); i < head; i++) \
            out[i] = (expression);                                                   \
        for (; i + BLOCK <= count; i += BLOCK) {                                     \
            T block[BLOCK];                                                          \
            const int64_t first = i;                                                 \
            for (int64_t k = 0; k < BLOCK; k++) {                                    \
                i = first + k;                                                       \
                block[k] = (expression);                                             \
            }                                                                        \
            i = first;                                                               \
            store_past(out + i, block);                                              \
        }                                                                            \
        for (; i < count; i++)                                                       \
            out[i] = (expression);                                                   \
        _mm_sfence();                                                                \
        return;                                                                      \
    }
#else
#define STREAM(T, operands, expression)
#endif

/* A loop over `operands` arrays of T, the output last: a, b and c are its inputs, in an expression
 * of element i. */
#define LOOP(name, T, operands, expression)                                                      \
    void prototype_##name(void *const *args, int64_t count)                                      \
    {                                                                                            \
        const T *const a = args[0], *const b = args[1], *const c = args[(operands) > 3 ? 2 : 0]; \
        T *const out = args[(operands)-1];                                                       \
        (void)c;                                                                                 \
        STREAM(T, operands, expression)                                                          \
        _Pragma("omp simd") for (int64_t i = 0; i < count; i++) out[i] = (expression);           \
    }

LOOP(add, float, 3, a[i] + b[i])
LOOP(square_of_sum, float, 3, (a[i] + b[i]) * (a[i] + b[i]))
LOOP(larger_root, double, 4, (-b[i] + sqrt(b[i] * b[i] - 4 * a[i] * c[i])) / (2 * a[i]))

void prototype_complex_product(void *const *args, int64_t count)
{
    const float *restrict a = args[0], *restrict b = args[1];
    float *restrict out = args[2];
    for (int64_t i = 0; i < count; i++) {
        out[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
        out[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
    }
}

void prototype_clip(void *const *args, int64_t count)
{
    const int32_t *const a = args[0], low = *(const int32_t *)args[1],
                         high = *(const int32_t *)args[2];
    int32_t *const out = args[3];
#pragma omp simd
    for (int64_t i = 0; i < count; i++)
        out[i] = a[i] < low ? low : a[i] > high ? high : a[i];
}
