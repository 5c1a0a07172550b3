/* vector/tables.h: numbers of the vector functions, for their headers; made by
 * tests/vector_math/coefficients.py. Polynomials begin with their lowest term. */
/* clang-format off */
#ifndef WEFT_VECTOR_TABLES_H
#define WEFT_VECTOR_TABLES_H

/* 2^(i/16) */
static const double weft_exp_tops[16] = {
    0x1p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0,
    0x1.2387a6e756238p+0, 0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0,
    0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0, 0x1.6a09e667f3bcdp+0,
    0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f09p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0,
    0x1.ea4afa2a490dap+0,
};

/* what these were rounded by */
static const double weft_exp_rests[16] = {
    0x0p+0, 0x1.8a62e4adc610bp-54, -0x1.19041b9d78a76p-55,
    0x1.9b07eb6c70573p-54, 0x1.6f46ad23182e4p-55, 0x1.ada0911f09ebcp-55,
    0x1.d4397afec42e2p-56, 0x1.6324c054647adp-54, -0x1.bdd3413b26456p-54,
    -0x1.41577ee04992fp-55, 0x1.6e9f156864b27p-54, 0x1.c7c46b071f2bep-56,
    0x1.7a1cd345dcc81p-54, 0x1.11065895048ddp-55, 0x1.2ed02d75b3707p-55,
    -0x1.e9c23179c2893p-54,
};

/* ln 2 / 16: 41 digits, the next; 16 / ln 2 */
static const double weft_exp_step[3] = {
    0x1.62e42fefa4p-5, -0x1.8432a1b0e2634p-47, 0x1.71547652b82fep+4,
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
static const double weft_expm1_terms_f64[9] = {
    0x1.5555555555559p-3, 0x1.55555555539e2p-5, 0x1.111111110f64dp-7,
    0x1.6c16c17a5c8a8p-10, 0x1.a01a01b0082c9p-13, 0x1.a019b2799bdd2p-16,
    0x1.71ddf80177d0cp-19, 0x1.289883a423107p-22, 0x1.af5f46b76acb5p-26,
};

/* ln 2: 42 digits, the next; 1 / ln 2 */
static const double weft_expm1_step_f64[3] = {
    0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45, 0x1.71547652b82fep+0,
};

/* (e^x - 1 - x - x^2/2) / x^3, |x| < ln 2 / 2; error 2^-26.1 */
static const float weft_expm1_terms_f32[4] = {
    0x1.5554acp-3f, 0x1.5554fp-5f, 0x1.122a0cp-7f, 0x1.6d437ap-10f,
};

/* (e^x - 1 - x) / x^2, |x| < ln 2 / 2; error 2^-28.1 */
static const float weft_expf_terms[5] = {
    0x1p-1f, 0x1.55548ap-3f, 0x1.5554e4p-5f, 0x1.123e3ap-7f,
    0x1.6d5158p-10f,
};

/* (2^x - 1) / x, |x| < 1/2; error 2^-28.2 */
static const float weft_exp2f_terms[6] = {
    0x1.62e43p-1f, 0x1.ebfbep-3f, 0x1.c6af72p-5f, 0x1.3b2a48p-7f,
    0x1.5f0de6p-10f, 0x1.4424bep-13f,
};

/* ln 2: 16 digits, the next; 1 / ln 2 */
static const float weft_expf_step[3] = {
    0x1.62e4p-1f, 0x1.7f7d1cp-20f, 0x1.715476p+0f,
};

/* ln 2: 16 digits, the next; 1 / ln 2 */
static const float weft_expm1_step_f32[3] = {
    0x1.62e4p-1f, 0x1.7f7d1cp-20f, 0x1.715476p+0f,
};

/* 1/m of 8 digits, by the first 4 digits of the fraction of m */
static const double weft_log_inverses[16] = {
    0x1p+0, 0x1.d4p-1, 0x1.bap-1,
    0x1.a4p-1, 0x1.9p-1, 0x1.7ep-1,
    0x1.6cp-1, 0x1.5cp-1, 0x1.4ep+0,
    0x1.42p+0, 0x1.36p+0, 0x1.2ap+0,
    0x1.2p+0, 0x1.16p+0, 0x1.0cp+0,
    0x1p+0,
};

/* log of these, negative, in multiples of 2^-41 */
static const double weft_log_tops[16] = {
    0x0p+0, 0x1.700d30aebp-4, 0x1.2d1610c868p-3,
    0x1.95a5adcf7p-3, 0x1.f991c6cb3cp-3, 0x1.2bef07cdcap-2,
    0x1.5d5bddf596p-2, 0x1.8b639a88b2p-2, -0x1.1058bf9ae4p-2,
    -0x1.d5c216b4fcp-3, -0x1.87fa06520cp-3, -0x1.371fc201e8p-3,
    -0x1.e27076e2bp-4, -0x1.51b073f06p-4, -0x1.77458f633p-5,
    0x0p+0,
};

/* the rests */
static const double weft_log_rests[16] = {
    0x0p+0, -0x1.f8f85c959884bp-43, 0x1.39d6ccb81b4a1p-47,
    0x1.7f22858a0ff6fp-47, -0x1.90d04cd7cc834p-44, -0x1.958c16d6bfec3p-43,
    -0x1.a0b2a08a465dcp-47, 0x1.be94786863ee4p-43, -0x1.5aa313f415699p-43,
    0x1.1ba91bbca681bp-45, -0x1.22120401202fcp-44, -0x1.ee8779b2d8abcp-44,
    0x1.a342c2af0003cp-45, -0x1.83f69278e686ap-44, 0x1.181dce586af09p-44,
    0x0p+0,
};

/* log 2, in a multiple of 2^-41 and the rest; log e and its rest */
static const double weft_log_step[4] = {
    0x1.62e42fefa4p-1, -0x1.8432a1b0e2634p-43, 0x1p+0,
    0x0p+0,
};

/* log2 of these, negative, in multiples of 2^-41 */
static const double weft_log2_tops[16] = {
    0x0p+0, 0x1.097e38ce6p-3, 0x1.b2602497d4p-3,
    0x1.249cd2b13cp-2, 0x1.6cb0f6865cp-2, 0x1.b0b67f4f46p-2,
    0x1.f804ae8d0cp-2, 0x1.1d368296b5p-1, -0x1.88e9c72e0cp-2,
    -0x1.52dbdfc4cap-2, -0x1.1ac05b292p-2, -0x1.c0db6cdd94p-3,
    -0x1.5c01a39fbcp-3, -0x1.e72ec117f8p-4, -0x1.0eb389fa28p-4,
    0x0p+0,
};

/* the rests */
static const double weft_log2_rests[16] = {
    0x0p+0, 0x1.924ae921f7ecap-45, 0x1.3458cde69308cp-43,
    0x1.ad89a083e072ap-43, 0x1.1d406db502403p-43, 0x1.01fea1ec47c71p-43,
    0x1.a0331af2e6feap-43, 0x1.2a606046ad444p-44, 0x1.bb4b69336b66ep-43,
    0x1.29904613e33cp-43, 0x1.f1f5ae718f241p-43, -0x1.bdc81c4db3134p-44,
    -0x1.6879fa00b120ap-43, -0x1.2d90e5edaeceep-43, -0x1.f9ab3cf74babap-44,
    0x0p+0,
};

/* log2 2, in a multiple of 2^-41 and the rest; log2 e and its rest */
static const double weft_log2_step[4] = {
    0x1p+0, 0x0p+0, 0x1.71547652b82fep+0,
    0x1.777d0ffda0d24p-56,
};

/* log10 of these, negative, in multiples of 2^-41 */
static const double weft_log10_tops[16] = {
    0x0p+0, 0x1.3faf7c663p-5, 0x1.0585283768p-4,
    0x1.605735ee98p-4, 0x1.b721cd1718p-4, 0x1.0484e4942cp-3,
    0x1.2f7301cf5p-3, 0x1.576e3b0bep-3, -0x1.d91d5866a8p-4,
    -0x1.9806d94148p-4, -0x1.547773197p-4, -0x1.0e3d29d81p-4,
    -0x1.a30a9d60ap-5, -0x1.25502c0fcp-5, -0x1.45f4f5accp-6,
    0x0p+0,
};

/* the rests */
static const double weft_log10_rests[16] = {
    0x0p+0, 0x1.83662f181f53fp-47, -0x1.f441e0c432302p-43,
    0x1.7c3cf23a17d9fp-46, -0x1.40eb504cfa313p-43, -0x1.5bcc19ceab9fcp-43,
    -0x1.7851c7972ce6p-43, -0x1.f58fe4fce8e8cp-43, -0x1.4cdc62f66c2a2p-43,
    -0x1.104b9039947bbp-43, -0x1.f4243c8609f71p-43, -0x1.65e62559618f2p-44,
    0x1.0163d7e67d282p-45, -0x1.8a5c00ed6bef7p-44, 0x1.d07e22587685bp-44,
    0x0p+0,
};

/* log10 2, in a multiple of 2^-41 and the rest; log10 e and its rest */
static const double weft_log10_step[4] = {
    0x1.34413509f8p-2, -0x1.80433b83b532ap-44, 0x1.bcb7b1526e50ep-2,
    0x1.95355baaafad3p-57,
};

/* (log(1+x) - x) / x^2, -1/24 < x < 1/16; error 2^-55.0 */
static const double weft_log_terms[9] = {
    -0x1p-1, 0x1.5555555556463p-2, -0x1.0000000047f13p-2,
    0x1.999999852a332p-3, -0x1.55554fa7f1268p-3, 0x1.249273dd14f8dp-3,
    -0x1.00120fed2fe71p-3, 0x1.c7a58dcba2b8fp-4, -0x1.754a633280fd9p-4,
};

/* 1/m roughly, with logarithms that are multiples of 2^-16 nearly */
static const double weft_log_near_inverses[16] = {
    0x1p+0, 0x1.d43fae24ac142p-1, 0x1.b9e769ce566d8p-1,
    0x1.a58858f538c4cp-1, 0x1.8f49b26b5769fp-1, 0x1.7d4845a6598fbp-1,
    0x1.6cf4d618f1f84p-1, 0x1.5bd46040a8ac6p-1, 0x1.4dd751fb5ee0cp+0,
    0x1.43290c9e177e3p+0, 0x1.3727b63c2a9a4p+0, 0x1.28e10d851ca2ep+0,
    0x1.2077505441b2ap+0, 0x1.165e822e6f275p+0, 0x1.0c43e607925c5p+0,
    0x1p+0,
};

/* these logarithms, negative */
static const double weft_log_near_tops[16] = {
    0x0p+0, 0x1.6dep-4, 0x1.2d88p-3,
    0x1.8e3p-3, 0x1.fd38p-3, 0x1.2ddcp-2,
    0x1.5aacp-2, 0x1.8be4p-2, -0x1.0fdcp-2,
    -0x1.dd2p-3, -0x1.8f98p-3, -0x1.2f68p-3,
    -0x1.e91p-4, -0x1.572p-4, -0x1.7f6p-5,
    0x0p+0,
};

/* 1/3 and the rest */
static const double weft_pow_third[2] = {
    0x1.5555555555555p-2, 0x1.5555555555555p-56,
};

/* (log(1+x) - x + x^2/2 - x^3/3) / x^4, -1/24 < x < 1/16; error 2^-64.9 */
static const double weft_pow_terms[9] = {
    -0x1.ffffffffffe5ep-3, 0x1.999999999c5bp-3, -0x1.55555556e3f8dp-3,
    0x1.2492490f76e0ep-3, -0x1.ffffef293016bp-4, 0x1.c71ca8714192cp-4,
    -0x1.99c0691b0498cp-4, 0x1.7504e9e7b0956p-4, -0x1.3573c2c4d3865p-4,
};

/* 1/m of 8 digits, as above */
static const float weft_logf_inverses[16] = {
    0x1p+0f, 0x1.d4p-1f, 0x1.bap-1f, 0x1.a4p-1f,
    0x1.9p-1f, 0x1.7ep-1f, 0x1.6cp-1f, 0x1.5cp-1f,
    0x1.4ep+0f, 0x1.42p+0f, 0x1.36p+0f, 0x1.2ap+0f,
    0x1.2p+0f, 0x1.16p+0f, 0x1.0cp+0f, 0x1p+0f,
};

/* log of these, negative, in multiples of 2^-16 */
static const float weft_logf_tops[16] = {
    0x0p+0f, 0x1.701p-4f, 0x1.2d18p-3f, 0x1.95a8p-3f,
    0x1.f99p-3f, 0x1.2bfp-2f, 0x1.5d5cp-2f, 0x1.8b64p-2f,
    -0x1.1058p-2f, -0x1.d5cp-3f, -0x1.87f8p-3f, -0x1.372p-3f,
    -0x1.e27p-4f, -0x1.51bp-4f, -0x1.774p-5f, 0x0p+0f,
};

/* the rests */
static const float weft_logf_rests[16] = {
    0x0p+0f, -0x1.67a8aap-19f, -0x1.ef3798p-19f, -0x1.291848p-18f,
    0x1.c6cb3cp-19f, -0x1.f0646ep-19f, -0x1.10535p-21f, -0x1.95dd34p-20f,
    -0x1.7f35cap-19f, -0x1.0b5a7ep-18f, -0x1.032906p-18f, 0x1.eff0b8p-22f,
    -0x1.db8abcp-22f, -0x1.cfc186p-22f, -0x1.63d8ccp-19f, 0x0p+0f,
};

/* log 2, in a multiple of 2^-16 and the rest; log e and its rest */
static const float weft_logf_step[4] = {
    0x1.62e4p-1f, 0x1.7f7d1cp-20f, 0x1p+0f, 0x0p+0f,
};

/* log2 of these, negative, in multiples of 2^-16 */
static const float weft_log2f_tops[16] = {
    0x0p+0f, 0x1.098p-3f, 0x1.b26p-3f, 0x1.249cp-2f,
    0x1.6cbp-2f, 0x1.b0b8p-2f, 0x1.f804p-2f, 0x1.1d36p-1f,
    -0x1.88e8p-2f, -0x1.52dcp-2f, -0x1.1acp-2f, -0x1.c0d8p-3f,
    -0x1.5cp-3f, -0x1.e73p-4f, -0x1.0ebp-4f, 0x0p+0f,
};

/* the rests */
static const float weft_log2f_rests[16] = {
    0x0p+0f, -0x1.c731ap-19f, 0x1.24beaap-22f, 0x1.a5627ap-19f,
    0x1.ed0cbap-19f, -0x1.80b0bap-18f, 0x1.5d1a1ap-19f, 0x1.052d6ap-18f,
    -0x1.c72e0cp-18f, 0x1.01d9b4p-21f, -0x1.6ca47cp-20f, -0x1.b66ecap-18f,
    -0x1.a39fbep-19f, 0x1.3ee806p-20f, -0x1.c4fd14p-19f, 0x0p+0f,
};

/* log2 2, in a multiple of 2^-16 and the rest; log2 e and its rest */
static const float weft_log2f_step[4] = {
    0x1p+0f, 0x0p+0f, 0x1.715476p+0f, 0x1.4ae0cp-26f,
};

/* log10 of these, negative, in multiples of 2^-16 */
static const float weft_log10f_tops[16] = {
    0x0p+0f, 0x1.3fap-5f, 0x1.058p-4f, 0x1.605p-4f,
    0x1.b72p-4f, 0x1.0488p-3f, 0x1.2f7p-3f, 0x1.577p-3f,
    -0x1.d92p-4f, -0x1.98p-4f, -0x1.547p-4f, -0x1.0e4p-4f,
    -0x1.a3p-5f, -0x1.256p-5f, -0x1.46p-6f, 0x0p+0f,
};

/* the rests */
static const float weft_log10f_rests[16] = {
    0x0p+0f, 0x1.ef8cc6p-18f, 0x1.4a0ddap-18f, 0x1.cd7ba6p-18f,
    0x1.cd1716p-20f, -0x1.8db5eap-18f, 0x1.80e7a8p-18f, -0x1.c4f422p-19f,
    0x1.53ccaap-19f, -0x1.b65052p-18f, -0x1.dcc65cp-18f, 0x1.6b13f8p-19f,
    -0x1.53ac14p-18f, 0x1.fa7e08p-18f, 0x1.614a68p-19f, 0x0p+0f,
};

/* log10 2, in a multiple of 2^-16 and the rest; log10 e and its rest */
static const float weft_log10f_step[4] = {
    0x1.344p-2f, 0x1.3509f8p-18f, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f,
};

/* (log(1+x) - x) / x^2, -1/24 < x < 1/16; error 2^-32.9 */
static const float weft_logf_terms[5] = {
    -0x1p-1f, 0x1.555544p-2f, -0x1.000302p-2f, 0x1.9a589ep-3f,
    -0x1.48081p-3f,
};

/* 1/m roughly, with logarithms that are multiples of 2^-16 nearly */
static const float weft_logf_near_inverses[16] = {
    0x1p+0f, 0x1.d4b2f8p-1f, 0x1.b882a8p-1f, 0x1.a48136p-1f,
    0x1.8f119p-1f, 0x1.7eebbp-1f, 0x1.6bf76cp-1f, 0x1.5bc826p-1f,
    0x1.4d53b6p+0f, 0x1.41f962p+0f, 0x1.35c0cp+0f, 0x1.298142p+0f,
    0x1.1f36dep+0f, 0x1.16d2f4p+0f, 0x1.0b1f1cp+0f, 0x1p+0f,
};

/* these logarithms, negative */
static const float weft_logf_near_tops[16] = {
    0x0p+0f, 0x1.69fp-4f, 0x1.34p-3f, 0x1.933p-3f,
    0x1.fe58p-3f, 0x1.2978p-2f, 0x1.5d74p-2f, 0x1.8c08p-2f,
    -0x1.0e48p-2f, -0x1.d598p-3f, -0x1.8658p-3f, -0x1.33b8p-3f,
    -0x1.d74p-4f, -0x1.5ddp-4f, -0x1.5c6p-5f, 0x0p+0f,
};

/* the same in fewer terms; error 2^-28.0 */
static const float weft_logf_near_terms[4] = {
    -0x1.ffffeep-2f, 0x1.555854p-2f, -0x1.006dfap-2f, 0x1.8b633p-3f,
};

/* pi / 2, a sum of three; 2 / pi */
static const double weft_sin_step_f64[4] = {
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110,
    0x1.45f306dc9c883p-1,
};

/* of x^2: (sin x - x) / x^3, |x| < pi / 4; error 2^-57.9 */
static const double weft_sin_terms_f64[6] = {
    -0x1.5555555555548p-3, 0x1.111111110f76ap-7, -0x1.a01a019bf418ap-13,
    0x1.71de35609696ep-19, -0x1.ae5e556df4b2p-26, 0x1.5d8e67b7fc15dp-33,
};

/* of x^2: (cos x - 1 + x^2/2) / x^4, |x| < pi / 4; error 2^-64.1 */
static const double weft_cos_terms_f64[6] = {
    0x1.555555555554bp-5, -0x1.6c16c16c1503ep-10, 0x1.a01a019c953cbp-16,
    -0x1.27e4f7f6bfcb4p-22, 0x1.1ee9df949ac2cp-29, -0x1.8fa88357bae6cp-37,
};

/* pi / 2, a sum of three; 2 / pi */
static const float weft_sin_step_f32[4] = {
    0x1.921fb6p+0f, -0x1.777a5cp-25f, -0x1.ee59dap-50f, 0x1.45f306p-1f,
};

/* of x^2: (sin x - x) / x^3, |x| < pi / 4; error 2^-28.0 */
static const float weft_sin_terms_f32[3] = {
    -0x1.555546p-3f, 0x1.11077ap-7f, -0x1.99549cp-13f,
};

/* of x^2: (cos x - 1 + x^2/2) / x^4, |x| < pi / 4; error 2^-33.1 */
static const float weft_cos_terms_f32[3] = {
    0x1.55554ap-5f, -0x1.6c0c2cp-10f, 0x1.99e9dp-16f,
};

/* erf around multiples of 3/8; to 6; error 2^-59.8 */
static const double weft_erf_pieces_f64[16][16] = {
    {0x0p+0, 0x1.9dd0d2b721f39p-2, 0x1.6c1c9759d0e5fp-1,
     0x1.c6dad2829ec62p-1, 0x1.eea5557137aep-1, 0x1.fbe61eef4cf6ap-1,
     0x1.ff404760319b4p-1, 0x1.ffe514bbdc197p-1, 0x1.fffd1ac4135f9p-1,
     0x1.ffffc316d9edp-1, 0x1.fffffc2f171e3p-1, 0x1.ffffffd169d0cp-1,
     0x1.fffffffe4fa3p-1, 0x1.fffffffff4188p-1, 0x1.ffffffffffc05p-1,
     0x1.ffffffffffffp-1},
    {0x0p+0, -0x1.1671c021d14c4p-56, 0x1.b1432f2cbc455p-55,
     -0x1.ab76d4cba3d05p-57, -0x1.385e445f2c96dp-55, 0x1.15ded88667618p-55,
     0x1.f142071432025p-56, -0x1.cd963345b5c6dp-58, 0x1.eeafa1ecd6cefp-55,
     -0x1.8b32f44f46b3bp-55, 0x1.85edd0395f475p-55, 0x1.70a2bfb068e6fp-55,
     0x1.d166bcb681c7bp-57, 0x1.7a2cb3d056eacp-55, 0x1.07ba96a6b2e1ap-55,
     -0x1.20ef3618f2d54p-56},
    {0x1.20dd750429b6dp+0, 0x1.f5f0cdaf15313p-1, 0x1.492e42d78d2c5p-1,
     0x1.45e99bcbb7915p-2, 0x1.e723726b824a9p-4, 0x1.12ceb37ff9bc3p-5,
     0x1.d4143a9dfe965p-8, 0x1.2ce898809244ep-10, 0x1.2408e9ba3327fp-13,
     0x1.abe09e9144b5fp-17, 0x1.d9371e2ff7c2dp-21, 0x1.8b0cfce0579cbp-25,
     0x1.f1e3523b41e03p-30, 0x1.d9a880f307194p-35, 0x1.5422ef5d8aaebp-40,
     0x1.70beafc8ee117p-46},
    {0x1.18a872e20af6dp-56, 0x1.f95a2fb604204p-57, -0x1.9e754791486ep-55,
     0x1.6a4137885a8f9p-56, -0x1.fa952a7271248p-60, 0x1.b88cf7171f0fap-59,
     -0x1.f039c75de5f63p-63, 0x1.70ca1cbdd542cp-65, -0x1.799a4ff6f58ebp-74,
     0x1.cd11272f29bb8p-74, 0x1.b9917ecc80ddap-77, 0x1.3b0d73c91e072p-79,
     0x1.73cdecadcea49p-85, 0x1.bb84e4a116741p-91, -0x1.6caf61099e927p-94,
     0x1.fa913b2c40efp-100},
    {0x1.99727166c477p-197, -0x1.78749a434fe44p-2, -0x1.edc5644353c2dp-2,
     -0x1.6ea6cf452e83bp-2, -0x1.6d5a95d0a1b76p-3, -0x1.01a1c847fa208p-4,
     -0x1.074b60f8df359p-6, -0x1.8af14828bff8ep-9, -0x1.b60d5e974cb36p-12,
     -0x1.690585ca92056p-15, -0x1.bba3ac4cf8addp-19, -0x1.976564c75a408p-23,
     -0x1.180fde414fb3dp-27, -0x1.20a2ae93f78f9p-32, -0x1.be6dda29fd0bfp-38,
     -0x1.03461382b284cp-43},
    {-0x1.812746b0379e1p-2, -0x1.e106c51d1f0fbp-3, 0x1.b6e8591f67011p-6,
     0x1.4cb3cf0aa0bbbp-3, 0x1.1c2a02beb6abp-3, 0x1.143d1c6f4f088p-4,
     0x1.63ef61e824435p-6, 0x1.407fbd18f1216p-8, 0x1.9db74b1d1dc7cp-11,
     0x1.84522fe881557p-14, 0x1.0b6a7b0f1b7a3p-17, 0x1.0fdac559b7499p-21,
     0x1.99b8665616abfp-26, 0x1.cb2a2e5629f19p-31, 0x1.7f8a0f3dc71adp-36,
     0x1.de74bbdc57e0ap-42},
    {-0x1.a22acf20da04ep-189, 0x1.5529abccfd9fep-3, 0x1.349b5eaa16002p-3,
     0x1.ca50831680997p-6, -0x1.6d5a95d0a6378p-5, -0x1.5a316520b7e32p-5,
     -0x1.38a9832786e7fp-6, -0x1.62d4c6d49e1fap-8, -0x1.11c85b1e947c5p-10,
     -0x1.298f8d45eff7ep-13, -0x1.d06f58605d37fp-17, -0x1.07600ca6e7fcdp-20,
     -0x1.b598cb48ec418p-25, -0x1.0bc6ecff0e8b9p-29, -0x1.e4cb4b1f719c8p-35,
     -0x1.459c7e1ef1d9p-40},
    {0x1.ce2f21a040268p-4, 0x1.7488b8a840863p-5, -0x1.b42a1890d92eap-5,
     -0x1.f65d15f1d806ep-5, -0x1.e723726b7adcfp-7, 0x1.779b1e570ae72p-7,
     0x1.5d3b17bbde85fp-7, 0x1.146c4b3e272bdp-8, 0x1.0a7b5546b8c0ep-10,
     0x1.57757788634cp-13, 0x1.3436bc9fb02cp-16, 0x1.89ca7745b2568p-20,
     0x1.6b1baf4611af2p-24, 0x1.e7ba576de991fp-29, 0x1.e044b406c432cp-34,
     0x1.5c5f340b25506p-39},
    {0x1.56c4b30938984p-182, -0x1.9a7945c581249p-5, -0x1.b8477970392e9p-6,
     0x1.fd1c6c089828dp-7, 0x1.3ca3d7329dc77p-6, 0x1.0d099c79e13fp-8,
     -0x1.7cae0d51e836fp-9, -0x1.267f3bc193415p-9, -0x1.82f235a9daf8cp-11,
     -0x1.330aab7c5cfe6p-13, -0x1.4357b567f07acp-16, -0x1.d73aa4df94074p-20,
     -0x1.e650e241ba2a5p-24, -0x1.689344546bf29p-28, -0x1.83ea4230be07ep-33,
     -0x1.30e479d59acbbp-38},
    {-0x1.b82ce30b8c57ap-6, -0x1.65c10c783b30ep-8, 0x1.2e0afb1298433p-6,
     0x1.3acc7852248d3p-7, -0x1.36d73a67fbbabp-8, -0x1.42fcbaaf67ff6p-8,
     -0x1.5f8313a2a185ap-11, 0x1.64f891b7830f6p-11, 0x1.998b47be9248ep-12,
     0x1.ac9997d90916cp-14, 0x1.110de4a6c0a8ep-16, 0x1.cd9e0da99d863p-20,
     0x1.0d678f59890b3p-23, 0x1.bc2ac1db9970fp-28, 0x1.06595507e23ddp-32,
     0x1.c07fbe318dc48p-38},
    {-0x1.035f29c4539cp-176, 0x1.709aab70483a4p-7, 0x1.2db34c35c6194p-9,
     -0x1.8b43be0efa4ep-8, -0x1.35ae5ec1dd013p-9, 0x1.76ff59925fab9p-10,
     0x1.0602eb3dc6876p-10, 0x1.229ebf5d95dbcp-15, -0x1.1aa5eab5b6cadp-13,
     -0x1.cc1572c09680ap-15, -0x1.7566b21afc001p-17, -0x1.7710b7c5a3f2ap-20,
     -0x1.f5f370ad1997bp-24, -0x1.d01100c4698b4p-28, -0x1.2ec6db7979a6cp-32,
     -0x1.1a9f091bf38a4p-37},
    {0x1.565bc41e28bap-8, 0x1.04288db8c7a4cp-13, -0x1.0410601d0601ep-8,
     -0x1.79b0cba7e4135p-12, 0x1.c038115441aadp-10, 0x1.7bda97e4b2832p-12,
     -0x1.8352d805feb58p-12, -0x1.4006c2cdd84ffp-13, 0x1.d2a38019ab77p-17,
     0x1.64c5350f5e2c9p-16, 0x1.99f5b9ac1c9d5p-18, 0x1.fc1a014d5030bp-21,
     0x1.8d2e7b8e05b57p-24, 0x1.a05ed928d69fcp-28, 0x1.2e395d1cfceb1p-32,
     0x1.360547b0bc2bp-37},
    {0x1.667b8ce3ce372p-172, -0x1.074f649409bd7p-9, 0x1.85dfb23b3e693p-13,
     0x1.2e4e519a81e9p-10, -0x1.855e5035e94ffp-14, -0x1.991d4a083fa61p-12,
     -0x1.816b8bbab34dp-17, 0x1.3635f347dd5d4p-14, 0x1.060a8796afffdp-16,
     -0x1.34f82a34a52b5p-18, -0x1.5d718cb2ca7a7p-19, -0x1.1dd33fc9411afp-21,
     -0x1.0c2c10699d9ccp-24, -0x1.434a64eddc2fbp-28, -0x1.073f7327f18d7p-32,
     -0x1.2c9c5756f21d1p-37},
    {-0x1.c021faf410c9p-11, 0x1.e850ba93fb428p-14, 0x1.47256931fbef9p-11,
     -0x1.72f8693aaf648p-13, -0x1.0ad131b1434f3p-12, 0x1.352d371512076p-14,
     0x1.11387dfa91158p-14, -0x1.5a6d40aeeee4p-17, -0x1.6a364d02ea579p-17,
     -0x1.5fa6a7c1dc565p-21, 0x1.a05096aa00bf1p-21, 0x1.067834651bb39p-22,
     0x1.34e76e0df21ccp-25, 0x1.b4fdb5fec8de1p-29, 0x1.93dc327a688cfp-33,
     0x1.0062023d976e9p-37},
    {-0x1.6cfaea90241bfp-169, 0x1.32d506c92d995p-12, -0x1.b23721b1b00eep-14,
     -0x1.26243f77b1492p-13, 0x1.3eafc32671425p-14, 0x1.2f64c46a2a35cp-15,
     -0x1.75ab5726fe4e4p-16, -0x1.c63d88ef2f20fp-18, 0x1.8f5d1df02c3d4p-19,
     0x1.20bead89811b5p-20, -0x1.6cd6ea4b9931dp-24, -0x1.77aeb4ba7c83fp-24,
     -0x1.317d51e96ec1ap-26, -0x1.08378d255b55cp-29, -0x1.1c87cc1599bbap-33,
     -0x1.59cfa4233e61ap-38},
    {0x1.f2039c0ed77c1p-14, -0x1.02f4ebaa4a1a5p-15, -0x1.3b8093c91ac68p-14,
     0x1.95b0c7bb903ccp-15, 0x1.2f240cd679732p-16, -0x1.57caccc12e0e3p-16,
     -0x1.83cc65eaf2ca9p-20, 0x1.147f3b005333fp-18, 0x1.379a89e9446efp-23,
     -0x1.ec24d90f8187cp-22, -0x1.fc84bc8eade82p-25, 0x1.638d1e5655f79p-26,
     0x1.e8b07fe88bb75p-28, 0x1.0c0a0a580d99p-30, 0x1.531997fc46cb7p-34,
     0x1.02c060878b70bp-39},
};

/* erf around multiples of 1/4; to 4; error 2^-34.3 */
static const float weft_erf_pieces_f32[10][16] = {
    {0x0p+0f, 0x1.1af54ep-2f, 0x1.0a7ef6p-1f, 0x1.6c1c98p-1f,
     0x1.af767ap-1f, 0x1.d8865ep-1f, 0x1.eea556p-1f, 0x1.f92d08p-1f,
     0x1.fd9ae2p-1f, 0x1.ff4048p-1f, 0x1.ffcaa8p-1f, 0x1.fff2dp-1f,
     0x1.fffd1ap-1f, 0x1.ffff7p-1f, 0x1.ffffe8p-1f, 0x1.fffffcp-1f},
    {0x0p+0f, 0x1.196b04p-29f, -0x1.f38916p-28f, -0x1.4c5e34p-26f,
     0x1.d04222p-27f, -0x1.9d508p-27f, -0x1.1d90a4p-26f, -0x1.00e552p-26f,
     -0x1.7b0d44p-26f, -0x1.3f9ccap-26f, 0x1.e9937ep-26f, -0x1.3eeb0ap-27f,
     0x1.8826cp-26f, -0x1.82606ap-27f, -0x1.de5534p-26f, 0x1.78b8f2p-28f},
    {0x1.20dd76p+0f, 0x1.0f5d16p+0f, 0x1.c1efcap-1f, 0x1.492e42p-1f,
     0x1.a911fp-2f, 0x1.e4653p-3f, 0x1.e72372p-4f, 0x1.b0553p-5f,
     0x1.529b9ep-6f, 0x1.d4143ap-8f, 0x1.1d8318p-9f, 0x1.3360ccp-11f,
     0x1.2408eap-13f, 0x1.e9b5e8p-16f, 0x1.6a5972p-18f, 0x1.d93772p-21f},
    {-0x1.f7b1f4p-25f, 0x1.d101c2p-31f, 0x1.293868p-27f, 0x1.af669ap-26f,
     0x1.2dc33cp-27f, -0x1.49ecd8p-29f, 0x1.acb49ap-30f, 0x1.8f2264p-32f,
     0x1.1a14e2p-31f, 0x1.3dc2cap-33f, -0x1.de2bb2p-34f, 0x1.a7258p-36f,
     -0x1.1b3904p-39f, 0x1.816b6ap-41f, -0x1.5a8d56p-47f, 0x1.3cbc6p-46f},
    {0x0p+0f, -0x1.0f5d16p-2f, -0x1.c1efcap-2f, -0x1.edc564p-2f,
     -0x1.a911fp-2f, -0x1.2ebf3ep-2f, -0x1.6d5a96p-3f, -0x1.7a4a8ap-4f,
     -0x1.529b9ep-5f, -0x1.074b6p-6f, -0x1.64e3dcp-8f, -0x1.a6a51ap-10f,
     -0x1.b60d66p-12f, -0x1.8de3dep-14f, -0x1.3d0e6p-16f, -0x1.bba17ap-19f},
    {-0x1.812746p-2f, -0x1.3c974cp-2f, -0x1.2bf538p-3f, 0x1.b6e85p-6f,
     0x1.1b614cp-3f, 0x1.571d02p-3f, 0x1.1c2a04p-3f, 0x1.7148c4p-4f,
     0x1.8b0ae4p-5f, 0x1.63ef62p-6f, 0x1.119dap-7f, 0x1.69cf46p-9f,
     0x1.9db74cp-11f, 0x1.9aa49p-13f, 0x1.62ccfap-15f, 0x1.0b625ap-17f},
    {0x0p+0f, 0x1.040dccp-3f, 0x1.76f152p-3f, 0x1.349ad2p-3f,
     0x1.1b6056p-4f, -0x1.9392bcp-8f, -0x1.6d5958p-5f, -0x1.8a0e1cp-5f,
     -0x1.1a2d38p-5f, -0x1.38aadp-6f, -0x1.1a8a56p-7f, -0x1.ab0b98p-9f,
     -0x1.11c5bcp-10f, -0x1.2c7734p-12f, -0x1.1bfd18p-14f, -0x1.d0c4b8p-17f},
    {0x1.ce2c74p-4f, 0x1.47f6c8p-4f, 0x1.e0638ep-8f, -0x1.b426bp-5f,
     -0x1.1b6242p-4f, -0x1.828256p-5f, -0x1.e7321ep-7f, 0x1.b21ee6p-8f,
     0x1.ace652p-7f, 0x1.5d3b4cp-7f, 0x1.90e98ap-8f, 0x1.69362p-9f,
     0x1.0a7afp-10f, 0x1.490786p-12f, 0x1.5864bap-14f, 0x1.36268ap-16f},
    {0x0p+0f, -0x1.4a16d4p-5f, -0x1.97a584p-5f, -0x1.b6d9f6p-6f,
     0x1.2b0e8cp-8f, 0x1.5a5408p-6f, 0x1.3b8344p-6f, 0x1.267282p-7f,
     0x1.095eap-11f, -0x1.78880ap-9f, -0x1.6dc392p-9f, -0x1.b3123ap-10f,
     -0x1.851e88p-11f, -0x1.16ef9ap-12f, -0x1.4a766ep-14f, -0x1.4004f2p-16f},
    {-0x1.b4d5b8p-6f, -0x1.1260aep-6f, 0x1.4e3126p-8f, 0x1.2bd484p-6f,
     0x1.f0ba36p-7f, 0x1.de85c8p-9f, -0x1.30253cp-8f, -0x1.8b6fcp-8f,
     -0x1.ba6658p-9f, -0x1.639644p-11f, 0x1.181a9ep-11f, 0x1.51adfep-11f,
     0x1.9a0fb8p-12f, 0x1.666106p-13f, 0x1.ecbc56p-15f, 0x1.92be78p-17f},
};

/* tanh around multiples of 9/16; to 10; error 2^-27.2 */
static const float weft_tanh_pieces_f32[11][16] = {
    {0x0p+0f, 0x1.05087p-1f, 0x1.9e5cb6p-1f, 0x1.de1eb6p-1f,
     0x1.f4bfd6p-1f, 0x1.fc51f6p-1f, 0x1.fecd6cp-1f, 0x1.ff9c64p-1f,
     0x1.ffdfa8p-1f, 0x1.fff58p-1f, 0x1.fffc98p-1f, 0x1.fffee4p-1f,
     0x1.ffffa4p-1f, 0x1.ffffe2p-1f, 0x1.fffff6p-1f, 0x1.fffffcp-1f},
    {0x0p+0f, -0x1.a1256ap-26f, -0x1.16eca6p-27f, -0x1.b22b9cp-27f,
     0x1.85bfa4p-26f, -0x1.2c7f04p-26f, -0x1.02b9dap-26f, -0x1.510584p-27f,
     -0x1.bd58dp-26f, -0x1.41fbaap-26f, -0x1.c987f2p-26f, 0x1.388c34p-26f,
     -0x1.bb1efap-34f, 0x1.0bf9ecp-28f, 0x1.362c3cp-27f, 0x1.b420dep-26f},
    {0x1p+0f, 0x1.7aeae8p-1f, 0x1.615002p-2f, 0x1.06129cp-3f,
     0x1.64108ap-5f, 0x1.d553f8p-7f, 0x1.3238b8p-8f, 0x1.8e4a8ep-10f,
     0x1.02bec8p-11f, 0x1.5010aep-13f, 0x1.b470eep-15f, 0x1.1b636cp-16f,
     0x1.700356p-18f, 0x1.dde7fep-20f, 0x1.364e9cp-21f, 0x1.92f74p-23f},
    {-0x1.b556bcp-28f, -0x1.fca296p-26f, 0x1.96e79cp-28f, 0x1.076d4cp-28f,
     0x1.69141p-30f, 0x1.cecb2p-32f, -0x1.f023p-34f, 0x1.6f29ccp-35f,
     0x1.64669ep-36f, -0x1.690c42p-38f, -0x1.5ba20ap-43f, -0x1.1842cap-41f,
     -0x1.b1832cp-43f, 0x1.7dbc5cp-47f, -0x1.aea43cp-46f, 0x1.35e69ep-49f},
    {0x0p+0f, -0x1.825dfep-2f, -0x1.1defacp-2f, -0x1.e9763p-4f,
     -0x1.5c3d9p-5f, -0x1.d1f472p-7f, -0x1.31815ap-8f, -0x1.8dfd12p-10f,
     -0x1.02ae7p-11f, -0x1.5009c8p-13f, -0x1.b46e06p-15f, -0x1.1b62cep-16f,
     -0x1.700314p-18f, -0x1.dde7e2p-20f, -0x1.364e96p-21f, -0x1.92f8c6p-23f},
    {-0x1.5554aap-2f, -0x1.bd0ffcp-5f, 0x1.c68d9cp-4f, 0x1.1a5b96p-4f,
     0x1.bbccc4p-6f, 0x1.3229cap-7f, 0x1.956f0ap-9f, 0x1.08ec22p-10f,
     0x1.58bd04p-12f, 0x1.bffabp-14f, 0x1.22f028p-15f, 0x1.79d778p-17f,
     0x1.eaae1cp-19f, 0x1.3e9a76p-20f, 0x1.9dbe14p-22f, 0x1.0cb6e8p-23f},
    {0x0p+0f, 0x1.3a507ap-3f, 0x1.ac26dcp-9f, -0x1.9214ap-6f,
     -0x1.93c778p-7f, -0x1.2949d4p-8f, -0x1.91a234p-10f, -0x1.081da2p-11f,
     -0x1.5865bcp-13f, -0x1.bfd67ap-15f, -0x1.22e854p-16f, -0x1.79d4cep-18f,
     -0x1.eaabbep-20f, -0x1.3e9a54p-21f, -0x1.9dbd3ap-23f, -0x1.0cc0d4p-24f},
    {0x1.10bc1cp-3f, -0x1.64ef34p-5f, -0x1.061da2p-5f, 0x1.6ce7c8p-9f,
     0x1.056e2ap-8f, 0x1.bf9fdap-10f, 0x1.3b3cb4p-11f, 0x1.a3fe02p-13f,
     0x1.12f612p-14f, 0x1.660548p-16f, 0x1.d154eap-18f, 0x1.2e396ap-19f,
     0x1.888222p-21f, 0x1.fdbc1cp-23f, 0x1.4af916p-24f, 0x1.a9f2c6p-26f},
    {0x0p+0f, -0x1.328804p-5f, 0x1.307998p-6f, 0x1.7fd952p-9f,
     -0x1.81d58ep-11f, -0x1.05ce7ep-11f, -0x1.93c16ep-13f, -0x1.14aa86p-14f,
     -0x1.6d3facp-16f, -0x1.dc6992p-18f, -0x1.3623a2p-19f, -0x1.928ab8p-21f,
     -0x1.05f6d4p-22f, -0x1.53b8ep-24f, -0x1.b9be1ep-26f, -0x1.09210ap-27f},
    {-0x1.9eed54p-5f, 0x1.d7f34cp-6f, -0x1.1ac252p-9f, -0x1.3e225p-9f,
     -0x1.d7a5cep-14f, 0x1.aea762p-14f, 0x1.ab7832p-15f, 0x1.36c95ap-16f,
     0x1.a1b5ccp-18f, 0x1.124b3p-19f, 0x1.6579eep-21f, 0x1.d11e7cp-23f,
     0x1.2e0bb4p-24f, 0x1.87ff2ap-26f, 0x1.fd85bcp-28f, 0x1.cd9e92p-30f},
    {0x0p+0f, 0x1.34b7e2p-9f, -0x1.cc5cd2p-9f, 0x1.f2b3ap-11f,
     0x1.38c4c8p-13f, -0x1.6cf92p-18f, -0x1.928722p-17f, -0x1.1d1e9ap-18f,
     -0x1.92a602p-20f, -0x1.2144e8p-21f, -0x1.60434ep-23f, -0x1.f4f77p-25f,
     -0x1.104aa6p-26f, -0x1.91532cp-28f, -0x1.d1b82cp-30f, -0x1.949f34p-33f},
};

/* e^(x^2) erfc(x) of 4 / (x + 4), around sixteenths; error 2^-63.9 */
static const double weft_erfc_pieces[13][16] = {
    {0x1.49ebde7878139p-6, 0x1.49ebde7878139p-6, 0x1.0a33ffed45d95p-5,
     0x1.7fd46c5e0864dp-5, 0x1.04f0dea94ae78p-4, 0x1.56dcf6efb0cc6p-4,
     0x1.b94adf93b2ad5p-4, 0x1.18932bf08e154p-3, 0x1.629c6e0a80002p-3,
     0x1.bf7c43b86e7a2p-3, 0x1.1aecea297893cp-2, 0x1.678fda6d6165cp-2,
     0x1.cc57081bbabf7p-2, 0x1.2961efbeb3a92p-1, 0x1.8428592289db1p-1,
     0x1p+0},
    {-0x1.d95a8796b0b9fp-62, -0x1.d95a8796b0b9fp-62, 0x1.ad1f23a21655ap-59,
     0x1.890aa6df43976p-60, 0x1.b8e5fa43259a2p-60, -0x1.f55d1f5e77e01p-61,
     -0x1.7f2587289d0abp-58, 0x1.0981aa12747cep-57, 0x1.600d3106b1aafp-58,
     -0x1.652d263c7912ep-57, 0x1.d32fcf97cb9c2p-56, 0x1.afd7d43276bcbp-59,
     0x1.8c36c9a3e971dp-56, -0x1.c21cf3d86c484p-55, -0x1.5ea7226bb32fep-55,
     0x0p+0},
    {0x1.7892d6052da5dp-3, 0x1.7892d6052da5dp-3, 0x1.b367736157d26p-3,
     0x1.fc477b46d665ap-3, 0x1.2bd718cb57246p-2, 0x1.65eb8326645fbp-2,
     0x1.b0c2495a4e8cdp-2, 0x1.094922737431ap-1, 0x1.4a1e7eba061b2p-1,
     0x1.a14180b2421bcp-1, 0x1.0beefb9f202f1p+0, 0x1.5d8fcc4ff299fp+0,
     0x1.ceec6cdc57106p+0, 0x1.36ae11f66bfb4p+1, 0x1.a5c9e980c3bdep+1,
     0x1.20dd750429b6dp+2},
    {-0x1.d06ab89c8a334p-57, -0x1.d06ab89c8a334p-57, 0x1.8cc2440993468p-57,
     -0x1.4cf104c72ba3bp-57, -0x1.08f991846c8a9p-56, -0x1.3b0ca76a908d4p-56,
     -0x1.53b5173447fe9p-61, -0x1.9d71327b30afbp-57, -0x1.a8fe1aca82a39p-56,
     -0x1.8dcf99e7309e8p-58, 0x1.54cb195e81302p-54, 0x1.a27fdff11cd57p-57,
     -0x1.03b4c3bd70e8dp-54, 0x1.5b4089517898bp-53, -0x1.09ab0a5e92e82p-55,
     0x1.1ac091d899a6fp-54},
    {0x1.a7cfcddae2a61p-3, 0x1.a7cfcddae2a61p-3, 0x1.04e363bc266ap-2,
     0x1.4510db418472fp-2, 0x1.9a3f79d947c7fp-2, 0x1.066594f6f67cbp-1,
     0x1.54673c2c383b6p-1, 0x1.bff01a5f90862p-1, 0x1.2ae490abeb8bdp+0,
     0x1.943c65174e997p+0, 0x1.14a99990773f9p+1, 0x1.7e905c914e2p+1,
     0x1.0a908ea9e800dp+2, 0x1.755b2b9e52629p+2, 0x1.0608b8b010ca3p+3,
     0x1.6f91457deb249p+3},
    {0x1.c920c44d769ecp-3, 0x1.c920c44d769ecp-3, 0x1.297c57ce88d54p-2,
     0x1.882b27277571bp-2, 0x1.05e222b462e3ap-1, 0x1.625488d0e2526p-1,
     0x1.e5725e35deb14p-1, 0x1.506666f69e5b6p+0, 0x1.d6ea8dea887d3p+0,
     0x1.4c39947488cbep+1, 0x1.d742065a75706p+1, 0x1.4f09d49e2c432p+2,
     0x1.dc121e3562107p+2, 0x1.51000a31f1103p+3, 0x1.da107e06b75fdp+3,
     0x1.4a85eaa179a1ep+4},
    {0x1.d67b6f8edb9d2p-3, 0x1.d67b6f8edb9d2p-3, 0x1.4122cb964ab1bp-2,
     0x1.bba6ff1a7410bp-2, 0x1.35f2452fb7067p-1, 0x1.b587b7386a12dp-1,
     0x1.377ac4c40f853p+0, 0x1.be502c3658912p+0, 0x1.40e795e1b5ae9p+1,
     0x1.cda9480cd907fp+1, 0x1.4b19f6792f882p+2, 0x1.d7f4829c57495p+2,
     0x1.4d3a10803599dp+3, 0x1.d0ea26c391105p+3, 0x1.3fbcf6a4bec3bp+4,
     0x1.b0dcfa9d9fb3fp+4},
    {0x1.cb7d093b63a4bp-3, 0x1.cb7d093b63a4bp-3, 0x1.460bbc5ceb7a3p-2,
     0x1.d30bd369646b6p-2, 0x1.51133fbf371bfp-1, 0x1.e9252afd9d817p-1,
     0x1.63c41ad4fea35p+0, 0x1.027d5744530cbp+1, 0x1.75d22b7faf903p+1,
     0x1.0bf860b240c8fp+2, 0x1.7b75c3223855ap+2, 0x1.087d78c6b1516p+3,
     0x1.69fb30379def9p+3, 0x1.e557e578ba226p+3, 0x1.3e4ac5b8389e7p+4,
     0x1.98056982559f4p+4},
    {0x1.a6b9b0e5c1c4fp-3, 0x1.a6b9b0e5c1c4fp-3, 0x1.349f9071cba04p-2,
     0x1.c4c5b005ff293p-2, 0x1.4cb1c88aa5513p-1, 0x1.e7f5f20692e15p-1,
     0x1.63a0a36f3d7d6p+0, 0x1.0066e102df506p+1, 0x1.6c130b438c9ffp+1,
     0x1.fadb13c049697p+1, 0x1.589859f2504d3p+2, 0x1.c8318631e3cfdp+2,
     0x1.2546d073d8e2ep+3, 0x1.6d92507e69669p+3, 0x1.b93745a2a8da7p+3,
     0x1.01901a5fd7113p+4},
    {0x1.6aaf2b42071a1p-3, 0x1.6aaf2b42071a1p-3, 0x1.0d033aa614a55p-2,
     0x1.8e1d26d9cea63p-2, 0x1.2483d5a973bf1p-1, 0x1.a88cd3fb9ad7ap-1,
     0x1.2e87ae8e3dd31p+0, 0x1.a4dedb3523fdep+0, 0x1.1c207e62d940fp+1,
     0x1.725796ef30a19p+1, 0x1.cfbee389f4cebp+1, 0x1.15ad2e7f069b2p+2,
     0x1.3c889784f3d4dp+2, 0x1.5590cc9c4b005p+2, 0x1.5a2221f4b7b8dp+2,
     0x1.4502a074b69a7p+2},
    {0x1.1df42dfc09d6bp-3, 0x1.1df42dfc09d6bp-3, 0x1.a7d7a27fdb51cp-3,
     0x1.35f779c41a8bbp-2, 0x1.bc3973c5644a3p-2, 0x1.3568aa44f0b96p-1,
     0x1.9f51aede53b26p-1, 0x1.0a17fbd2730e9p+0, 0x1.422b65b3eb286p+0,
     0x1.6c05252dc1acfp+0, 0x1.792f403b07ba2p+0, 0x1.5b82c244aea3dp+0,
     0x1.08e1cdcce498bp+0, 0x1.fa77d7816555p-2, -0x1.e51d6cbcb0028p-3,
     -0x1.197d16628d26ep+0},
    {0x1.95086cb5148e4p-4, 0x1.95086cb5148e4p-4, 0x1.248525696c81ap-3,
     0x1.99617408e47a3p-3, 0x1.121cc9528fd34p-2, 0x1.59d38a0c826c9p-2,
     0x1.928fb7a84245bp-2, 0x1.a2870271ccbd5p-2, 0x1.6bb43cbf9be83p-2,
     0x1.a97270a0e89f5p-3, -0x1.5feb8b12232aep-5, -0x1.8755c7d5281d9p-2,
     -0x1.89bc3ba6f4a33p-1, -0x1.24a04d8a61a58p+0, -0x1.700cd4d17a246p+0,
     -0x1.9f37d3f2c0568p+0},
    {0x1.ec9d8be7cd969p-5, 0x1.ec9d8be7cd969p-5, 0x1.4b0c214a087dp-4,
     0x1.9de183246fb53p-4, 0x1.d1236e2c952abp-4, 0x1.b1148ac0a497dp-4,
     0x1.072ccd66ae57dp-4, -0x1.75a77cf17cf96p-6, -0x1.3fe97ce28ddd5p-3,
     -0x1.4736a701f0577p-2, -0x1.ec3a86d7850dap-2, -0x1.3067f0b2a2fb8p-1,
     -0x1.3f8908852e3ddp-1, -0x1.1cddbb7dec8b2p-1, -0x1.77f0bd10818e1p-2,
     -0x1.4575cea72d002p-2},
};

/* e^(x^2) erfc(x), four pieces an octave of x + 1; error 2^-27.0 */
static const float weft_erfcf_pieces[8][16] = {
    {0x1.78a692p-2f, 0x1.23cfc2p-2f, 0x1.d94446p-3f, 0x1.8c9eb6p-3f,
     0x1.3e0a9ap-3f, 0x1.f5b2ap-4f, 0x1.9d8a9p-4f, 0x1.5f75c4p-4f,
     0x1.1ea8c4p-4f, 0x1.cbe832p-5f, 0x1.7fd46cp-5f, 0x1.494bb2p-5f,
     0x1.bf16fp-1f, 0x1.5f28aep-1f, 0x1.1d16b6p-1f, 0x1.db747ep-2f},
    {0x1.38767ap-30f, 0x1.e3b8fcp-27f, 0x1.ac4f26p-28f, 0x1.1fe4fap-28f,
     -0x1.7c45bcp-29f, 0x1.273d32p-30f, -0x1.baf61ap-29f, 0x1.74b8b8p-31f,
     0x1.368b28p-37f, -0x1.9a3b7p-35f, 0x1.782194p-31f, 0x1.9c524ap-30f,
     -0x1.f4e0a6p-26f, -0x1.c35b54p-29f, -0x1.fd8542p-27f, 0x1.c81358p-27f},
    {-0x1.abaad2p-3f, -0x1.0c3d54p-3f, -0x1.6a70d4p-4f, -0x1.030578p-4f,
     -0x1.5285dap-5f, -0x1.aa3ebap-6f, -0x1.238ca8p-6f, -0x1.a6e2dp-7f,
     -0x1.1a5888p-7f, -0x1.6c55cap-8f, -0x1.fc477cp-9f, -0x1.76712p-9f,
     -0x1.d1f53p-1f, -0x1.3a5c68p-1f, -0x1.babd0ep-2f, -0x1.4369f6p-2f},
    {0x1.b56f42p-4f, 0x1.c8d0ccp-5f, 0x1.061568p-5f, 0x1.43b98ap-6f,
     0x1.5d581p-7f, 0x1.62c12ep-8f, 0x1.95252cp-9f, 0x1.f75ef8p-10f,
     0x1.14109p-10f, 0x1.1f3dfp-11f, 0x1.4f67f4p-12f, 0x1.a8b734p-13f,
     0x1.84d84ap-1f, 0x1.d28c0ep-2f, 0x1.257742p-2f, 0x1.80ef8ep-3f},
    {-0x1.9b5a2cp-5f, -0x1.6cb16cp-6f, -0x1.68802ap-7f, -0x1.84e8b4p-8f,
     -0x1.5e4e92p-9f, -0x1.218896p-10f, -0x1.159438p-11f, -0x1.287612p-12f,
     -0x1.0bf178p-13f, -0x1.c2c0a6p-15f, -0x1.b92b0ep-16f, -0x1.e088e2p-17f,
     -0x1.1639dp-1f, -0x1.2e8184p-2f, -0x1.59c33cp-3f, -0x1.9d57ep-4f},
    {0x1.68a14cp-6f, 0x1.136504p-7f, 0x1.da545ep-9f, 0x1.c2cb04p-10f,
     0x1.562acap-11f, 0x1.d00028p-13f, 0x1.774c4ap-14f, 0x1.59b0a8p-15f,
     0x1.024c8ap-16f, 0x1.601032p-18f, 0x1.213286p-19f, 0x1.0f2ffcp-20f,
     0x1.620e9p-2f, 0x1.611a7p-3f, 0x1.72d46ap-4f, 0x1.983514p-5f},
    {-0x1.2e4ef8p-7f, -0x1.908006p-9f, -0x1.2f161ap-10f, -0x1.fce17cp-12f,
     -0x1.4da1e8p-13f, -0x1.7364a6p-15f, -0x1.fafdcp-17f, -0x1.9328e6p-18f,
     -0x1.fafc9ep-20f, -0x1.161cb8p-21f, -0x1.7e1a3ap-23f, -0x1.3420b4p-24f,
     -0x1.9d5478p-3f, -0x1.7c98ecp-4f, -0x1.7136d2p-5f, -0x1.792d24p-6f},
    {0x1.d6830ap-9f, 0x1.124796p-10f, 0x1.71658ep-12f, 0x1.131ff6p-13f,
     0x1.35352cp-15f, 0x1.1f0408p-17f, 0x1.4d9d76p-19f, 0x1.cc6d38p-21f,
     0x1.e0b698p-23f, 0x1.ad2bf8p-25f, 0x1.f0a1f8p-27f, 0x1.5968eap-28f,
     0x1.b9630ep-4f, 0x1.7a0cdp-5f, 0x1.5628f4p-6f, 0x1.43d41cp-7f},
};

/* atan around multiples of 9/128; to 1; error 2^-56.9 */
static const double weft_atan_pieces[12][16] = {
    {0x0p+0, 0x1.1f86dbf082d59p-4, 0x1.1e1fafb043727p-3,
     0x1.a9c231b403279p-3, 0x1.18bf5a30bf178p-2, 0x1.5a2e0175e0f4ep-2,
     0x1.98cd5454d6b18p-2, 0x1.d45aec9ec862bp-2, 0x1.0657e94db30dp-1,
     0x1.20de813e823b2p-1, 0x1.39c391cd4171ap-1, 0x1.51110adc5ed81p-1,
     0x1.66d663923e087p-1, 0x1.7b26cad2e50fep-1, 0x1.8e17aa99cc05ep-1,
     0x1.9fbf7e3539c56p-1},
    {0x0p+0, -0x1.095dc7732ef81p-59, -0x1.b485914dacf8cp-59,
     0x1.0e8bbe89cca85p-57, 0x1.30ca4748b1bf9p-57, 0x1.13b7a8f82e457p-56,
     0x1.9e6c988fd0a77p-56, 0x1.89421163ef92dp-57, -0x1.d5b495f6349e6p-56,
     -0x1.791d753ebb744p-55, -0x1.2304331d8bf46p-55, 0x1.23dcd6832a63ep-56,
     -0x1.6ea6febe8bbbap-56, -0x1.ce80df30411fbp-55, -0x1.ec182ab042f61p-56,
     0x1.5d215e98ae99p-55},
    {0x1p+0, 0x1.fd7b301722b81p-1, 0x1.f612438a14f5fp-1,
     0x1.ea30704157b5p-1, 0x1.da7801da7801ep-1, 0x1.c7ae0240b83aep-1,
     0x1.b2a495323eb6ap-1, 0x1.9c27e5bcb52c7p-1, 0x1.84f00c2780614p-1,
     0x1.6d98a9ad6a3fdp-1, 0x1.569dac6feb417p-1, 0x1.405bfa6864f9p-1,
     0x1.2b14974aea886p-1, 0x1.16f106bbc577ap-1, 0x1.0407ffbefe001p-1,
     0x1.e4c3b8f5c1592p-2},
    {-0x1.30214cdab9426p-61, 0x1.bf8a435c401e7p-55, -0x1.c9a0e436c089dp-55,
     -0x1.8a157f17328e1p-55, -0x1.1cce03373de14p-55, -0x1.8e0049ac239a1p-55,
     -0x1.4d97b702411f2p-57, -0x1.b740080f401b2p-55, -0x1.17a88b0d9d862p-55,
     -0x1.1447e4722de5ap-55, 0x1.ffcf4b0fcd60cp-56, -0x1.40d065e450f1ap-56,
     0x1.6af6b86362604p-55, -0x1.cca9557ac692ap-56, 0x1.1cc50330f47dbp-59,
     0x1.eec462eb28eedp-58},
    {0x1.bece69919435bp-209, -0x1.1d2c5ee4e9a2p-4, -0x1.14f0459d3f965p-3,
     -0x1.8bfa6e285e156p-3, -0x1.eea659814ca7p-3, -0x1.1d27d8cdb4dd8p-2,
     -0x1.375248cd58d28p-2, -0x1.469917f43c056p-2, -0x1.4c62cb562c66bp-2,
     -0x1.4a6626ab4a7bfp-2, -0x1.4268cb6bde987p-2, -0x1.3611f2bf1f7dcp-2,
     -0x1.26d0aed65571p-2, -0x1.15d1b58355b52p-2, -0x1.03ffbebd001ffp-2,
     -0x1.e4140521676adp-3},
    {-0x1.55555555553dfp-2, -0x1.4b55137eba847p-2, -0x1.2ec393121b8e7p-2,
     -0x1.038f32e390e2cp-2, -0x1.9e5aef76fac65p-3, -0x1.2ed02114254dap-3,
     -0x1.854a154d5ebep-4, -0x1.853bcf9f1851cp-5, -0x1.e6495b3a43056p-8,
     0x1.905d942e6eed8p-6, 0x1.8b56386705aabp-5, 0x1.09c3f23e21bf5p-4,
     0x1.3514c8be13303p-4, 0x1.4c9e4e8fdd462p-4, 0x1.5513a5aaf6cf3p-4,
     0x1.5289de4e7bab5p-4},
    {-0x1.15dc2f12d7465p-193, 0x1.18fa76a83a2a8p-4, 0x1.050926833dcdbp-3,
     0x1.5acf7252b345p-3, 0x1.872ffdef5effep-3, 0x1.8be8c8ce5cdf3p-3,
     0x1.70d9167c1c1d9p-3, 0x1.40bd7b3a32093p-3, 0x1.063c2f79cb19ap-3,
     0x1.940145ea7d26fp-4, 0x1.23fc9171da28cp-4, 0x1.86337d9944f5p-5,
     0x1.cfb0b2ff5976dp-6, 0x1.b20c31ff85446p-7, 0x1.0a27fc612b162p-9,
     -0x1.861630f3eabbbp-8},
    {0x1.99999994fbdf8p-3, 0x1.7bea5f82eb396p-3, 0x1.2aad60a8de4b7p-3,
     0x1.7447f0253a1aap-4, 0x1.0d08b86ac147ap-5, -0x1.23ffdd1ee9aeep-6,
     -0x1.c0db0d159c13dp-5, -0x1.38a7c5b96fd0bp-4, -0x1.58b7846109ea6p-4,
     -0x1.4ef86ccb3e9e1p-4, -0x1.2b2d61ba42d76p-4, -0x1.f5aed28579663p-5,
     -0x1.8f7ccf33e6034p-5, -0x1.2fea77b7fddp-5, -0x1.ba597ccb4d4f8p-6,
     -0x1.32bab57254cebp-6},
    {0x1.01845848a8b6ap-182, -0x1.130051954d273p-4, -0x1.de9652ba8790cp-4,
     -0x1.1c027131b2849p-3, -0x1.0ee417d045b73p-3, -0x1.afbe76f782efap-4,
     -0x1.1b88b7513fac2p-4, -0x1.13986bb2c541ep-5, -0x1.41c96c1a328f5p-8,
     0x1.df928bb20a703p-7, 0x1.a167756e5f5cfp-6, 0x1.e3c036b5910f8p-6,
     0x1.dbbe6111cb631p-6, 0x1.a9aa1df30fd6dp-6, 0x1.65508b6766f94p-6,
     0x1.1e06e47a61fccp-6},
    {-0x1.24922056a1df5p-3, -0x1.fb16b75f892ep-4, -0x1.3146be5471084p-4,
     -0x1.cf866e20fdda2p-7, 0x1.320d797f5f02ep-5, 0x1.15fca86991979p-4,
     0x1.3628ebaeb9dc2p-4, 0x1.115e8518b2ea8p-4, 0x1.938db4351a9d6p-5,
     0x1.f1a65a011e939p-6, 0x1.d6a870f6dea84p-7, 0x1.78dd8e3b3d701p-9,
     -0x1.12638f17a139fp-8, -0x1.fb66fa2068a96p-8, -0x1.238623f099c79p-7,
     -0x1.1a0ce16d60cb5p-7},
    {-0x1.cc650ca14ecdbp-174, 0x1.0a8ce3516da5p-4, 0x1.a88ba6378fd07p-4,
     0x1.ab792870d5e13p-4, 0x1.326c6e4b6c0e4p-4, 0x1.10468a5be2002p-5,
     -0x1.ae9ce498bf9ecp-9, -0x1.a7bccb5f8b0b8p-6, -0x1.16466fffa4dbdp-5,
     -0x1.04b13c35b06e2p-5, -0x1.93267a615a35fp-6, -0x1.0b0c43117add4p-6,
     -0x1.2af770c172c92p-7, -0x1.fcc4062dd3e1p-9, -0x1.17ce19f52f5dep-11,
     0x1.6db10fd1ab76p-10},
    {0x1.c5f5f221316ccp-4, 0x1.6926a2cf15223p-4, 0x1.04c74d66288bep-5,
     -0x1.b3f11ae066bb9p-6, -0x1.f6a6602d6a9dfp-5, -0x1.0b9c824daeff3p-4,
     -0x1.8806c4b9593a3p-5, -0x1.82332de82d7a4p-6, -0x1.b438760f740fdp-9,
     0x1.1bdc66948a484p-7, 0x1.ac9a6389dccd2p-7, 0x1.9d09f6f9507aep-7,
     0x1.43e9f67e49d95p-7, 0x1.b7d168a5d54f4p-8, 0x1.053a49251787ap-8,
     0x1.55904fba741c6p-9},
};

/* of x^2: (atan x - x) / x^3, x < 1; error 2^-28.3 */
static const float weft_atan_terms_f32[9] = {
    -0x1.55553cp-2f, 0x1.99917ep-3f, -0x1.241ccep-3f, 0x1.c0697ep-4f,
    -0x1.57adp-4f, 0x1.d90a1cp-5f, -0x1.fb6f34p-6f, 0x1.621b56p-7f,
    -0x1.cffc06p-10f,
};

/* pi / 2, its rest, pi, its rest */
static const double weft_half_turns_f64[4] = {
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, 0x1.921fb54442d18p+1,
    0x1.1a62633145c07p-53,
};

/* of x^2: (asin x - x) / x^3, |x| < 1/2; error 2^-55.8 */
static const double weft_asin_terms_f64[12] = {
    0x1.555555555538cp-3, 0x1.333333336e843p-4, 0x1.6db6db429d876p-5,
    0x1.f1c72c26f652dp-6, 0x1.6e89f64c2b6b8p-6, 0x1.1c6bbfb335b99p-6,
    0x1.c700806399c1bp-7, 0x1.8eb09efe0da2ap-7, 0x1.ac6e6c93e2b67p-8,
    0x1.3f88fcd9993c3p-6, -0x1.092d6324f68f6p-6, 0x1.053609024d0fcp-5,
};

/* pi / 2, its rest, pi, its rest */
static const float weft_half_turns_f32[4] = {
    0x1.921fb6p+0f, -0x1.777a5cp-25f, 0x1.921fb6p+1f, -0x1.777a5cp-24f,
};

/* of x^2: (asin x - x) / x^3, |x| < 1/2; error 2^-27.5 */
static const float weft_asin_terms_f32[5] = {
    0x1.5555cap-3f, 0x1.3301a2p-4f, 0x1.748238p-5f, 0x1.8c0f46p-6f,
    0x1.597bbap-5f,
};

/* cube roots of the inverses of weft_log_inverses */
static const double weft_cbrt_tops_f64[16] = {
    0x1p+0, 0x1.07c8a2611201bp+0, 0x1.0cdb9442ea813p+0,
    0x1.1178f0099b429p+0, 0x1.15f4d44462724p+0, 0x1.1a415ddbb2c1p+0,
    0x1.1ed54fc185286p+0, 0x1.2329d87caabb6p+0, 0x1.d49012c7fa728p-1,
    0x1.da500658d925p-1, 0x1.e05afe7502304p-1, 0x1.e6b7f029c1985p-1,
    0x1.ec49b0c1853f3p-1, 0x1.f21f06584e018p-1, 0x1.f83dc11708855p-1,
    0x1p+0,
};

/* what these were rounded by */
static const double weft_cbrt_rests_f64[16] = {
    0x0p+0, 0x1.a631fd5291c7ep-54, -0x1.4aa15ed32e35dp-55,
    -0x1.864710f78cb34p-54, 0x1.c8a63e1b9ed52p-54, -0x1.1b39d8f7ad55dp-55,
    0x1.01add2311408cp-55, 0x1.e218af337f03dp-54, 0x1.972428589f622p-56,
    0x1.6d007a8f58faap-55, 0x1.2b7fd6c21b8ebp-55, -0x1.3ddf916bd1951p-57,
    0x1.33e9aa0f2e497p-56, 0x1.606a980494123p-56, 0x1.cc45fb2e8cf88p-55,
    0x0p+0,
};

/* 2^(i/3) for i = 0, 1 and, at 15, -1 */
static const double weft_cbrt_powers_f64[16] = {
    0x1p+0, 0x1.428a2f98d728bp+0, 0x1p+0,
    0x1p+0, 0x1p+0, 0x1p+0,
    0x1p+0, 0x1p+0, 0x1p+0,
    0x1p+0, 0x1p+0, 0x1p+0,
    0x1p+0, 0x1p+0, 0x1p+0,
    0x1.965fea53d6e3dp-1,
};

/* what these were rounded by */
static const double weft_cbrt_power_rests_f64[16] = {
    0x0p+0, -0x1.ddc22548ea41ep-56, 0x0p+0,
    0x0p+0, 0x0p+0, 0x0p+0,
    0x0p+0, 0x0p+0, 0x0p+0,
    0x0p+0, 0x0p+0, 0x0p+0,
    0x0p+0, 0x0p+0, 0x0p+0,
    -0x1.f53e999952f09p-55,
};

/* ((1+x)^(1/3) - 1) / x, -1/24 < x < 1/16; error 2^-57.9 */
static const double weft_cbrt_terms_f64[9] = {
    0x1.555555555554bp-2, -0x1.c71c71c71cb44p-4, 0x1.f9add3c14a888p-5,
    -0x1.511e8d262508dp-5, 0x1.ee710c425724fp-6, -0x1.8090da8605cbep-6,
    0x1.3763c62ca71b2p-6, -0x1.03e09965b936ep-6, 0x1.970c84159517ep-7,
};

/* cube roots of the inverses of weft_log_inverses */
static const float weft_cbrt_tops_f32[16] = {
    0x1p+0f, 0x1.07c8a2p+0f, 0x1.0cdb94p+0f, 0x1.1178fp+0f,
    0x1.15f4d4p+0f, 0x1.1a415ep+0f, 0x1.1ed55p+0f, 0x1.2329d8p+0f,
    0x1.d49012p-1f, 0x1.da5006p-1f, 0x1.e05afep-1f, 0x1.e6b7fp-1f,
    0x1.ec49bp-1f, 0x1.f21f06p-1f, 0x1.f83dc2p-1f, 0x1p+0f,
};

/* what these were rounded by */
static const float weft_cbrt_rests_f32[16] = {
    0x0p+0f, 0x1.844806p-26f, 0x1.0baa04p-26f, 0x1.336852p-29f,
    0x1.1189cap-26f, -0x1.2269f8p-27f, -0x1.f3d6bcp-27f, 0x1.f2aaeep-26f,
    0x1.8ff4e6p-26f, 0x1.636494p-27f, 0x1.d408c2p-27f, 0x1.4e0cc2p-28f,
    0x1.830a7ep-26f, 0x1.613806p-27f, -0x1.d1eef6p-26f, 0x0p+0f,
};

/* 2^(i/3) for i = 0, 1 and, at 15, -1 */
static const float weft_cbrt_powers_f32[16] = {
    0x1p+0f, 0x1.428a3p+0f, 0x1p+0f, 0x1p+0f,
    0x1p+0f, 0x1p+0f, 0x1p+0f, 0x1p+0f,
    0x1p+0f, 0x1p+0f, 0x1p+0f, 0x1p+0f,
    0x1p+0f, 0x1p+0f, 0x1p+0f, 0x1.965feap-1f,
};

/* what these were rounded by */
static const float weft_cbrt_power_rests_f32[16] = {
    0x0p+0f, -0x1.9ca35ep-26f, 0x0p+0f, 0x0p+0f,
    0x0p+0f, 0x0p+0f, 0x0p+0f, 0x0p+0f,
    0x0p+0f, 0x0p+0f, 0x0p+0f, 0x0p+0f,
    0x0p+0f, 0x0p+0f, 0x0p+0f, 0x1.4f5b9p-27f,
};

/* ((1+x)^(1/3) - 1) / x, -1/24 < x < 1/16; error 2^-29.8 */
static const float weft_cbrt_terms_f32[4] = {
    0x1.555552p-2f, -0x1.c71e7p-4f, 0x1.fa50d6p-5f, -0x1.475f0cp-5f,
};

/* (log 2 pi - 1) / 2 and the rest */
static const double weft_gamma_constant[2] = {
    0x1.acfe390c97d69p-2, 0x1.3494bc9001442p-56,
};

/* of 1/x^2: x (log gamma(x) - (x - 1/2)(log x - 1) - (log 2 pi - 1)/2), x > 8; error 2^-57.6 */
static const double weft_gamma_terms[8] = {
    0x1.5555555555555p-4, -0x1.6c16c16c107e9p-9, 0x1.a01a015be7fadp-11,
    -0x1.38132f0c50137p-11, 0x1.b91ebc028020dp-11, -0x1.ee08003a0da64p-10,
    0x1.41ea3cc2ab9ccp-8, 0x1.49ca9c863ccd2p-10,
};

/* of x^2: (sin(pi x) / (pi x) - 1) / x^2, |x| < 1/2; error 2^-69.5 */
static const double weft_sinpi_terms[10] = {
    -0x1.a51a6625307d3p+0, -0x1.16df6344b272cp-55, 0x1.9f9cb402bc46cp-1,
    -0x1.86a8e4720db1fp-3, 0x1.ac6805cf3160ep-6, -0x1.33816aa2b52a3p-9,
    0x1.3747190fb0de3p-13, -0x1.d423f92415f19p-18, 0x1.0fa8bf57fb2ebp-22,
    -0x1.e6f8a1f44755ap-28,
};

/* log gamma(1 + x) / x, |x| < 1/8; error 2^-61.6 */
static const double weft_lgamma_terms_1[16] = {
    -0x1.2788cfc6fb619p-1, 0x1.6d3ae46716daap-58, 0x1.a51a6625307d3p-1,
    -0x1.9a4d55beab2d8p-2, 0x1.151322ac7d876p-2, -0x1.a8b9c17aa5679p-3,
    0x1.5b40cb1054414p-3, -0x1.2703a1de40e35p-3, 0x1.010b36207106ap-3,
    -0x1.c8066dd22272p-4, 0x1.9a02be2499ee2p-4, -0x1.748d93d3b65dp-4,
    0x1.5519bf5548c65p-4, -0x1.3ab66aed62a05p-4, 0x1.3327caa02af3dp-4,
    -0x1.20b56943f5588p-4,
};

/* log gamma(2 + x) / x, |x| < 1/8; error 2^-62.3 */
static const double weft_lgamma_terms_2[16] = {
    0x1.b0ee6072093cep-2, 0x1.6cb907401fa02p-58, 0x1.4a34cc4a60fa6p-2,
    -0x1.13e001a557607p-4, 0x1.51322ac7d9982p-6, -0x1.e404fc218d76cp-8,
    0x1.7add6e9ce0303p-9, -0x1.38ac5c368cbebp-10, 0x1.0b36e15179b4bp-11,
    -0x1.d3fd1427febe4p-13, 0x1.a0929a82ec2e4p-14, -0x1.792c2e23cd704p-15,
    0x1.c5ed58babdf62p-16, -0x1.06dfe22ebd544p-17, -0x1.e864771f7c1e4p-14,
    -0x1.fab4686def6fep-16,
};

#endif
