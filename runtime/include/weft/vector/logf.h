/* vector/logf.h: log, log2, log10 of floats, as vector/log.h. No guard (vector/begin.h). */

/* k and m of a positive normal number. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_split)(WEFT_F x, WEFT_F *m)
{
    WEFT_U moved = (WEFT_U)x + UINT32_C(0x00400000);
    *m = (WEFT_F)((moved & UINT32_C(0x007fffff)) + UINT32_C(0x3f400000));
    return __builtin_convertvector((WEFT_I)(moved >> 23) - 127, WEFT_F);
}

/* The number c of a sixteenth. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_inverse)(WEFT_I i)
{
    return WEFT_FN(pick)(weft_logf_inverses, i);
}

/* The sixteenth of m, and r, rounded. */
WEFT_MATH_INLINE WEFT_I WEFT_FN(log_sixteenth)(WEFT_F m, WEFT_F *r)
{
    WEFT_I i = (WEFT_I)((WEFT_U)m >> 19);
    *r = WEFT_FMA(m, WEFT_FN(log_inverse)(i), WEFT_SET(-1));
    return i;
}

/* The lower part of k log 2 - log c. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_low)(WEFT_F k, WEFT_I i)
{
    return WEFT_FMA(k, WEFT_SET(weft_logf_step[1]), WEFT_FN(pick)(weft_logf_rests, i));
}

/* The upper part of k log 2 - log c, and low, r and r^2 p(r). */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_sum)(WEFT_F k, WEFT_I i, WEFT_F r, WEFT_F low)
{
    WEFT_F top = WEFT_FMA(k, WEFT_SET(weft_logf_step[0]), WEFT_FN(pick)(weft_logf_tops, i));
    WEFT_F sum = top + r, rest = (top - sum) + r;
    WEFT_F p = WEFT_FN(poly)(r, weft_logf_terms, 5);
    return sum + (rest + WEFT_FMA(WEFT_MUL(r, r), p, low));
}

/* 2^23 k, and m, of a positive normal number. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_part)(WEFT_F x, WEFT_F *m)
{
    WEFT_I far = ((WEFT_I)x - INT32_C(0x3f400000)) & ~INT32_C(0x007fffff);
    *m = (WEFT_F)((WEFT_I)x - far);
    return __builtin_convertvector(far, WEFT_F);
}

/* log(2^k m) by 2^23 k. Here -log c needs no lower part. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_core)(WEFT_F k, WEFT_F m)
{
    WEFT_I i = (WEFT_I)((WEFT_U)m >> 19);
    WEFT_F r = WEFT_FMA(m, WEFT_FN(pick)(weft_logf_near_inverses, i), WEFT_SET(-1));
    WEFT_F top =
        WEFT_FMA(k, WEFT_SET(weft_logf_step[0] * 0x1p-23f), WEFT_FN(pick)(weft_logf_near_tops, i));
    WEFT_F sum = top + r,
           rest = WEFT_FMA(k, WEFT_SET(weft_logf_step[1] * 0x1p-23f), (top - sum) + r);
    return sum + WEFT_FMA(WEFT_MUL(r, r), WEFT_FN(poly)(r, weft_logf_near_terms, 4), rest);
}

/* log_part of subnormal numbers, too. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_part_far)(WEFT_F x, WEFT_F *m)
{
    WEFT_I small = x < 0x1p-126f;
    WEFT_F k = WEFT_FN(log_part)(WEFT_SELECT(small, x * 0x1p25f, x), m);
    return k - WEFT_SELECT(small, WEFT_SET(25 * 0x1p23f), WEFT_SET(0));
}

/* log_split of subnormal numbers, too. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_split_far)(WEFT_F x, WEFT_F *m)
{
    WEFT_I small = x < 0x1p-126f;
    WEFT_F k = WEFT_FN(log_split)(WEFT_SELECT(small, x * 0x1p25f, x), m);
    return k - WEFT_SELECT(small, WEFT_SET(25), WEFT_SET(0));
}

/* The result of what has no logarithm by the formula: zeros, negative numbers, infinity, NaN. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_special)(WEFT_F x, WEFT_F y)
{
    y = WEFT_SELECT(x < (float)INFINITY, y, x);
    y = WEFT_SELECT(x == 0, WEFT_SET((float)-INFINITY), y);
    return WEFT_SELECT(x < 0, WEFT_SET((float)NAN), y);
}

/* The logarithm of 2^k m to another base, by tables of that base. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(log_of_base)(WEFT_F k, WEFT_F m, const float *step,
                                             const float *tops, const float *rests)
{
    WEFT_F r;
    WEFT_I i = WEFT_FN(log_sixteenth)(m, &r);
    WEFT_F top = WEFT_FMA(k, WEFT_SET(step[0]), WEFT_FN(pick)(tops, i));
    WEFT_F low = WEFT_FMA(k, WEFT_SET(step[1]), WEFT_FN(pick)(rests, i));
    WEFT_F scaled = WEFT_MUL(r, WEFT_SET(step[2]));
    WEFT_F lost = WEFT_FMA(r, WEFT_SET(step[3]), WEFT_FMA(r, WEFT_SET(step[2]), -scaled));
    WEFT_F sum = top + scaled, rest = (top - sum) + scaled;
    WEFT_F p = WEFT_FN(poly)(r, weft_logf_terms, 5);
    return sum + (rest + WEFT_FMA(WEFT_MUL(r, scaled), p, low + lost));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log2_core)(WEFT_F k, WEFT_F m)
{
    return WEFT_FN(log_of_base)(k, m, weft_log2f_step, weft_log2f_tops, weft_log2f_rests);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(log10_core)(WEFT_F k, WEFT_F m)
{
    return WEFT_FN(log_of_base)(k, m, weft_log10f_step, weft_log10f_tops, weft_log10f_rests);
}

/* The three functions: all alike but for their cores and how they split a number. */
#define WEFT_LOGARITHM(name, split)                                 \
    WEFT_MATH_RARE WEFT_F WEFT_FN(name##_far)(WEFT_F x)             \
    {                                                               \
        WEFT_F m, k = WEFT_FN(split##_far)(x, &m);                  \
        return WEFT_FN(log_special)(x, WEFT_FN(name##_core)(k, m)); \
    }                                                               \
    WEFT_MATH_INLINE WEFT_F WEFT_FN(name)(WEFT_F x)                 \
    {                                                               \
        if (WEFT_UNLIKELY(WEFT_FN(any_special)(x)))                 \
            return WEFT_FN(name##_far)(x);                          \
        WEFT_F m, k = WEFT_FN(split)(x, &m);                        \
        return WEFT_FN(name##_core)(k, m);                          \
    }
WEFT_LOGARITHM(log, log_part)
WEFT_LOGARITHM(log2, log_split)
WEFT_LOGARITHM(log10, log_split)
#undef WEFT_LOGARITHM
