/* vectors.h: exp and log of vectors of 512 bits. The argument is split as 2^k m by the instructions
 * for that; log has 1 / c, and log c in two parts, for 16 intervals of m in registers, so that it
 * needs no division. */
#ifndef VECTORS_H
#define VECTORS_H

#include <immintrin.h>
#include <math.h>

#define ALWAYS   static inline __attribute__((always_inline))
#define D(value) _mm512_set1_pd(value)
#define F(value) _mm512_set1_ps(value)
#define FUSED_D  _mm512_fmadd_pd
#define FUSED_F  _mm512_fmadd_ps

/* max and min give their second operand where the first is not a number. */
ALWAYS __m512d exp_pd(__m512d x)
{
    const __m512d near = _mm512_min_pd(D(710.0), _mm512_max_pd(D(-746.0), x));
    const __m512d k = _mm512_roundscale_pd(_mm512_mul_pd(near, D(0x1.71547652b82fep+0)), 8);
    const __m512d r =
        FUSED_D(k, D(-0x1.abc9e3b39803fp-56), FUSED_D(k, D(-0x1.62e42fefa39efp-1), near));
    const __m512d r2 = _mm512_mul_pd(r, r), r4 = _mm512_mul_pd(r2, r2);
    const __m512d p0 = FUSED_D(D(0.16666666666666699142), r, D(0.50000000000000127403));
    const __m512d p2 = FUSED_D(D(0.0083333333333071470874), r, D(0.041666666666515420712));
    const __m512d p4 = FUSED_D(D(0.00019841269917509536415), r, D(0.0013888888947016196914));
    const __m512d p6 = FUSED_D(D(2.7557216193028655697e-6), r, D(0.000024801489941426249162));
    const __m512d p8 = FUSED_D(D(2.5117893221987733609e-8), r, D(2.7631280723735689533e-7));
    const __m512d p = FUSED_D(FUSED_D(p8, r4, FUSED_D(p6, r2, p4)), r4, FUSED_D(p2, r2, p0));
    return _mm512_scalef_pd(_mm512_add_pd(D(1), FUSED_D(r2, p, r)), k);
}

ALWAYS __m512 exp_ps(__m512 x)
{
    const __m512 near = _mm512_min_ps(F(89.0f), _mm512_max_ps(F(-104.0f), x));
    const __m512 k = _mm512_roundscale_ps(_mm512_mul_ps(near, F(0x1.715476p+0f)), 8);
    const __m512 r = FUSED_F(k, F(0x1.05c610p-29f), FUSED_F(k, F(-0x1.62e430p-1f), near));
    const __m512 r2 = _mm512_mul_ps(r, r);
    const __m512 high = FUSED_F(F(0.001395059054f), r, F(0.00836888973f));
    const __m512 p =
        FUSED_F(FUSED_F(high, r2, FUSED_F(F(0.04166620411f), r, F(0.1666651884f))), r, F(0.5f));
    return _mm512_scalef_ps(_mm512_add_ps(F(1), FUSED_F(r2, p, r)), k);
}

static const double log_inverse[16] = {
    0x1.0000000000000p+0, 0x1.d400000000000p-1, 0x1.bb00000000000p-1, 0x1.a400000000000p-1,
    0x1.9000000000000p-1, 0x1.7d00000000000p-1, 0x1.6c00000000000p-1, 0x1.5d00000000000p-1,
    0x1.4e80000000000p+0, 0x1.4180000000000p+0, 0x1.3500000000000p+0, 0x1.2a00000000000p+0,
    0x1.1f80000000000p+0, 0x1.1580000000000p+0, 0x1.0c80000000000p+0, 0x1.0000000000000p+0};
static const double log_high[16] = {0x0.0p+0,
                                    0x1.700d30aeac000p-4,
                                    0x1.28753bc11a000p-3,
                                    0x1.95a5adcf70000p-3,
                                    0x1.f991c6cb3c000p-3,
                                    0x1.2e9e2bce12000p-2,
                                    0x1.5d5bddf596000p-2,
                                    0x1.8873658328000p-2,
                                    -0x1.11e0e2dada000p-2,
                                    -0x1.d293581b6c000p-3,
                                    -0x1.815c0a1436000p-3,
                                    -0x1.371fc201e8000p-3,
                                    -0x1.db5270187c000p-4,
                                    -0x1.4a50d3aa1c000p-4,
                                    -0x1.868a830840000p-5,
                                    0x0.0p+0};
static const double log_low[16] = {0x0.0p+0,
                                   0x1.c1e8da99ded32p-49,
                                   0x1.7494e359302e6p-44,
                                   0x1.7f22858a0ff6fp-47,
                                   -0x1.90d04cd7cc834p-44,
                                   0x1.4300c128d1dc2p-45,
                                   -0x1.a0b2a08a465dcp-47,
                                   -0x1.988e21f7fc497p-45,
                                   0x1.a47f88fcce5bap-45,
                                   0x1.83270128aaa5fp-44,
                                   0x1.02a52f9201ce8p-44,
                                   -0x1.ee8779b2d8abcp-44,
                                   -0x1.9277856ae181fp-44,
                                   0x1.f7fe1308973e2p-45,
                                   0x1.2623a134ac693p-46,
                                   0x0.0p+0};
static const double log_terms[] = {
    -0.49999999999999999895, 0.33333333333333507803,  -0.25000000000000791897,
    0.19999999999367268027,  -0.16666666665117990037, 0.14285715030767354263,
    -0.12500001273552167789, 0.11110728394313433986,  -0.099994924975076650316,
    0.091800566213449170171, -0.084304848549528866563};

static const float log_inverse_f[16] = {1.0f,        0.9140625f,  0.86328125f, 0.8203125f,
                                        0.78125f,    0.74609375f, 0.7109375f,  0.6796875f,
                                        1.3046875f,  1.25390625f, 1.20703125f, 1.1640625f,
                                        1.12109375f, 1.0859375f,  1.05078125f, 1.0f};
static const float log_value_f[16] = {0.0f,
                                      0.0898563291219f,
                                      0.147014742962f,
                                      0.198069913762f,
                                      0.246860077932f,
                                      0.292904016433f,
                                      0.341170757403f,
                                      0.386122145265f,
                                      -0.265963548497f,
                                      -0.22626367865f,
                                      -0.188163832418f,
                                      -0.151916042026f,
                                      -0.11430477128f,
                                      -0.0824436692111f,
                                      -0.0495339351223f,
                                      0.0f};
static const float log_terms_f[] = {-0.500000001244f, 0.333332295739f, -0.249997737347f,
                                    0.200817670148f, -0.167658583589f};

/* Zero, negative numbers, infinity and what is not a number are put right behind a branch that few
 * vectors take. */
ALWAYS __m512d log_pd(__m512d x)
{
    const __m512d m = _mm512_getmant_pd(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero);
    const __m512d k = _mm512_sub_pd(_mm512_getexp_pd(x), _mm512_getexp_pd(m));
    const __m512i interval = _mm512_srli_epi64(_mm512_castpd_si512(m), 48); /* low 4 bits */
    const __m512d c = _mm512_permutex2var_pd(_mm512_loadu_pd(log_inverse), interval,
                                             _mm512_loadu_pd(log_inverse + 8));
    const __m512d high =
        _mm512_permutex2var_pd(_mm512_loadu_pd(log_high), interval, _mm512_loadu_pd(log_high + 8));
    const __m512d low =
        _mm512_permutex2var_pd(_mm512_loadu_pd(log_low), interval, _mm512_loadu_pd(log_low + 8));
    const __m512d r = _mm512_fmsub_pd(m, c, D(1)), r2 = _mm512_mul_pd(r, r),
                  r4 = _mm512_mul_pd(r2, r2);
    const double *const t = log_terms;
    const __m512d p8 = FUSED_D(D(t[10]), r2, FUSED_D(D(t[9]), r, D(t[8])));
    const __m512d p4 = FUSED_D(FUSED_D(D(t[7]), r, D(t[6])), r2, FUSED_D(D(t[5]), r, D(t[4])));
    const __m512d p0 = FUSED_D(FUSED_D(D(t[3]), r, D(t[2])), r2, FUSED_D(D(t[1]), r, D(t[0])));
    const __m512d p = FUSED_D(FUSED_D(p8, r4, p4), r4, p0);
    const __m512d most = FUSED_D(k, D(0x1.62e42fefa3800p-1), high), sum = _mm512_add_pd(most, r);
    const __m512d lost = _mm512_add_pd(_mm512_sub_pd(most, sum), r);
    const __m512d rest = FUSED_D(r2, p, FUSED_D(k, D(0x1.ef35793c76730p-45), low));
    __m512d y = _mm512_add_pd(sum, _mm512_add_pd(lost, rest));
    const __mmask8 special = _mm512_fpclass_pd_mask(x, 0xDF);
    if (__builtin_expect(special != 0, 0)) {
        const __mmask8 zero = _mm512_fpclass_pd_mask(x, 0x06);
        const __mmask8 negative = (__mmask8)(_mm512_fpclass_pd_mask(x, 0x50) & ~zero);
        y = _mm512_mask_mov_pd(y, special, x);
        y = _mm512_mask_mov_pd(y, zero, D(-INFINITY));
        y = _mm512_mask_mov_pd(y, negative, D(NAN));
    }
    return y;
}

ALWAYS __m512 log_ps(__m512 x)
{
    const __m512 m = _mm512_getmant_ps(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero);
    const __m512 k = _mm512_sub_ps(_mm512_getexp_ps(x), _mm512_getexp_ps(m));
    const __m512i interval = _mm512_srli_epi32(_mm512_castps_si512(m), 19);
    const __m512 c = _mm512_permutexvar_ps(interval, _mm512_loadu_ps(log_inverse_f));
    const __m512 high = _mm512_permutexvar_ps(interval, _mm512_loadu_ps(log_value_f));
    const __m512 r = _mm512_fmsub_ps(m, c, F(1)), r2 = _mm512_mul_ps(r, r);
    const float *const t = log_terms_f;
    const __m512 p2 = FUSED_F(F(t[4]), r2, FUSED_F(F(t[3]), r, F(t[2])));
    const __m512 p = FUSED_F(p2, r2, FUSED_F(F(t[1]), r, F(t[0])));
    const __m512 most = FUSED_F(k, F(0x1.62e430p-1f), high);
    __m512 y = _mm512_add_ps(most, FUSED_F(r2, p, FUSED_F(k, F(-0x1.05c610p-29f), r)));
    const __mmask16 special = _mm512_fpclass_ps_mask(x, 0xDF);
    if (__builtin_expect(special != 0, 0)) {
        const __mmask16 zero = _mm512_fpclass_ps_mask(x, 0x06);
        const __mmask16 negative = (__mmask16)(_mm512_fpclass_ps_mask(x, 0x50) & ~zero);
        y = _mm512_mask_mov_ps(y, special, x);
        y = _mm512_mask_mov_ps(y, zero, F(-INFINITY));
        y = _mm512_mask_mov_ps(y, negative, F(NAN));
    }
    return y;
}

#endif
