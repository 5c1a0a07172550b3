/* escape.c: steps of z -> z² + c under a mask: four vectors at a time, since each step waits for
 * the one before. */
#include "prototypes.h"

#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#ifdef __AVX512F__
enum { LANES = 16 };
#elif defined(__AVX2__)
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif
enum { VECTORS = 4, AT_ONCE = VECTORS * LANES };

typedef float floats __attribute__((vector_size(4 * LANES)));
typedef int32_t ints __attribute__((vector_size(4 * LANES)));

static inline int is_any(ints mask)
{
#if defined(__AVX512DQ__)
    return _mm512_movepi32_mask((__m512i)mask) != 0;
#elif defined(__AVX2__)
    return _mm256_movemask_ps((__m256)mask) != 0;
#else
    int32_t lanes[LANES], all = 0;
    memcpy(lanes, &mask, sizeof lanes);
    for (int k = 0; k < LANES; k++)
        all |= lanes[k];
    return all != 0;
#endif
}

static inline floats chosen(ints mask, floats yes, floats no)
{
    return (floats)((mask & (ints)yes) | (~mask & (ints)no));
}

static void escape_block(const float *real, const float *imaginary, int32_t limit, int32_t *steps)
{
    floats c[VECTORS], d[VECTORS], x[VECTORS], y[VECTORS];
    ints count[VECTORS], is_near[VECTORS];
    memcpy(c, real, sizeof c);
    memcpy(d, imaginary, sizeof d);
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; v++) {
        x[v] = y[v] = (floats){0};
        count[v] = (ints){0};
        is_near[v] = count[v] - 1;
    }
    for (;;) {
        ints any = {0};
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; v++) {
            is_near[v] &= (ints)((count[v] < limit) & (x[v] * x[v] + y[v] * y[v] < 4.0f));
            any |= is_near[v];
        }
        if (!is_any(any))
            break;
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; v++) {
            const floats next = x[v] * x[v] - y[v] * y[v] + c[v];
            y[v] = chosen(is_near[v], 2 * x[v] * y[v] + d[v], y[v]);
            x[v] = chosen(is_near[v], next, x[v]);
            count[v] -= is_near[v];
        }
    }
    memcpy(steps, count, sizeof count);
}

void prototype_escape(void *const *args, int64_t count)
{
    const float *const real = args[0], *const imaginary = args[1];
    const int32_t limit = *(const int32_t *)args[2];
    int32_t *const steps = args[3];
    int64_t i = 0;
    for (; i + AT_ONCE <= count; i += AT_ONCE)
        escape_block(real + i, imaginary + i, limit, steps + i);
    if (i < count) { /* what is left stands among points that leave at once */
        float last_real[AT_ONCE], last_imaginary[AT_ONCE] = {0};
        int32_t last[AT_ONCE];
        for (int k = 0; k < AT_ONCE; k++)
            last_real[k] = 4;
        memcpy(last_real, real + i, (size_t)(count - i) * sizeof *real);
        memcpy(last_imaginary, imaginary + i, (size_t)(count - i) * sizeof *imaginary);
        escape_block(last_real, last_imaginary, limit, last);
        memcpy(steps + i, last, (size_t)(count - i) * sizeof *steps);
    }
}

#if defined(__AVX512DQ__) && defined(__BMI2__)
/* Two vectors whose lanes take the next point as soon as enough of them have left. */
enum { PAIR = 2, ENOUGH = 8 };

typedef struct lanes {
    __m512 c, d, x, y;
    __m512i count, index; /* steps, and which point it is */
    __mmask16 is_live;
} lanes;

static const int32_t first_lanes[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* A step of the live lanes that are near; which these are. */
static inline __mmask16 step(lanes *v, __m512i limit)
{
    const __m512 xx = _mm512_mul_ps(v->x, v->x), yy = _mm512_mul_ps(v->y, v->y);
    const __mmask16 may = _mm512_mask_cmplt_epi32_mask(v->is_live, v->count, limit);
    const __mmask16 goes =
        _mm512_mask_cmp_ps_mask(may, _mm512_add_ps(xx, yy), _mm512_set1_ps(4), _CMP_LT_OQ);
    const __m512 next = _mm512_add_ps(_mm512_sub_ps(xx, yy), v->c);
    v->y = _mm512_mask_fmadd_ps(v->y, goes, _mm512_add_ps(v->x, v->x), v->d);
    v->x = _mm512_mask_mov_ps(v->x, goes, next);
    v->count = _mm512_mask_add_epi32(v->count, goes, v->count, _mm512_set1_epi32(1));
    return goes;
}

/* Writes what has left, if it was live, and gives its lanes the points from `next` on; how many
 * these were. */
static int64_t refill(lanes *v, __mmask16 left, const float *real, const float *imaginary,
                      int32_t *steps, int64_t next, int64_t count)
{
    _mm512_mask_i32scatter_epi32(steps, left & v->is_live, v->index, v->count, 4);
    const int64_t more = count - next < 16 ? count - next : 16;
    const __mmask16 taken = (__mmask16)_pdep_u32((1u << more) - 1, left);
    const __m512i index =
        _mm512_add_epi32(_mm512_set1_epi32((int32_t)next), _mm512_loadu_si512(first_lanes));
    v->c = _mm512_mask_expandloadu_ps(v->c, taken, real + next);
    v->d = _mm512_mask_expandloadu_ps(v->d, taken, imaginary + next);
    v->index = _mm512_mask_expand_epi32(v->index, taken, index);
    v->x = _mm512_maskz_mov_ps((__mmask16)~taken, v->x);
    v->y = _mm512_maskz_mov_ps((__mmask16)~taken, v->y);
    v->count = _mm512_maskz_mov_epi32((__mmask16)~taken, v->count);
    v->is_live = (__mmask16)((v->is_live & ~left) | taken);
    return __builtin_popcount(taken);
}

void prototype_escape_refilled(void *const *args, int64_t count)
{
    const float *const real = args[0], *const imaginary = args[1];
    const __m512i limit = _mm512_set1_epi32(*(const int32_t *)args[2]);
    lanes all[PAIR] = {0};
    int64_t next = 0;
    for (int v = 0; v < PAIR; v++)
        next += refill(all + v, 0xffff, real, imaginary, args[3], next, count);
    for (;;) {
        __mmask16 left[PAIR];
        int live = 0, gone = 0;
#pragma GCC unroll 2
        for (int v = 0; v < PAIR; v++)
            step(all + v, limit);
#pragma GCC unroll 2
        for (int v = 0; v < PAIR; v++) {
            left[v] = (__mmask16)(all[v].is_live & ~step(all + v, limit));
            gone += __builtin_popcount(left[v]);
            live += __builtin_popcount(all[v].is_live);
        }
        if (!live)
            return;
        if (gone < ENOUGH && next < count)
            continue;
        for (int v = 0; v < PAIR; v++)
            if (left[v])
                next += refill(all + v, left[v], real, imaginary, args[3], next, count);
    }
}
#else
void prototype_escape_refilled(void *const *args, int64_t count)
{
    prototype_escape(args, count);
}
#endif
