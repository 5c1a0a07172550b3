/* functions.c: exp and log by vectors of 512 bits, the others by glibc's vector functions, which
 * gcc calls in loops where a declaration says that they exist; and Black-Scholes made of both. */
#include "prototypes.h"

#include <math.h>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define VECTOR __attribute__((simd("notinbranch")))
VECTOR double exp(double), log(double), sin(double), erf(double), erfc(double), pow(double, double);
VECTOR float expf(float), logf(float), sinf(float), erff(float);
#endif

#define LOOP(name, T, function)                                                        \
    void prototype_##name(void *const *args, int64_t count)                            \
    {                                                                                  \
        const T *const x = args[0];                                                    \
        T *const y = args[1];                                                          \
        _Pragma("omp simd") for (int64_t i = 0; i < count; i++) y[i] = function(x[i]); \
    }

LOOP(sin_f64, double, sin)
LOOP(erf_f64, double, erf)
LOOP(sin_f32, float, sinf)
LOOP(erf_f32, float, erff)

void prototype_pow_f64(void *const *args, int64_t count)
{
    const double *const x = args[0], *const y = args[1];
    double *const z = args[2];
#pragma omp simd
    for (int64_t i = 0; i < count; i++)
        z[i] = pow(x[i], y[i]);
}

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include "vectors.h"

/* Two vectors at a time, so that one works while the other waits; the rest under a mask, whose free
 * lanes compute with ones. */
#define VECTOR_LOOP(name, T, V, W, suffix, M, function)                                     \
    void prototype_##name(void *const *args, int64_t count)                                 \
    {                                                                                       \
        const T *const x = args[0];                                                         \
        T *const y = args[1];                                                               \
        int64_t i = 0;                                                                      \
        for (; i + 2 * (W) <= count; i += 2 * (W)) {                                        \
            const V one = function(_mm512_loadu_##suffix(x + i));                           \
            const V two = function(_mm512_loadu_##suffix(x + i + (W)));                     \
            _mm512_storeu_##suffix(y + i, one);                                             \
            _mm512_storeu_##suffix(y + i + (W), two);                                       \
        }                                                                                   \
        for (; i < count; i += (W)) {                                                       \
            const M mask = (M)(count - i >= (W) ? -1 : (1 << (count - i)) - 1);             \
            const V value =                                                                 \
                function(_mm512_mask_loadu_##suffix(_mm512_set1_##suffix(1), mask, x + i)); \
            _mm512_mask_storeu_##suffix(y + i, mask, value);                                \
        }                                                                                   \
    }

VECTOR_LOOP(exp_f64, double, __m512d, 8, pd, __mmask8, exp_pd)
VECTOR_LOOP(log_f64, double, __m512d, 8, pd, __mmask8, log_pd)
VECTOR_LOOP(exp_f32, float, __m512, 16, ps, __mmask16, exp_ps)
VECTOR_LOOP(log_f32, float, __m512, 16, ps, __mmask16, log_ps)

typedef float floats __attribute__((vector_size(64)));

/* The normal distribution by a polynomial of 1 / (1 + p |x|): Abramowitz and Stegun 26.2.17, whose
 * error of 7.5e-8 is that of float32. */
static floats below(floats x)
{
    const floats k = 1 / (1 + 0.2316419f * (floats)_mm512_abs_ps((__m512)x));
    const floats tail =
        0.3989422804f * (floats)exp_ps((__m512)(-0.5f * x * x)) *
        (k * (0.31938153f +
              k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    const __mmask16 is_right = _mm512_cmp_ps_mask((__m512)x, _mm512_setzero_ps(), _CMP_GT_OQ);
    return (floats)_mm512_mask_sub_ps((__m512)tail, is_right, _mm512_set1_ps(1), (__m512)tail);
}

void prototype_black_scholes_f32(void *const *args, int64_t count)
{
    const float *const spots = args[0], *const strikes = args[1], *const years = args[2];
    const floats rate = (floats)_mm512_set1_ps(*(const float *)args[3]);
    const floats volatility = (floats)_mm512_set1_ps(*(const float *)args[4]);
    float *const calls = args[5], *const puts = args[6];
    const __m512 one = _mm512_set1_ps(1);
    for (int64_t i = 0; i < count; i += 16) {
        const __mmask16 mask = (__mmask16)(count - i >= 16 ? -1 : (1 << (count - i)) - 1);
        const floats spot = (floats)_mm512_mask_loadu_ps(one, mask, spots + i);
        const floats strike = (floats)_mm512_mask_loadu_ps(one, mask, strikes + i);
        const floats t = (floats)_mm512_mask_loadu_ps(one, mask, years + i);
        const floats root = (floats)_mm512_sqrt_ps((__m512)t);
        const floats d1 = ((floats)log_ps((__m512)(spot / strike)) +
                           (rate + 0.5f * volatility * volatility) * t) /
                          (volatility * root);
        const floats n1 = below(d1), n2 = below(d1 - volatility * root);
        const floats worth = strike * (floats)exp_ps((__m512)(-rate * t));
        _mm512_mask_storeu_ps(calls + i, mask, (__m512)(spot * n1 - worth * n2));
        _mm512_mask_storeu_ps(puts + i, mask, (__m512)(worth * (1 - n2) - spot * (1 - n1)));
    }
}
#else
LOOP(exp_f64, double, exp)
LOOP(log_f64, double, log)
LOOP(exp_f32, float, expf)
LOOP(log_f32, float, logf)

void prototype_black_scholes_f32(void *const *args, int64_t count)
{
    const float *const spot = args[0], *const strike = args[1], *const years = args[2];
    const float rate = *(const float *)args[3], volatility = *(const float *)args[4];
    float *const call = args[5], *const put = args[6];
#pragma omp simd
    for (int64_t i = 0; i < count; i++) {
        const float root = sqrtf(years[i]);
        const float d1 =
            (logf(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) /
            (volatility * root);
        const float n1 = 0.5f + 0.5f * erff(d1 * 0.70710678f);
        const float n2 = 0.5f + 0.5f * erff((d1 - volatility * root) * 0.70710678f);
        const float worth = strike[i] * expf(-rate * years[i]);
        call[i] = spot[i] * n1 - worth * n2;
        put[i] = worth * (1 - n2) - spot[i] * (1 - n1);
    }
}
#endif

void prototype_black_scholes_f64(void *const *args, int64_t count)
{
    const double *const spot = args[0], *const strike = args[1], *const years = args[2];
    const double rate = *(const double *)args[3], volatility = *(const double *)args[4];
    double *const call = args[5], *const put = args[6];
#pragma omp simd
    for (int64_t i = 0; i < count; i++) {
        const double root = sqrt(years[i]);
        const double d1 =
            (log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) /
            (volatility * root);
        const double n1 = 0.5 * erfc(-d1 * 0.70710678118654752440);
        const double n2 = 0.5 * erfc(-(d1 - volatility * root) * 0.70710678118654752440);
        const double worth = strike[i] * exp(-rate * years[i]);
        call[i] = spot[i] * n1 - worth * n2;
        put[i] = worth * (1 - n2) - spot[i] * (1 - n1);
    }
}
