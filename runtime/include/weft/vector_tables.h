/* vector_tables.h: numbers of the vector functions, for their headers; made by
 * tests/vector_math/coefficients.py. Polynomials begin with their lowest term. */
#ifndef WEFT_VECTOR_TABLES_H
#define WEFT_VECTOR_TABLES_H

/* 2^(i/16) */
static const double weft_exp_tops[16] = {
    0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0,
    0x1.2387a6e756238p+0, 0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0,
    0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0, 0x1.6a09e667f3bcdp+0,
    0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0,
    0x1.ea4afa2a490dap+0,
};

/* what these were rounded by */
static const double weft_exp_rests[16] = {
    0x0.0p+0, 0x1.8a62e4adc610bp-54, -0x1.19041b9d78a76p-55,
    0x1.9b07eb6c70573p-54, 0x1.6f46ad23182e4p-55, 0x1.ada0911f09ebcp-55,
    0x1.d4397afec42e2p-56, 0x1.6324c054647adp-54, -0x1.bdd3413b26456p-54,
    -0x1.41577ee04992fp-55, 0x1.6e9f156864b27p-54, 0x1.c7c46b071f2bep-56,
    0x1.7a1cd345dcc81p-54, 0x1.11065895048ddp-55, 0x1.2ed02d75b3707p-55,
    -0x1.e9c23179c2893p-54,
};

/* ln 2 / 16: 41 digits, the next; 16 / ln 2 */
static const double weft_exp_step[3] = {
    0x1.62e42fefa4000p-5, -0x1.8432a1b0e2634p-47, 0x1.71547652b82fep+4,
};

/* (e^x - 1 - x) / x^2, |x| < ln 2 / 32; error 2^-56.2 */
static const double weft_exp_terms[5] = {
    0x1.0000000000004p-1, 0x1.555555548b3d9p-3, 0x1.5555555484df3p-5,
    0x1.11123d3af2716p-7, 0x1.6c183dbea25eep-10,
};

/* (2^x - 1) / x, |x| < 1/32; error 2^-57.0 */
static const double weft_exp2_terms[6] = {
    0x1.62e42fefa39fdp-1, 0x1.ebfbdff82c597p-3, 0x1.c6b08d6e8c7f5p-5,
    0x1.3b2ab6fadcf26p-7, 0x1.5d89bd99bc291p-10, 0x1.430a696373415p-13,
};

/* (e^x - 1 - x - x^2/2) / x^3, |x| < ln 2 / 2; error 2^-55.1 */
static const double weft_expm1_terms[9] = {
    0x1.5555555555559p-3, 0x1.55555555539e2p-5, 0x1.111111110f64dp-7,
    0x1.6c16c17a5c8a8p-10, 0x1.a01a01b0082c9p-13, 0x1.a019b2799bdd2p-16,
    0x1.71ddf80177d0cp-19, 0x1.289883a423107p-22, 0x1.af5f46b76acb5p-26,
};

/* ln 2: 42 digits, the next; 1 / ln 2 */
static const double weft_expm1_step[3] = {
    0x1.62e42fefa3800p-1, 0x1.ef35793c76730p-45, 0x1.71547652b82fep+0,
};

/* (e^x - 1 - x) / x^2, |x| < ln 2 / 2; error 2^-28.1 */
static const float weft_expf_terms[5] = {
    0x1.0000000000000p-1f, 0x1.55548a0000000p-3f, 0x1.5554e40000000p-5f, 0x1.123e3a0000000p-7f,
    0x1.6d51580000000p-10f,
};

/* ln 2: 16 digits, the next; 1 / ln 2 */
static const float weft_expf_step[3] = {
    0x1.62e4000000000p-1f, 0x1.7f7d1c0000000p-20f, 0x1.7154760000000p+0f,
};

/* 1/m of 8 digits, by the first 4 digits of the fraction of m */
static const double weft_log_inverses[16] = {
    0x1.0000000000000p+0, 0x1.d400000000000p-1, 0x1.ba00000000000p-1,
    0x1.a400000000000p-1, 0x1.9000000000000p-1, 0x1.7e00000000000p-1,
    0x1.6c00000000000p-1, 0x1.5c00000000000p-1, 0x1.4e00000000000p+0,
    0x1.4200000000000p+0, 0x1.3600000000000p+0, 0x1.2a00000000000p+0,
    0x1.2000000000000p+0, 0x1.1600000000000p+0, 0x1.0c00000000000p+0,
    0x1.0000000000000p+0,
};

/* log of these, negative, in multiples of 2^-41 */
static const double weft_log_tops[16] = {
    0x0.0p+0, 0x1.700d30aeb0000p-4, 0x1.2d1610c868000p-3,
    0x1.95a5adcf70000p-3, 0x1.f991c6cb3c000p-3, 0x1.2bef07cdca000p-2,
    0x1.5d5bddf596000p-2, 0x1.8b639a88b2000p-2, -0x1.1058bf9ae4000p-2,
    -0x1.d5c216b4fc000p-3, -0x1.87fa06520c000p-3, -0x1.371fc201e8000p-3,
    -0x1.e27076e2b0000p-4, -0x1.51b073f060000p-4, -0x1.77458f6330000p-5,
    0x0.0p+0,
};

/* the rests */
static const double weft_log_rests[16] = {
    0x0.0p+0, -0x1.f8f85c959884bp-43, 0x1.39d6ccb81b4a1p-47,
    0x1.7f22858a0ff6fp-47, -0x1.90d04cd7cc834p-44, -0x1.958c16d6bfec3p-43,
    -0x1.a0b2a08a465dcp-47, 0x1.be94786863ee4p-43, -0x1.5aa313f415699p-43,
    0x1.1ba91bbca681bp-45, -0x1.22120401202fcp-44, -0x1.ee8779b2d8abcp-44,
    0x1.a342c2af0003cp-45, -0x1.83f69278e686ap-44, 0x1.181dce586af09p-44,
    0x0.0p+0,
};

/* log 2, in a multiple of 2^-41 and the rest; log e and its rest */
static const double weft_log_step[4] = {
    0x1.62e42fefa4000p-1, -0x1.8432a1b0e2634p-43, 0x1.0000000000000p+0,
    0x0.0p+0,
};

/* log2 of these, negative, in multiples of 2^-41 */
static const double weft_log2_tops[16] = {
    0x0.0p+0, 0x1.097e38ce60000p-3, 0x1.b2602497d4000p-3,
    0x1.249cd2b13c000p-2, 0x1.6cb0f6865c000p-2, 0x1.b0b67f4f46000p-2,
    0x1.f804ae8d0c000p-2, 0x1.1d368296b5000p-1, -0x1.88e9c72e0c000p-2,
    -0x1.52dbdfc4ca000p-2, -0x1.1ac05b2920000p-2, -0x1.c0db6cdd94000p-3,
    -0x1.5c01a39fbc000p-3, -0x1.e72ec117f8000p-4, -0x1.0eb389fa28000p-4,
    0x0.0p+0,
};

/* the rests */
static const double weft_log2_rests[16] = {
    0x0.0p+0, 0x1.924ae921f7ecap-45, 0x1.3458cde69308cp-43,
    0x1.ad89a083e072ap-43, 0x1.1d406db502403p-43, 0x1.01fea1ec47c71p-43,
    0x1.a0331af2e6feap-43, 0x1.2a606046ad444p-44, 0x1.bb4b69336b66ep-43,
    0x1.29904613e33c0p-43, 0x1.f1f5ae718f241p-43, -0x1.bdc81c4db3134p-44,
    -0x1.6879fa00b120ap-43, -0x1.2d90e5edaeceep-43, -0x1.f9ab3cf74babap-44,
    0x0.0p+0,
};

/* log2 2, in a multiple of 2^-41 and the rest; log2 e and its rest */
static const double weft_log2_step[4] = {
    0x1.0000000000000p+0, 0x0.0p+0, 0x1.71547652b82fep+0,
    0x1.777d0ffda0d24p-56,
};

/* log10 of these, negative, in multiples of 2^-41 */
static const double weft_log10_tops[16] = {
    0x0.0p+0, 0x1.3faf7c6630000p-5, 0x1.0585283768000p-4,
    0x1.605735ee98000p-4, 0x1.b721cd1718000p-4, 0x1.0484e4942c000p-3,
    0x1.2f7301cf50000p-3, 0x1.576e3b0be0000p-3, -0x1.d91d5866a8000p-4,
    -0x1.9806d94148000p-4, -0x1.5477731970000p-4, -0x1.0e3d29d810000p-4,
    -0x1.a30a9d60a0000p-5, -0x1.25502c0fc0000p-5, -0x1.45f4f5acc0000p-6,
    0x0.0p+0,
};

/* the rests */
static const double weft_log10_rests[16] = {
    0x0.0p+0, 0x1.83662f181f53fp-47, -0x1.f441e0c432302p-43,
    0x1.7c3cf23a17d9fp-46, -0x1.40eb504cfa313p-43, -0x1.5bcc19ceab9fcp-43,
    -0x1.7851c7972ce60p-43, -0x1.f58fe4fce8e8cp-43, -0x1.4cdc62f66c2a2p-43,
    -0x1.104b9039947bbp-43, -0x1.f4243c8609f71p-43, -0x1.65e62559618f2p-44,
    0x1.0163d7e67d282p-45, -0x1.8a5c00ed6bef7p-44, 0x1.d07e22587685bp-44,
    0x0.0p+0,
};

/* log10 2, in a multiple of 2^-41 and the rest; log10 e and its rest */
static const double weft_log10_step[4] = {
    0x1.34413509f8000p-2, -0x1.80433b83b532ap-44, 0x1.bcb7b1526e50ep-2,
    0x1.95355baaafad3p-57,
};

/* (log(1+x) - x) / x^2, -1/24 < x < 1/16; error 2^-55.0 */
static const double weft_log_terms[9] = {
    -0x1.0000000000000p-1, 0x1.5555555556463p-2, -0x1.0000000047f13p-2,
    0x1.999999852a332p-3, -0x1.55554fa7f1268p-3, 0x1.249273dd14f8dp-3,
    -0x1.00120fed2fe71p-3, 0x1.c7a58dcba2b8fp-4, -0x1.754a633280fd9p-4,
};

/* 1/m of 8 digits, as above */
static const float weft_logf_inverses[16] = {
    0x1.0000000000000p+0f, 0x1.d400000000000p-1f, 0x1.ba00000000000p-1f, 0x1.a400000000000p-1f,
    0x1.9000000000000p-1f, 0x1.7e00000000000p-1f, 0x1.6c00000000000p-1f, 0x1.5c00000000000p-1f,
    0x1.4e00000000000p+0f, 0x1.4200000000000p+0f, 0x1.3600000000000p+0f, 0x1.2a00000000000p+0f,
    0x1.2000000000000p+0f, 0x1.1600000000000p+0f, 0x1.0c00000000000p+0f, 0x1.0000000000000p+0f,
};

/* log of these, negative, in multiples of 2^-16 */
static const float weft_logf_tops[16] = {
    0x0.0p+0f, 0x1.7010000000000p-4f, 0x1.2d18000000000p-3f, 0x1.95a8000000000p-3f,
    0x1.f990000000000p-3f, 0x1.2bf0000000000p-2f, 0x1.5d5c000000000p-2f, 0x1.8b64000000000p-2f,
    -0x1.1058000000000p-2f, -0x1.d5c0000000000p-3f, -0x1.87f8000000000p-3f, -0x1.3720000000000p-3f,
    -0x1.e270000000000p-4f, -0x1.51b0000000000p-4f, -0x1.7740000000000p-5f, 0x0.0p+0f,
};

/* the rests */
static const float weft_logf_rests[16] = {
    0x0.0p+0f, -0x1.67a8aa0000000p-19f, -0x1.ef37980000000p-19f, -0x1.2918480000000p-18f,
    0x1.c6cb3c0000000p-19f, -0x1.f0646e0000000p-19f, -0x1.1053500000000p-21f, -0x1.95dd340000000p-20f,
    -0x1.7f35ca0000000p-19f, -0x1.0b5a7e0000000p-18f, -0x1.0329060000000p-18f, 0x1.eff0b80000000p-22f,
    -0x1.db8abc0000000p-22f, -0x1.cfc1860000000p-22f, -0x1.63d8cc0000000p-19f, 0x0.0p+0f,
};

/* log 2, in a multiple of 2^-16 and the rest */
static const float weft_logf_step[2] = {
    0x1.62e4000000000p-1f, 0x1.7f7d1c0000000p-20f,
};

/* (log(1+x) - x) / x^2, -1/24 < x < 1/16; error 2^-32.9 */
static const float weft_logf_terms[5] = {
    -0x1.0000000000000p-1f, 0x1.5555440000000p-2f, -0x1.0003020000000p-2f, 0x1.9a589e0000000p-3f,
    -0x1.4808100000000p-3f,
};

/* pi / 2, a sum of three; 2 / pi */
static const double weft_sin_step_f64[4] = {
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110,
    0x1.45f306dc9c883p-1,
};

/* of x^2: (sin x - x) / x^3, |x| < pi / 4; error 2^-57.9 */
static const double weft_sin_terms_f64[6] = {
    -0x1.5555555555548p-3, 0x1.111111110f76ap-7, -0x1.a01a019bf418ap-13,
    0x1.71de35609696ep-19, -0x1.ae5e556df4b20p-26, 0x1.5d8e67b7fc15dp-33,
};

/* of x^2: (cos x - 1 + x^2/2) / x^4, |x| < pi / 4; error 2^-64.1 */
static const double weft_cos_terms_f64[6] = {
    0x1.555555555554bp-5, -0x1.6c16c16c1503ep-10, 0x1.a01a019c953cbp-16,
    -0x1.27e4f7f6bfcb4p-22, 0x1.1ee9df949ac2cp-29, -0x1.8fa88357bae6cp-37,
};

/* pi / 2, a sum of three; 2 / pi */
static const float weft_sin_step_f32[4] = {
    0x1.921fb60000000p+0f, -0x1.777a5c0000000p-25f, -0x1.ee59da0000000p-50f, 0x1.45f3060000000p-1f,
};

/* of x^2: (sin x - x) / x^3, |x| < pi / 4; error 2^-28.0 */
static const float weft_sin_terms_f32[3] = {
    -0x1.5555460000000p-3f, 0x1.11077a0000000p-7f, -0x1.99549c0000000p-13f,
};

/* of x^2: (cos x - 1 + x^2/2) / x^4, |x| < pi / 4; error 2^-33.1 */
static const float weft_cos_terms_f32[3] = {
    0x1.55554a0000000p-5f, -0x1.6c0c2c0000000p-10f, 0x1.99e9d00000000p-16f,
};

#endif
