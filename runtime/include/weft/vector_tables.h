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

/* 1/3 and the rest */
static const double weft_pow_third[2] = {
    0x1.5555555555555p-2, 0x1.5555555555555p-56,
};

/* (log(1+x) - x + x^2/2 - x^3/3) / x^4, -1/24 < x < 1/16; error 2^-64.9 */
static const double weft_pow_terms[9] = {
    -0x1.ffffffffffe5ep-3, 0x1.999999999c5b0p-3, -0x1.55555556e3f8dp-3,
    0x1.2492490f76e0ep-3, -0x1.ffffef293016bp-4, 0x1.c71ca8714192cp-4,
    -0x1.99c0691b0498cp-4, 0x1.7504e9e7b0956p-4, -0x1.3573c2c4d3865p-4,
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

/* erf around multiples of 3/8; to 6; error 2^-59.8 */
static const double weft_erf_pieces_f64[16][16] = {
    {0x0.0p+0, 0x1.9dd0d2b721f39p-2, 0x1.6c1c9759d0e5fp-1,
     0x1.c6dad2829ec62p-1, 0x1.eea5557137ae0p-1, 0x1.fbe61eef4cf6ap-1,
     0x1.ff404760319b4p-1, 0x1.ffe514bbdc197p-1, 0x1.fffd1ac4135f9p-1,
     0x1.ffffc316d9ed0p-1, 0x1.fffffc2f171e3p-1, 0x1.ffffffd169d0cp-1,
     0x1.fffffffe4fa30p-1, 0x1.fffffffff4188p-1, 0x1.ffffffffffc05p-1,
     0x1.ffffffffffff0p-1},
    {0x0.0p+0, -0x1.1671c021d14c4p-56, 0x1.b1432f2cbc455p-55,
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
    {0x1.18a872e20af6dp-56, 0x1.f95a2fb604204p-57, -0x1.9e754791486e0p-55,
     0x1.6a4137885a8f9p-56, -0x1.fa952a7271248p-60, 0x1.b88cf7171f0fap-59,
     -0x1.f039c75de5f63p-63, 0x1.70ca1cbdd542cp-65, -0x1.799a4ff6f58ebp-74,
     0x1.cd11272f29bb8p-74, 0x1.b9917ecc80ddap-77, 0x1.3b0d73c91e072p-79,
     0x1.73cdecadcea49p-85, 0x1.bb84e4a116741p-91, -0x1.6caf61099e927p-94,
     0x1.fa913b2c40ef0p-100},
    {0x1.99727166c4770p-197, -0x1.78749a434fe44p-2, -0x1.edc5644353c2dp-2,
     -0x1.6ea6cf452e83bp-2, -0x1.6d5a95d0a1b76p-3, -0x1.01a1c847fa208p-4,
     -0x1.074b60f8df359p-6, -0x1.8af14828bff8ep-9, -0x1.b60d5e974cb36p-12,
     -0x1.690585ca92056p-15, -0x1.bba3ac4cf8addp-19, -0x1.976564c75a408p-23,
     -0x1.180fde414fb3dp-27, -0x1.20a2ae93f78f9p-32, -0x1.be6dda29fd0bfp-38,
     -0x1.03461382b284cp-43},
    {-0x1.812746b0379e1p-2, -0x1.e106c51d1f0fbp-3, 0x1.b6e8591f67011p-6,
     0x1.4cb3cf0aa0bbbp-3, 0x1.1c2a02beb6ab0p-3, 0x1.143d1c6f4f088p-4,
     0x1.63ef61e824435p-6, 0x1.407fbd18f1216p-8, 0x1.9db74b1d1dc7cp-11,
     0x1.84522fe881557p-14, 0x1.0b6a7b0f1b7a3p-17, 0x1.0fdac559b7499p-21,
     0x1.99b8665616abfp-26, 0x1.cb2a2e5629f19p-31, 0x1.7f8a0f3dc71adp-36,
     0x1.de74bbdc57e0ap-42},
    {-0x1.a22acf20da04ep-189, 0x1.5529abccfd9fep-3, 0x1.349b5eaa16002p-3,
     0x1.ca50831680997p-6, -0x1.6d5a95d0a6378p-5, -0x1.5a316520b7e32p-5,
     -0x1.38a9832786e7fp-6, -0x1.62d4c6d49e1fap-8, -0x1.11c85b1e947c5p-10,
     -0x1.298f8d45eff7ep-13, -0x1.d06f58605d37fp-17, -0x1.07600ca6e7fcdp-20,
     -0x1.b598cb48ec418p-25, -0x1.0bc6ecff0e8b9p-29, -0x1.e4cb4b1f719c8p-35,
     -0x1.459c7e1ef1d90p-40},
    {0x1.ce2f21a040268p-4, 0x1.7488b8a840863p-5, -0x1.b42a1890d92eap-5,
     -0x1.f65d15f1d806ep-5, -0x1.e723726b7adcfp-7, 0x1.779b1e570ae72p-7,
     0x1.5d3b17bbde85fp-7, 0x1.146c4b3e272bdp-8, 0x1.0a7b5546b8c0ep-10,
     0x1.57757788634c0p-13, 0x1.3436bc9fb02c0p-16, 0x1.89ca7745b2568p-20,
     0x1.6b1baf4611af2p-24, 0x1.e7ba576de991fp-29, 0x1.e044b406c432cp-34,
     0x1.5c5f340b25506p-39},
    {0x1.56c4b30938984p-182, -0x1.9a7945c581249p-5, -0x1.b8477970392e9p-6,
     0x1.fd1c6c089828dp-7, 0x1.3ca3d7329dc77p-6, 0x1.0d099c79e13f0p-8,
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
    {-0x1.035f29c4539c0p-176, 0x1.709aab70483a4p-7, 0x1.2db34c35c6194p-9,
     -0x1.8b43be0efa4e0p-8, -0x1.35ae5ec1dd013p-9, 0x1.76ff59925fab9p-10,
     0x1.0602eb3dc6876p-10, 0x1.229ebf5d95dbcp-15, -0x1.1aa5eab5b6cadp-13,
     -0x1.cc1572c09680ap-15, -0x1.7566b21afc001p-17, -0x1.7710b7c5a3f2ap-20,
     -0x1.f5f370ad1997bp-24, -0x1.d01100c4698b4p-28, -0x1.2ec6db7979a6cp-32,
     -0x1.1a9f091bf38a4p-37},
    {0x1.565bc41e28ba0p-8, 0x1.04288db8c7a4cp-13, -0x1.0410601d0601ep-8,
     -0x1.79b0cba7e4135p-12, 0x1.c038115441aadp-10, 0x1.7bda97e4b2832p-12,
     -0x1.8352d805feb58p-12, -0x1.4006c2cdd84ffp-13, 0x1.d2a38019ab770p-17,
     0x1.64c5350f5e2c9p-16, 0x1.99f5b9ac1c9d5p-18, 0x1.fc1a014d5030bp-21,
     0x1.8d2e7b8e05b57p-24, 0x1.a05ed928d69fcp-28, 0x1.2e395d1cfceb1p-32,
     0x1.360547b0bc2b0p-37},
    {0x1.667b8ce3ce372p-172, -0x1.074f649409bd7p-9, 0x1.85dfb23b3e693p-13,
     0x1.2e4e519a81e90p-10, -0x1.855e5035e94ffp-14, -0x1.991d4a083fa61p-12,
     -0x1.816b8bbab34d0p-17, 0x1.3635f347dd5d4p-14, 0x1.060a8796afffdp-16,
     -0x1.34f82a34a52b5p-18, -0x1.5d718cb2ca7a7p-19, -0x1.1dd33fc9411afp-21,
     -0x1.0c2c10699d9ccp-24, -0x1.434a64eddc2fbp-28, -0x1.073f7327f18d7p-32,
     -0x1.2c9c5756f21d1p-37},
    {-0x1.c021faf410c90p-11, 0x1.e850ba93fb428p-14, 0x1.47256931fbef9p-11,
     -0x1.72f8693aaf648p-13, -0x1.0ad131b1434f3p-12, 0x1.352d371512076p-14,
     0x1.11387dfa91158p-14, -0x1.5a6d40aeeee40p-17, -0x1.6a364d02ea579p-17,
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
     0x1.e8b07fe88bb75p-28, 0x1.0c0a0a580d990p-30, 0x1.531997fc46cb7p-34,
     0x1.02c060878b70bp-39},
};

/* erf around multiples of 1/4; to 4; error 2^-34.3 */
static const float weft_erf_pieces_f32[10][16] = {
    {0x0.0p+0f, 0x1.1af54e0000000p-2f, 0x1.0a7ef60000000p-1f, 0x1.6c1c980000000p-1f,
     0x1.af767a0000000p-1f, 0x1.d8865e0000000p-1f, 0x1.eea5560000000p-1f, 0x1.f92d080000000p-1f,
     0x1.fd9ae20000000p-1f, 0x1.ff40480000000p-1f, 0x1.ffcaa80000000p-1f, 0x1.fff2d00000000p-1f,
     0x1.fffd1a0000000p-1f, 0x1.ffff700000000p-1f, 0x1.ffffe80000000p-1f, 0x1.fffffc0000000p-1f},
    {0x0.0p+0f, 0x1.196b040000000p-29f, -0x1.f389160000000p-28f, -0x1.4c5e340000000p-26f,
     0x1.d042220000000p-27f, -0x1.9d50800000000p-27f, -0x1.1d90a40000000p-26f, -0x1.00e5520000000p-26f,
     -0x1.7b0d440000000p-26f, -0x1.3f9cca0000000p-26f, 0x1.e9937e0000000p-26f, -0x1.3eeb0a0000000p-27f,
     0x1.8826c00000000p-26f, -0x1.82606a0000000p-27f, -0x1.de55340000000p-26f, 0x1.78b8f20000000p-28f},
    {0x1.20dd760000000p+0f, 0x1.0f5d160000000p+0f, 0x1.c1efca0000000p-1f, 0x1.492e420000000p-1f,
     0x1.a911f00000000p-2f, 0x1.e465300000000p-3f, 0x1.e723720000000p-4f, 0x1.b055300000000p-5f,
     0x1.529b9e0000000p-6f, 0x1.d4143a0000000p-8f, 0x1.1d83180000000p-9f, 0x1.3360cc0000000p-11f,
     0x1.2408ea0000000p-13f, 0x1.e9b5e80000000p-16f, 0x1.6a59720000000p-18f, 0x1.d937720000000p-21f},
    {-0x1.f7b1f40000000p-25f, 0x1.d101c20000000p-31f, 0x1.2938680000000p-27f, 0x1.af669a0000000p-26f,
     0x1.2dc33c0000000p-27f, -0x1.49ecd80000000p-29f, 0x1.acb49a0000000p-30f, 0x1.8f22640000000p-32f,
     0x1.1a14e20000000p-31f, 0x1.3dc2ca0000000p-33f, -0x1.de2bb20000000p-34f, 0x1.a725800000000p-36f,
     -0x1.1b39040000000p-39f, 0x1.816b6a0000000p-41f, -0x1.5a8d560000000p-47f, 0x1.3cbc600000000p-46f},
    {0x1.b4a2400000000p-201f, -0x1.0f5d160000000p-2f, -0x1.c1efca0000000p-2f, -0x1.edc5640000000p-2f,
     -0x1.a911f00000000p-2f, -0x1.2ebf3e0000000p-2f, -0x1.6d5a960000000p-3f, -0x1.7a4a8a0000000p-4f,
     -0x1.529b9e0000000p-5f, -0x1.074b600000000p-6f, -0x1.64e3dc0000000p-8f, -0x1.a6a51a0000000p-10f,
     -0x1.b60d660000000p-12f, -0x1.8de3de0000000p-14f, -0x1.3d0e600000000p-16f, -0x1.bba17a0000000p-19f},
    {-0x1.8127460000000p-2f, -0x1.3c974c0000000p-2f, -0x1.2bf5380000000p-3f, 0x1.b6e8500000000p-6f,
     0x1.1b614c0000000p-3f, 0x1.571d020000000p-3f, 0x1.1c2a040000000p-3f, 0x1.7148c40000000p-4f,
     0x1.8b0ae40000000p-5f, 0x1.63ef620000000p-6f, 0x1.119da00000000p-7f, 0x1.69cf460000000p-9f,
     0x1.9db74c0000000p-11f, 0x1.9aa4900000000p-13f, 0x1.62ccfa0000000p-15f, 0x1.0b625a0000000p-17f},
    {-0x1.caafbc0000000p-193f, 0x1.040dcc0000000p-3f, 0x1.76f1520000000p-3f, 0x1.349ad20000000p-3f,
     0x1.1b60560000000p-4f, -0x1.9392bc0000000p-8f, -0x1.6d59580000000p-5f, -0x1.8a0e1c0000000p-5f,
     -0x1.1a2d380000000p-5f, -0x1.38aad00000000p-6f, -0x1.1a8a560000000p-7f, -0x1.ab0b980000000p-9f,
     -0x1.11c5bc0000000p-10f, -0x1.2c77340000000p-12f, -0x1.1bfd180000000p-14f, -0x1.d0c4b80000000p-17f},
    {0x1.ce2c740000000p-4f, 0x1.47f6c80000000p-4f, 0x1.e0638e0000000p-8f, -0x1.b426b00000000p-5f,
     -0x1.1b62420000000p-4f, -0x1.8282560000000p-5f, -0x1.e7321e0000000p-7f, 0x1.b21ee60000000p-8f,
     0x1.ace6520000000p-7f, 0x1.5d3b4c0000000p-7f, 0x1.90e98a0000000p-8f, 0x1.6936200000000p-9f,
     0x1.0a7af00000000p-10f, 0x1.4907860000000p-12f, 0x1.5864ba0000000p-14f, 0x1.36268a0000000p-16f},
    {0x1.0cc9700000000p-186f, -0x1.4a16d40000000p-5f, -0x1.97a5840000000p-5f, -0x1.b6d9f60000000p-6f,
     0x1.2b0e8c0000000p-8f, 0x1.5a54080000000p-6f, 0x1.3b83440000000p-6f, 0x1.2672820000000p-7f,
     0x1.095ea00000000p-11f, -0x1.78880a0000000p-9f, -0x1.6dc3920000000p-9f, -0x1.b3123a0000000p-10f,
     -0x1.851e880000000p-11f, -0x1.16ef9a0000000p-12f, -0x1.4a766e0000000p-14f, -0x1.4004f20000000p-16f},
    {-0x1.b4d5b80000000p-6f, -0x1.1260ae0000000p-6f, 0x1.4e31260000000p-8f, 0x1.2bd4840000000p-6f,
     0x1.f0ba360000000p-7f, 0x1.de85c80000000p-9f, -0x1.30253c0000000p-8f, -0x1.8b6fc00000000p-8f,
     -0x1.ba66580000000p-9f, -0x1.6396440000000p-11f, 0x1.181a9e0000000p-11f, 0x1.51adfe0000000p-11f,
     0x1.9a0fb80000000p-12f, 0x1.6661060000000p-13f, 0x1.ecbc560000000p-15f, 0x1.92be780000000p-17f},
};

/* e^(x^2) erfc(x) of 4 / (x + 4), around sixteenths; error 2^-58.6 */
static const double weft_erfc_pieces[13][16] = {
    {0x1.49ebde7878139p-6, 0x1.49ebde7878139p-6, 0x1.0a33ffed45d95p-5,
     0x1.7fd46c5e0864dp-5, 0x1.04f0dea94ae78p-4, 0x1.56dcf6efb0cc6p-4,
     0x1.b94adf93b2ad5p-4, 0x1.18932bf08e154p-3, 0x1.629c6e0a80002p-3,
     0x1.bf7c43b86e7a2p-3, 0x1.1aecea297893cp-2, 0x1.678fda6d6165cp-2,
     0x1.cc57081bbabf7p-2, 0x1.2961efbeb3a92p-1, 0x1.8428592289db1p-1,
     0x1.0000000000000p+0},
    {-0x1.d95a8796b0b9fp-62, -0x1.d95a8796b0b9fp-62, 0x1.ad1f23a21655ap-59,
     0x1.890aa6df43976p-60, 0x1.b8e5fa43259a2p-60, -0x1.f55d1f5e77e01p-61,
     -0x1.7f2587289d0abp-58, 0x1.0981aa12747cep-57, 0x1.600d3106b1aafp-58,
     -0x1.652d263c7912ep-57, 0x1.d32fcf97cb9c2p-56, 0x1.afd7d43276bcbp-59,
     0x1.8c36c9a3e971dp-56, -0x1.c21cf3d86c484p-55, -0x1.5ea7226bb32fep-55,
     0x0.0p+0},
    {0x1.7892d6052da5dp-3, 0x1.7892d6052da5dp-3, 0x1.b367736157d26p-3,
     0x1.fc477b46d665ap-3, 0x1.2bd718cb57246p-2, 0x1.65eb8326645fbp-2,
     0x1.b0c2495a4e8cdp-2, 0x1.094922737431ap-1, 0x1.4a1e7eba061b2p-1,
     0x1.a14180b2421bcp-1, 0x1.0beefb9f202f1p+0, 0x1.5d8fcc4ff299fp+0,
     0x1.ceec6cdc57106p+0, 0x1.36ae11f66bfb4p+1, 0x1.a5c9e980c3bdep+1,
     0x1.20dd750429b6dp+2},
    {0x1.a7cfcddae2a61p-3, 0x1.a7cfcddae2a61p-3, 0x1.04e363bc266a0p-2,
     0x1.4510db418472fp-2, 0x1.9a3f79d947c7fp-2, 0x1.066594f6f67cbp-1,
     0x1.54673c2c383b6p-1, 0x1.bff01a5f90862p-1, 0x1.2ae490abeb8bdp+0,
     0x1.943c65174e997p+0, 0x1.14a99990773f9p+1, 0x1.7e905c914e200p+1,
     0x1.0a908ea9e800dp+2, 0x1.755b2b9e52629p+2, 0x1.0608b8b010ca3p+3,
     0x1.6f91457deb221p+3},
    {0x1.c920c44d7511fp-3, 0x1.c920c44d7511fp-3, 0x1.297c57ce8983ap-2,
     0x1.882b272774e26p-2, 0x1.05e222b462707p-1, 0x1.625488d0e1c7dp-1,
     0x1.e5725e35dea97p-1, 0x1.506666f69e2b8p+0, 0x1.d6ea8dea881cap+0,
     0x1.4c39947488befp+1, 0x1.d742065a76032p+1, 0x1.4f09d49e2c4e1p+2,
     0x1.dc121e3561d81p+2, 0x1.51000a31f15c3p+3, 0x1.da107e06b7524p+3,
     0x1.4a85eaa1777a5p+4},
    {0x1.d67b6f8edb732p-3, 0x1.d67b6f8edb732p-3, 0x1.4122cb964aa93p-2,
     0x1.bba6ff1a74098p-2, 0x1.35f2452fb7053p-1, 0x1.b587b7386a165p-1,
     0x1.377ac4c40f89cp+0, 0x1.be502c365898ap+0, 0x1.40e795e1b5b3bp+1,
     0x1.cda9480cd90dep+1, 0x1.4b19f6792f8aep+2, 0x1.d7f4829c574acp+2,
     0x1.4d3a108035996p+3, 0x1.d0ea26c3910fdp+3, 0x1.3fbcf6a4bec25p+4,
     0x1.b0dcfa9baf33bp+4},
    {0x1.cb7d095735ae5p-3, 0x1.cb7d095735ae5p-3, 0x1.460bbc506cb5fp-2,
     0x1.d30bd3737fdacp-2, 0x1.51133fc766aa0p-1, 0x1.e9252b078c907p-1,
     0x1.63c41ad55bb38p+0, 0x1.027d57461abeap+1, 0x1.75d22b833aa5bp+1,
     0x1.0bf860b2c54d9p+2, 0x1.7b75c31d0b169p+2, 0x1.087d78c650dfcp+3,
     0x1.69fb30399e4e4p+3, 0x1.e557e5734c858p+3, 0x1.3e4ac5b8ae10ap+4,
     0x1.98056878cb390p+4},
    {0x1.a6b9b0e8d0907p-3, 0x1.a6b9b0e8d0907p-3, 0x1.349f90726a07ep-2,
     0x1.c4c5b006851c3p-2, 0x1.4cb1c88abc9b1p-1, 0x1.e7f5f20651a43p-1,
     0x1.63a0a36ee87fap+0, 0x1.0066e10299661p+1, 0x1.6c130b432d261p+1,
     0x1.fadb13bfdac2dp+1, 0x1.589859f21d05bp+2, 0x1.c8318631c8fdap+2,
     0x1.2546d073e0f98p+3, 0x1.6d92507e72aebp+3, 0x1.b93745a2dc25fp+3,
     0x1.018fc0877c942p+4},
    {0x1.6aae500684f44p-3, 0x1.6aae500684f44p-3, 0x1.0d039ed4e7350p-2,
     0x1.8e1cd6d2f591ap-2, 0x1.24839474a324fp-1, 0x1.a88c844eceb3fp-1,
     0x1.2e87ab1fb6b0ep+0, 0x1.a4debddd4d112p+0, 0x1.1c2061765007dp+1,
     0x1.72578df5b2b76p+1, 0x1.cfbf358afc384p+1, 0x1.15ad3459156e7p+2,
     0x1.3c8877a6fcbb2p+2, 0x1.5591236cc352fp+2, 0x1.5a2213e925ebcp+2,
     0x1.44b3a3886fbadp+2},
    {0x1.1df41c38f7c14p-3, 0x1.1df41c38f7c14p-3, 0x1.a7d79b4fb93a5p-3,
     0x1.35f776ba1254dp-2, 0x1.bc3972b6e8b3ap-2, 0x1.3568abbfeb887p-1,
     0x1.9f51b2b95af04p-1, 0x1.0a17fefee0324p+0, 0x1.422b6a08c40adp+0,
     0x1.6c052a3327002p+0, 0x1.792f44e2e975cp+0, 0x1.5b82c4b457101p+0,
     0x1.08e1cc5722df4p+0, 0x1.fa77d0c8dd9c8p-2, -0x1.e51db744c87ebp-3,
     -0x1.467fbd16ca317p+0},
    {0x1.9b2efeda05eaep-4, 0x1.9b2efeda05eaep-4, 0x1.21ab72b216558p-3,
     0x1.9ba2786cae950p-3, 0x1.13f5419b8d62bp-2, 0x1.5c18059197dc2p-2,
     0x1.92c7b1d401096p-2, 0x1.a43bb222812edp-2, 0x1.6f0acff0c7631p-2,
     0x1.ab9cb65a0371fp-3, -0x1.a9d9a85b0ef3ap-5, -0x1.88a1ef62c8932p-2,
     -0x1.86210cfd7f248p-1, -0x1.298e3cbde2f26p+0, -0x1.6f47f0fea5d01p+0,
     -0x1.6871079315f15p+2},
    {0x1.ed207e0eca5bap-5, 0x1.ed207e0eca5bap-5, 0x1.4b269fe3dd92cp-4,
     0x1.9df7eaba0d648p-4, 0x1.d12b37d77bd22p-4, 0x1.b0feb6a345475p-4,
     0x1.06f3f80d832d1p-4, -0x1.771de3632dd22p-6, -0x1.402956881393ap-3,
     -0x1.475baac710eb7p-2, -0x1.ec5cdbe69393dp-2, -0x1.3070ecdb2827ep-1,
     -0x1.3f83ac80ddd6fp-1, -0x1.1cd78d2be8776p-1, -0x1.77ac06d62ecebp-2,
     -0x1.a25f82f145909p+5},
    {-0x1.07a614a069b67p-1, -0x1.07a614a069b67p-1, 0x1.ee6e445801626p-2,
     -0x1.83bae2eb00c9cp-2, -0x1.3ec544800eed0p-1, -0x1.89688bafbab61p-1,
     -0x1.49d5c8c679dc6p-4, -0x1.2cfa2c1ce2862p-1, -0x1.24cae8a6aba0fp+0,
     -0x1.88e2baa38b031p-2, 0x1.8d84d4a28a4b9p+1, 0x1.b859453e32a36p-2,
     -0x1.37517c5b47071p+1, 0x1.aac5282f0ea75p+2, -0x1.0254f63e77715p+0,
     -0x1.2450ab9399ee5p+8},
};

/* atan around fifteenths; error 2^-59.6 */
static const double weft_atan_pieces[13][16] = {
    {0x0.0p+0, 0x1.10a9c765f3724p-4, 0x1.0f772d81fdc0bp-3,
     0x1.94441f8f7260bp-3, 0x1.0adb5a7741c04p-2, 0x1.4978fa3269ee1p-2,
     0x1.85a376b677dc0p-2, 0x1.bf1b30afc731bp-2, 0x1.f5b75f92c80ddp-2,
     0x1.14b1dd5f90ce1p-1, 0x1.2d0ead6066395p-1, 0x1.43f7a7c1d53c7p-1,
     0x1.5977a5103ea92p-1, 0x1.6d9d4bc9d5828p-1, 0x1.8079c6293aee0p-1,
     0x1.921fb54442d18p-1},
    {0x0.0p+0, -0x1.f8333a16347e4p-59, 0x1.ab58b139c3118p-59,
     0x1.976782990275ep-57, -0x1.e3b4efe6e981cp-56, 0x1.2419a87f2a458p-57,
     -0x1.1fc99f49d5648p-56, -0x1.694f0dde35b1ap-58, 0x1.8ab6e3cf7afbdp-56,
     -0x1.212d570a63fa2p-57, 0x1.b488828b0522fp-55, -0x1.497d3913ca1d0p-59,
     0x1.2716b2b572da3p-55, -0x1.2266cee1aa854p-55, -0x1.2a600bfc3f6e7p-55,
     0x1.1a62633145c07p-55},
    {0x1.0000000000000p+0, 0x1.fdbc090fdbc09p-1, 0x1.f70e88626023cp-1,
     0x1.ec4ec4ec4ec4fp-1, 0x1.de021fde021fep-1, 0x1.ccccccccccccdp-1,
     0x1.b9611a7b9611ap-1, 0x1.a4701de5d6e40p-1, 0x1.8e9dacbbcad9fp-1,
     0x1.7878787878788p-1, 0x1.6276276276276p-1, 0x1.4cf2ae9cdb018p-1,
     0x1.3831f3831f383p-1, 0x1.2462c2ec81f30p-1, 0x1.11a25b361e676p-1,
     0x1.0000000000000p-1},
    {0x1.6ee95a92b35f3p-209, -0x1.0ea7ce70a1fe1p-4, -0x1.079c4bf079eccp-3,
     -0x1.7ab2bedd28e64p-3, -0x1.dc065d584e98dp-3, -0x1.147ae147ae148p-2,
     -0x1.3066473abfc59p-2, -0x1.423bc4b205dd7p-2, -0x1.4b07d01c6522dp-2,
     -0x1.4c2e0ff1d3b59p-2, -0x1.4731fcf86d10bp-2, -0x1.3d8d31a2eb83ap-2,
     -0x1.3094a2a563241p-2, -0x1.216adaef4df32p-2, -0x1.10fbf745312e9p-2,
     -0x1.0000000000000p-2},
    {-0x1.5555555555555p-2, -0x1.4c54d7892a399p-2, -0x1.327d8bb72a461p-2,
     -0x1.0b07e27b2187dp-2, -0x1.b503b7f3dd548p-3, -0x1.4bc6a7efa0256p-3,
     -0x1.c6d990b004037p-4, -0x1.061673ab44466p-4, -0x1.79fe4aa576b7bp-6,
     0x1.5b60b14cd81adp-7, 0x1.2e06c2206c37fp-5, 0x1.cc8ee5ebd2f37p-5,
     0x1.1cc53e92511d8p-4, 0x1.3eafd6c956869p-4, 0x1.50405a0391ad7p-4,
     0x1.5555555555555p-4},
    {-0x1.059b10c4a4a71p-193, 0x1.0b12c51779078p-4, 0x1.f3ea5cc3cdaacp-4,
     0x1.501f68450d832p-3, 0x1.816945c7bd702p-3, 0x1.8e219652be6a3p-3,
     0x1.7c0c062263461p-3, 0x1.53ef1fba49bf9p-3, 0x1.1f26b98d467ddp-3,
     0x1.cbc3bd7cc2121p-4, 0x1.5c7df3af3bd6cp-4, 0x1.f08e3a9c444a7p-5,
     0x1.462469531afe1p-5, 0x1.77db6917ac711p-6, 0x1.41974b802a0f2p-7,
     -0x1.e9942a977f750p-62},
    {0x1.9999999998460p-3, 0x1.7eda2b188765cp-3, 0x1.34f8aa61dad2bp-3,
     0x1.996154ae1b888p-4, 0x1.6d1a7d0a080b1p-5, -0x1.7e34b45e6be18p-8,
     -0x1.7030a57a604bfp-5, -0x1.1fb8ffe308f7dp-4, -0x1.516695e712c95p-4,
     -0x1.57b2529397017p-4, -0x1.4013959d20dc8p-4, -0x1.174941fa69f76p-4,
     -0x1.ceeb2f313f4c0p-5, -0x1.6f34bbbfadb85p-5, -0x1.17d0464236f2ep-5,
     -0x1.999999999782ep-6},
    {0x1.832051dd5662ap-183, -0x1.05f67ec8f4a19p-4, -0x1.ce60a698486f2p-4,
     -0x1.1911ade234e7dp-3, -0x1.15c19d41db511p-3, -0x1.d1d041e4379e0p-4,
     -0x1.4b08abd493730p-4, -0x1.78da2c6e9fdcap-5, -0x1.0257a3559acdep-6,
     0x1.b57e07bb63006p-8, 0x1.557b1d0ad15ddp-6, 0x1.c95d4f3d06545p-6,
     0x1.e78e99574cb9ap-6, 0x1.ceb431e704842p-6, 0x1.97f529be15046p-6,
     0x1.5555555555820p-6},
    {-0x1.24924915b458fp-3, -0x1.015a02f32339bp-3, -0x1.49d29179ff175p-4,
     -0x1.7f6da05b695c2p-6, 0x1.cd62db3dcd67bp-6, 0x1.fdd194e5fa8a6p-5,
     0x1.351074413c183p-4, 0x1.2486fbea658eap-4, 0x1.d32b57d9964a3p-5,
     0x1.3fa0734ea10ecp-5, 0x1.6af622ae0dadap-6, 0x1.21e78fa56dff2p-7,
     -0x1.1d04c3fd81ddfp-12, -0x1.73f94e8cf9c4ap-8, -0x1.0e6fed06f491cp-7,
     -0x1.24924948db9e0p-7},
    {0x1.a0f5263292558p-176, 0x1.fec5a6c14d51dp-5, 0x1.a057db35e414dp-4,
     0x1.b5a4d0cde0568p-4, 0x1.52b76ea1983cbp-4, 0x1.693016bd8bfa7p-5,
     0x1.b8a11b7058fdep-8, -0x1.408fe1b9d3b1ap-6, -0x1.08111c735dd4bp-5,
     -0x1.14f67ad011890p-5, -0x1.d671280cf6a95p-6, -0x1.5814616b44164p-6,
     -0x1.b6502b8425161p-7, -0x1.d67ed814ddfe2p-8, -0x1.6bf650be18d4ap-9,
     -0x1.557b6facee287p-38},
    {0x1.c71bda4c79e7fp-4, 0x1.6e8f756ae5b2ep-4, 0x1.1dc6a60599e43p-5,
     -0x1.1881a9384bbeap-6, -0x1.cae30ae43d73bp-5, -0x1.0bed6ebddd38ap-4,
     -0x1.e12dfc9d5fbe1p-5, -0x1.d118741618f4dp-6, -0x1.cf41f9e76f115p-8,
     0x1.0a72382e43b89p-7, 0x1.530e6c188e810p-7, 0x1.06b25da341b4cp-6,
     0x1.5ee6f6d80721ep-7, 0x1.0b56ccc688e4bp-7, 0x1.94651615824dcp-8,
     0x1.c71e85b5de8fcp-9},
    {-0x1.471d76d27fb85p-164, -0x1.edf27c68d6d3cp-5, -0x1.6b1f1770575c8p-4,
     -0x1.35195c4772de2p-4, -0x1.281ff4a7048e0p-5, 0x1.18f8f689a8155p-8,
     0x1.de1a944e72616p-6, 0x1.1f3110ab0eea9p-5, 0x1.cb6560f4fbd5dp-6,
     0x1.11c7fbdea83ebp-6, 0x1.91d2c8fb0b7c9p-8, -0x1.e846ee255361fp-12,
     -0x1.d89182128f65cp-9, -0x1.2890d8b556228p-8, -0x1.0820798058f3ep-8,
     -0x1.99997cd5afd08p-9},
    {-0x1.72f7e5b3a0269p-4, 0x1.1c450452db3ccp-4, 0x1.c89e0d248a179p-1,
     -0x1.12f37cb39d331p-1, -0x1.03c8349b184eap-2, -0x1.d637bb89fb565p-2,
     0x1.3e0e3888fbb05p+0, -0x1.2fc1069f0e3fdp+0, -0x1.20f6408a86a83p+0,
     -0x1.3589ef6f9d928p+0, 0x1.83519b669b30ap-2, -0x1.a8024b7ea5611p-1,
     0x1.3ab159c0cee21p-2, 0x1.a672a4a69b90ap-3, -0x1.54d3182ddcfe5p-4,
     0x1.6eb6a68ca8e95p-10},
};

/* pi / 2 and the rest */
static const double weft_atan_half_turn[2] = {
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
};

/* of x^2: (asin x - x) / x^3, |x| < 1/2; error 2^-55.8 */
static const double weft_asin_terms[12] = {
    0x1.555555555538cp-3, 0x1.333333336e843p-4, 0x1.6db6db429d876p-5,
    0x1.f1c72c26f652dp-6, 0x1.6e89f64c2b6b8p-6, 0x1.1c6bbfb335b99p-6,
    0x1.c700806399c1bp-7, 0x1.8eb09efe0da2ap-7, 0x1.ac6e6c93e2b67p-8,
    0x1.3f88fcd9993c3p-6, -0x1.092d6324f68f6p-6, 0x1.053609024d0fcp-5,
};

#endif
