/* products.c: items of sizes that the compiler knows. From eight columns on by register tiles: R
 * rows by Q vectors of C, k innermost. */
#include "prototypes.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

#define ALWAYS static inline __attribute__((always_inline))

typedef float lanes16 __attribute__((vector_size(64), aligned(4), may_alias));
typedef float lanes8 __attribute__((vector_size(32), aligned(4), may_alias));

#define UNROLLED _Pragma("GCC unroll 16")

#define TILE(V, R, Q)                                                                            \
    ALWAYS void tile_##V##_##R##_##Q(int n, const float *a, const float *b, float *c)            \
    {                                                                                            \
        enum { WIDTH = sizeof(V) / 4 };                                                          \
        V sum[R][Q], row[Q];                                                                     \
        UNROLLED for (int r = 0; r < (R); r++)                                                   \
        {                                                                                        \
            UNROLLED for (int q = 0; q < (Q); q++) sum[r][q] = (V){0};                           \
        }                                                                                        \
        for (int k = 0; k < n; k++) {                                                            \
            UNROLLED for (int q = 0; q < (Q); q++) row[q] = *(const V *)(b + k * n + q * WIDTH); \
            UNROLLED for (int r = 0; r < (R); r++)                                               \
            {                                                                                    \
                UNROLLED for (int q = 0; q < (Q); q++) sum[r][q] += a[r * n + k] * row[q];       \
            }                                                                                    \
        }                                                                                        \
        UNROLLED for (int r = 0; r < (R); r++)                                                   \
        {                                                                                        \
            UNROLLED for (int q = 0; q < (Q); q++) * (V *)(c + r * n + q * WIDTH) = sum[r][q];   \
        }                                                                                        \
    }

/* Rows R at a time, then 4, of the columns that Q vectors are. */
#define COLUMNS(V, R, Q)                                                           \
    TILE(V, R, Q)                                                                  \
    TILE(V, 4, Q)                                                                  \
    ALWAYS void columns_##V##_##Q(int n, const float *a, const float *b, float *c) \
    {                                                                              \
        int i = 0;                                                                 \
        for (; i + (R) <= n; i += (R))                                             \
            tile_##V##_##R##_##Q(n, a + i * n, b, c + i * n);                      \
        for (; i < n; i += 4)                                                      \
            tile_##V##_4_##Q(n, a + i * n, b, c + i * n);                          \
    }

COLUMNS(lanes16, 6, 4)
COLUMNS(lanes16, 8, 2)
COLUMNS(lanes16, 12, 1)
COLUMNS(lanes8, 8, 1)

#define TILED(n, columns)                                                     \
    void prototype_product_##n(void *const *args, int64_t count)              \
    {                                                                         \
        const float *a = args[0], *b = args[1];                               \
        float *c = args[2];                                                   \
        for (int64_t item = 0; item < count; item++)                          \
            columns(n, a + item * n * n, b + item * n * n, c + item * n * n); \
    }

TILED(8, columns_lanes8_1)
TILED(16, columns_lanes16_1)
TILED(32, columns_lanes16_2)
TILED(64, columns_lanes16_4)

ALWAYS void plain(int64_t m, int64_t p, int64_t n, const float *restrict a, const float *restrict b,
                  float *restrict c)
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            float sum = 0;
            for (int64_t k = 0; k < p; k++)
                sum += a[i * p + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

/* The plain loop, of which the compiler makes vectors. */
void prototype_product_4(void *const *args, int64_t count)
{
    const float *const a = args[0], *const b = args[1];
    float *const c = args[2];
    for (int64_t item = 0; item < count; item++)
        plain(4, 4, 4, a + item * 16, b + item * 16, c + item * 16);
}

#ifdef __AVX512F__
/* 16 vectors of 16 become those of their first elements, their second, … */
ALWAYS void transpose(__m512 v[16])
{
    __m512 pairs[16], fours[16], halves[16];
#pragma GCC unroll 16
    for (int i = 0; i < 8; i++) {
        pairs[2 * i] = _mm512_unpacklo_ps(v[2 * i], v[2 * i + 1]);
        pairs[2 * i + 1] = _mm512_unpackhi_ps(v[2 * i], v[2 * i + 1]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
        const __m512d low = (__m512d)pairs[i / 4 * 4 + i % 4 / 2];
        const __m512d high = (__m512d)pairs[i / 4 * 4 + i % 4 / 2 + 2];
        fours[i] = (__m512)(i % 2 ? _mm512_unpackhi_pd(low, high) : _mm512_unpacklo_pd(low, high));
    }
#pragma GCC unroll 16
    for (int i = 0; i < 4; i++) {
        halves[i] = _mm512_shuffle_f32x4(fours[i], fours[4 + i], 0x88);
        halves[4 + i] = _mm512_shuffle_f32x4(fours[i], fours[4 + i], 0xdd);
        halves[8 + i] = _mm512_shuffle_f32x4(fours[8 + i], fours[12 + i], 0x88);
        halves[12 + i] = _mm512_shuffle_f32x4(fours[8 + i], fours[12 + i], 0xdd);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 8; i++) {
        v[i] = _mm512_shuffle_f32x4(halves[i], halves[8 + i], 0x88);
        v[8 + i] = _mm512_shuffle_f32x4(halves[i], halves[8 + i], 0xdd);
    }
}

ALWAYS __mmask16 first(int count)
{
    return (__mmask16)(count >= 16 ? -1 : (1 << count) - 1);
}

/* 16 items of `size` elements from memory: a vector for each element, an item in each lane. */
ALWAYS void read_items(const float *from, int size, __m512 *to)
{
    for (int e = 0; e < size; e += 16) {
        __m512 block[16];
#pragma GCC unroll 16
        for (int item = 0; item < 16; item++)
            block[item] = _mm512_maskz_loadu_ps(first(size - e), from + item * size + e);
        transpose(block);
        for (int k = 0; k < 16 && e + k < size; k++)
            to[e + k] = block[k];
    }
}

ALWAYS void write_items(float *to, int size, const __m512 *from)
{
    __m512 block[16];
    for (int k = 0; k < 16; k++)
        block[k] = k < size ? from[k] : _mm512_setzero_ps();
    transpose(block);
#pragma GCC unroll 16
    for (int item = 0; item < 16; item++)
        _mm512_mask_storeu_ps(to + item * size, first(size), block[item]);
}

/* An item in each lane, sizes that no vector fits. */
void prototype_product_2_4_5(void *const *args, int64_t count)
{
    const float *const a = args[0], *const b = args[1];
    float *const c = args[2];
    int64_t item = 0;
    for (; item + 16 <= count; item += 16) {
        __m512 x[8], y[20], sum[10];
        read_items(a + item * 8, 8, x);
        read_items(b + item * 20, 20, y);
#pragma GCC unroll 10
        for (int i = 0; i < 10; i++) {
            sum[i] = _mm512_mul_ps(x[i / 5 * 4], y[i % 5]);
#pragma GCC unroll 4
            for (int k = 1; k < 4; k++)
                sum[i] = _mm512_fmadd_ps(x[i / 5 * 4 + k], y[k * 5 + i % 5], sum[i]);
        }
        write_items(c + item * 10, 10, sum);
    }
    for (; item < count; item++)
        plain(2, 4, 5, a + item * 8, b + item * 20, c + item * 10);
}
#else
void prototype_product_2_4_5(void *const *args, int64_t count)
{
    for (int64_t item = 0; item < count; item++)
        plain(2, 4, 5, (const float *)args[0] + item * 8, (const float *)args[1] + item * 20,
              (float *)args[2] + item * 10);
}
#endif
