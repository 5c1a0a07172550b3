/* random.h: random numbers for bodies: functions of a seed, an index and the number of a draw,
 * without a state. Plain C for any compiler; where a body uses them they come along, for hosts and
 * GPUs.
 *
 * Philox4x32-10 (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011): the key
 * is the seed, the counter has the index, a quarter of the draw and an attempt, and four words of
 * 32 bits come of each. Draws 0 to 3 of an index share the work.
 *
 * Equal arguments give equal bits on all processors, compilers and targets: integers are exact, and
 * every step in floating point is rounded by itself: a fused product and sum, or a product or
 * quotient that no sum takes up. Without an instruction for the former (x86-64 before v3) they are
 * slow. */
#ifndef WEFT_RANDOM_H
#define WEFT_RANDOM_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Four words of a counter, under a key; in 64 bits each, in which they are multiplied. */
typedef struct weft_random_block {
    uint64_t word[4];
} weft_random_block;

static inline weft_random_block weft_random_philox(uint64_t key, uint64_t c0, uint64_t c1,
                                                   uint64_t c2, uint64_t c3)
{
    const uint64_t word = 0xFFFFFFFFu;
    uint64_t k0 = key & word, k1 = key >> 32;
    for (int round = 0; round < 10; round++) {
        const uint64_t p0 = 0xD2511F53u * (c0 & 0xFFFFFFFFu), p1 = 0xCD9E8D57u * (c2 & 0xFFFFFFFFu);
        c0 = (p1 >> 32) ^ c1 ^ k0;
        c1 = p1 & word;
        c2 = (p0 >> 32) ^ c3 ^ k1;
        c3 = p0 & word;
        k0 = (k0 + 0x9E3779B9u) & word;
        k1 = (k1 + 0xBB67AE85u) & word;
    }
    const weft_random_block block = {{c0, c1, c2, c3}};
    return block;
}

/* Four words of an index; `quarter` is of the number of a word. */
static inline weft_random_block weft_random_words(uint64_t seed, uint64_t index, uint32_t quarter,
                                                  uint32_t attempt)
{
    return weft_random_philox(seed, index & 0xFFFFFFFFu, index >> 32, quarter, attempt);
}

/* 32 random bits. */
static inline uint32_t weft_random_word(uint64_t seed, uint64_t index, uint32_t draw)
{
    const weft_random_block of = weft_random_words(seed, index, draw / 4, 0);
    const uint64_t low = draw & 1 ? of.word[1] : of.word[0],
                   high = draw & 1 ? of.word[3] : of.word[2];
    return (uint32_t)(draw & 2 ? high : low);
}

static inline uint64_t weft_random_bits_of(uint64_t seed, uint64_t index, uint32_t draw,
                                           uint32_t attempt)
{
    const weft_random_block of = weft_random_words(seed, index, draw / 2, attempt);
    const uint64_t low = draw & 1 ? of.word[2] : of.word[0],
                   high = draw & 1 ? of.word[3] : of.word[1];
    return high << 32 | low;
}

/* 64 random bits: words 2 draw and 2 draw + 1. */
static inline uint64_t weft_random_bits(uint64_t seed, uint64_t index, uint32_t draw)
{
    return weft_random_bits_of(seed, index, draw, 0);
}

/* A seed of its own for each number: of streams, of runs. */
static inline uint64_t weft_random_fold(uint64_t seed, uint64_t number)
{
    const weft_random_block block =
        weft_random_philox(seed, number & 0xFFFFFFFFu, number >> 32, 0xFFFFFFFFu, 0x666F6C64u);
    return block.word[1] << 32 | block.word[0];
}

/* Uniform in [0, 1): 24 bits, 53 bits. */
static inline float weft_random_float(uint64_t seed, uint64_t index, uint32_t draw)
{
    return (float)(int32_t)(weft_random_word(seed, index, draw) >> 8) * 0x1p-24f;
}

static inline double weft_random_double(uint64_t seed, uint64_t index, uint32_t draw)
{
    return (double)(int64_t)(weft_random_bits(seed, index, draw) >> 11) * 0x1p-53;
}

/* log of a positive, normal, finite number, within 2 units in the last place. */
static inline float weft_random_log_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int32_t scale = (int32_t)(bits - 0x3F3504F3u) >> 23;
    bits -= (uint32_t)scale << 23;
    float mantissa; /* √2/2 ≤ mantissa < √2 */
    memcpy(&mantissa, &bits, sizeof mantissa);
    const float f = mantissa - 1, e = (float)scale;
    float p = fmaf(f, -0x1.4237fep-4f, 0x1.0696e4p-3f);
    p = fmaf(p, f, -0x1.0c524cp-3f);
    p = fmaf(p, f, 0x1.22973ap-3f);
    p = fmaf(p, f, -0x1.548882p-3f);
    p = fmaf(p, f, 0x1.99a3ecp-3f);
    p = fmaf(p, f, -0x1.000206p-2f);
    p = fmaf(p, f, 0x1.55554ep-2f);
    p = fmaf(p, f, -0x1.fffffep-2f);
    p = fmaf(p, f * f, f);
    return fmaf(e, 0x1.62e4p-1f, fmaf(e, 0x1.7f7d1cp-20f, p));
}

static inline double weft_random_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int64_t scale = (int64_t)(bits - 0x3FE6A09E667F3BCDu) >> 52;
    bits -= (uint64_t)scale << 52;
    double mantissa;
    memcpy(&mantissa, &bits, sizeof mantissa);
    const double f = mantissa - 1, e = (double)(int32_t)scale, s = f / (mantissa + 1), z = s * s;
    double p = fma(z, 0x1.2b6ada4e6cac0p-3, 0x1.39fcd91739d16p-3);
    p = fma(p, z, 0x1.7462c0aff40b1p-3);
    p = fma(p, z, 0x1.c71c62ba3869bp-3);
    p = fma(p, z, 0x1.2492492e143e6p-2);
    p = fma(p, z, 0x1.999999999519ap-2);
    p = fma(p, z, 0x1.5555555555558p-1);
    /* 2 s is f - s f, with less error. */
    p = fma(s, fma(p, z, -f), f);
    return fma(e, 0x1.62e42fefa3800p-1, fma(e, 0x1.ef35793c76730p-45, p));
}

/* sin or cos of 2π turn / 2^32, by quarter turns. */
static inline float weft_random_wave_float(uint32_t turn)
{
    const uint32_t quarter = (turn + 0x20000000u) >> 30;
    const float x = (float)(int32_t)(turn - (quarter << 30)) * 0x1p-31f, z = x * x;
    float s = fmaf(z, -0x1.2ee7f8p-1f, 0x1.4665eap+1f);
    s = fmaf(s, z, -0x1.4abbccp+2f);
    s = x * fmaf(s, z, 0x1.921fb6p+1f);
    float c = fmaf(z, 0x1.db64d0p-3f, -0x1.55cb98p+0f);
    c = fmaf(c, z, 0x1.03c1eap+2f);
    c = fmaf(c, z, -0x1.3bd3ccp+2f);
    c = fmaf(c, z, 1);
    const float wave = quarter & 1 ? s : c; /* of cos */
    return (quarter + 1) & 2 ? -wave : wave;
}

static inline double weft_random_wave(uint64_t turn)
{
    const uint64_t quarter = (turn + 0x2000000000000000u) >> 62;
    const double x = (double)((int64_t)(turn - (quarter << 62)) >> 10) * 0x1p-53, z = x * x;
    double s = fma(z, -0x1.6cc57df97afc2p-16, 0x1.e8f036cf2f208p-12);
    s = fma(s, z, -0x1.e3074d26295a8p-8);
    s = fma(s, z, 0x1.50783486fad56p-4);
    s = fma(s, z, -0x1.32d2cce62b873p-1);
    s = fma(s, z, 0x1.466bc6775aae1p+1);
    s = fma(s, z, -0x1.4abbce625be53p+2);
    s = x * fma(s, z, 0x1.921fb54442d18p+1);
    double c = fma(z, 0x1.1e7462364e649p-18, -0x1.b6de8b9c10a51p-14);
    c = fma(c, z, 0x1.f9d38708839a5p-10);
    c = fma(c, z, -0x1.a6d1f2a086d5ap-6);
    c = fma(c, z, 0x1.e1f506891ae96p-3);
    c = fma(c, z, -0x1.55d3c7e3cbff7p+0);
    c = fma(c, z, 0x1.03c1f081b5ac4p+2);
    c = fma(c, z, -0x1.3bd3cc9be45dep+2);
    c = fma(c, z, 1);
    const double wave = quarter & 1 ? s : c;
    return (quarter + 1) & 2 ? -wave : wave;
}

/* Normal with mean 0 and variance 1, by Box and Muller: draws 2 k and 2 k + 1 are one pair, of the
 * words 2 k and 2 k + 1, of double of the block k. Of float at most 6.66 from 0, of double 8.57. */
static inline float weft_normal_float(uint64_t seed, uint64_t index, uint32_t draw)
{
    const weft_random_block of = weft_random_words(seed, index, draw / 4, 0);
    const uint64_t length = draw & 2 ? of.word[2] : of.word[0],
                   turn = draw & 2 ? of.word[3] : of.word[1];
    const float u = fmaf((float)(int32_t)(length >> 1), 0x1p-31f, 0x1p-32f);
    return sqrtf(-2 * weft_random_log_float(u)) *
           weft_random_wave_float((uint32_t)turn - (draw << 31 >> 1));
}

static inline double weft_normal_double(uint64_t seed, uint64_t index, uint32_t draw)
{
    const weft_random_block of = weft_random_words(seed, index, draw / 2, 0);
    const uint64_t length = of.word[1] << 32 | of.word[0], turn = of.word[3] << 32 | of.word[2];
    const double u = fma((double)(int64_t)(length >> 11), 0x1p-53, 0x1p-54);
    return sqrt(-2 * weft_random_log(u)) * weft_random_wave(turn - ((uint64_t)draw << 63 >> 1));
}

/* Exponential with mean 1. */
static inline float weft_exponential_float(uint64_t seed, uint64_t index, uint32_t draw)
{
    const uint32_t word = weft_random_word(seed, index, draw);
    return -weft_random_log_float(fmaf((float)(int32_t)(word >> 1), 0x1p-31f, 0x1p-32f));
}

static inline double weft_exponential_double(uint64_t seed, uint64_t index, uint32_t draw)
{
    const uint64_t bits = weft_random_bits(seed, index, draw);
    return -weft_random_log(fma((double)(int64_t)(bits >> 11), 0x1p-53, 0x1p-54));
}

/* The upper half of a product. */
static inline uint64_t weft_random_high(uint64_t a, uint64_t b)
{
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    return a1 * b1 + (middle >> 32) + (((uint32_t)middle + a0 * b1) >> 32);
}

/* Uniform in [0, n), without a bias (Lemire 2019); n = 0: 64 bits. */
static inline uint64_t weft_random_below(uint64_t seed, uint64_t index, uint32_t draw, uint64_t n)
{
    uint64_t bits = weft_random_bits(seed, index, draw);
    if (n == 0)
        return bits;
    if (bits * n < n) {
        const uint64_t least = (0 - n) % n;
        for (uint32_t attempt = 1; bits * n < least; attempt++)
            bits = weft_random_bits_of(seed, index, draw, attempt);
    }
    return weft_random_high(bits, n);
}

/* e^x of -16 ≤ x ≤ 0, within 2 units in the last place. */
static inline double weft_random_exp(double x)
{
    const double n = floor(fma(x, 0x1.71547652b82fep+0, 0.5));
    const double r = fma(n, -0x1.abc9e3b39803fp-56, fma(n, -0x1.62e42fefa39efp-1, x));
    double p = fma(r, 1.0 / 6227020800, 1.0 / 479001600); /* 1 / 13!, 1 / 12!, … */
    p = fma(p, r, 1.0 / 39916800);
    p = fma(p, r, 1.0 / 3628800);
    p = fma(p, r, 1.0 / 362880);
    p = fma(p, r, 1.0 / 40320);
    p = fma(p, r, 1.0 / 5040);
    p = fma(p, r, 1.0 / 720);
    p = fma(p, r, 1.0 / 120);
    p = fma(p, r, 1.0 / 24);
    p = fma(p, r, 1.0 / 6);
    p = fma(p, r, 0.5);
    p = fma(fma(p, r, 1), r, 1);
    const uint64_t bits = (uint64_t)((int64_t)n + 1023) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return p * scale;
}

/* log of the probability of k, of a mean of at least 12: beside √(2π k) and Stirling's remainder k
 * (log of k / mean) - k + mean, which is mean times a series of d = (k - mean) / mean where d is
 * small, so that nothing cancels. */
static inline double weft_poisson_log(double k, double mean)
{
    if (k < 10) {
        double product = 1;
        for (int i = 2; i < 10; i++)
            product *= i <= k ? i : 1;
        return fma(k, weft_random_log(mean), -mean) - weft_random_log(product);
    }
    const double d = (k - mean) / mean, q = 1 / k, q2 = q * q;
    double rest = fma(q2, 1.0 / 1188, -1.0 / 1680), apart;
    rest = fma(rest, q2, 1.0 / 1260);
    rest = fma(rest, q2, -1.0 / 360);
    rest = fma(rest, q2, 1.0 / 12);
    if (d < 0.125 && d > -0.125) {
        double p = 0;
        for (int i = 18; i >= 2; i--) /* d²/2 - d³/6 + d⁴/12 - … */
            p = fma(p, -d, 1.0 / (i * (i - 1)));
        apart = p * d * d * mean;
    } else {
        apart = fma(d + 1, weft_random_log(k / mean), -d) * mean;
    }
    const double width = weft_random_log(k * 0x1.921fb54442d18p+2);
    return fma(width, -0.5, fma(rest, -q, -apart));
}

/* Poisson: how many events, of a mean of 0 to 2^62; -1 of others. One block of words serves an
 * attempt of a draw. Means below 12: by inversion, one attempt; else by transformed rejection
 * (PTRS, Hörmann 1993). */
static inline int64_t weft_poisson(uint64_t seed, uint64_t index, uint32_t draw, double mean)
{
    if (!(mean >= 0 && mean <= 0x1p62))
        return -1;
    if (mean < 12) {
        const weft_random_block of = weft_random_words(seed, index, draw, 0);
        const double u = (double)(int64_t)((of.word[1] << 32 | of.word[0]) >> 11) * 0x1p-53;
        double p = weft_random_exp(-mean), sum = p;
        int64_t k = 0;
        while (u >= sum && p > 0x1p-56) {
            const double ratio = 1 / (double)(int32_t)++k, next = p * mean;
            sum = fma(next, ratio, sum);
            p = next * ratio;
        }
        return k;
    }
    const double b = fma(2.53, sqrt(mean), 0.931), a = fma(0.02483, b, -0.059);
    const double least = 0.9277 - 3.6224 / (b - 2), scale = 1.1239 + 1.1328 / (b - 3.4);
    for (uint32_t attempt = 0;; attempt++) {
        const weft_random_block of = weft_random_words(seed, index, draw, attempt);
        const int64_t side = (int64_t)(of.word[1] << 32 | of.word[0]) >> 11;
        const uint64_t height = of.word[3] << 32 | of.word[2];
        /* Both between the steps of 2^-53, so that none is 0 and u not ½. */
        const double u = fma((double)side, 0x1p-53, 0x1p-54);
        const double v = fma((double)(int64_t)(height >> 11), 0x1p-53, 0x1p-54);
        const double from_edge = 0.5 - fabs(u);
        const double k = floor(fma(2 * a / from_edge + b, u, mean + 0.43));
        if (from_edge >= 0.07 && v <= least)
            return (int64_t)k;
        if (k < 0 || (from_edge < 0.013 && v > from_edge))
            continue;
        const double bound = a / (from_edge * from_edge) + b;
        if (weft_random_log(v * scale / bound) <= weft_poisson_log(k, mean))
            return (int64_t)k;
    }
}

#endif
