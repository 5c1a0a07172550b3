/* vector/poly.h: what the vector functions share: questions about all lanes, polynomials, tables
 * of 16 numbers, quotients. No guard (vector/begin.h). */

/* Whether any lane is not in [low, high]: NaN is not. Compilers do not see that a mask needs no
 * vector where the machine has masks of its own. */
WEFT_MATH_INLINE int WEFT_FN(any_outside)(WEFT_F x, WEFT_T low, WEFT_T high)
{
    WEFT_F least = WEFT_SET(low), most = WEFT_SET(high);
#if defined(__AVX512F__) && WEFT_WIDTH_HERE == 64 && WEFT_LANES_HERE == 8
    return (_mm512_cmp_pd_mask((__m512d)x, (__m512d)least, _CMP_NGE_UQ) |
            _mm512_cmp_pd_mask((__m512d)x, (__m512d)most, _CMP_NLE_UQ)) != 0;
#elif defined(__AVX512F__) && WEFT_WIDTH_HERE == 32 && WEFT_LANES_HERE == 16
    return (_mm512_cmp_ps_mask((__m512)x, (__m512)least, _CMP_NGE_UQ) |
            _mm512_cmp_ps_mask((__m512)x, (__m512)most, _CMP_NLE_UQ)) != 0;
#else
    return WEFT_ANY(~((x >= least) & (x <= most)));
#endif
}

/* Whether any lane is not a positive normal number. */
WEFT_MATH_INLINE int WEFT_FN(any_special)(WEFT_F x)
{
#if defined(__AVX512DQ__) && WEFT_WIDTH_HERE == 64 && WEFT_LANES_HERE == 8
    return _mm512_fpclass_pd_mask((__m512d)x, 0xff) != 0;
#elif defined(__AVX512DQ__) && WEFT_WIDTH_HERE == 32 && WEFT_LANES_HERE == 16
    return _mm512_fpclass_ps_mask((__m512)x, 0xff) != 0;
#else
    return WEFT_FN(any_outside)(x, WEFT_BY_WIDTH(0x1p-1022, 0x1p-126),
                                WEFT_BY_WIDTH(0x1.fffffffffffffp1023, 0x1.fffffep127));
#endif
}

/* Whether any lane is not less than the limit in size. */
WEFT_MATH_INLINE int WEFT_FN(any_beyond)(WEFT_F x, WEFT_T limit)
{
    WEFT_F size = WEFT_FN(fabs)(x), most = WEFT_SET(limit);
#if defined(__AVX512F__) && WEFT_WIDTH_HERE == 64 && WEFT_LANES_HERE == 8
    return _mm512_cmp_pd_mask((__m512d)size, (__m512d)most, _CMP_NLT_UQ) != 0;
#elif defined(__AVX512F__) && WEFT_WIDTH_HERE == 32 && WEFT_LANES_HERE == 16
    return _mm512_cmp_ps_mask((__m512)size, (__m512)most, _CMP_NLT_UQ) != 0;
#else
    return WEFT_ANY(~(size < most));
#endif
}

/* a where it is less than b, else b; so b where one of them is not a number. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(lesser)(WEFT_F a, WEFT_F b)
{
#if defined(__AVX512F__) && WEFT_WIDTH_HERE == 64 && WEFT_LANES_HERE == 8
    return (WEFT_F)_mm512_min_pd((__m512d)a, (__m512d)b);
#elif defined(__AVX512F__) && WEFT_WIDTH_HERE == 32 && WEFT_LANES_HERE == 16
    return (WEFT_F)_mm512_min_ps((__m512)a, (__m512)b);
#elif defined(__AVX__) && WEFT_WIDTH_HERE == 64 && WEFT_LANES_HERE == 4
    return (WEFT_F)_mm256_min_pd((__m256d)a, (__m256d)b);
#elif defined(__AVX__) && WEFT_WIDTH_HERE == 32 && WEFT_LANES_HERE == 8
    return (WEFT_F)_mm256_min_ps((__m256)a, (__m256)b);
#else
    return WEFT_SELECT(a < b, a, b);
#endif
}

/* x, or the end of [low, high] that it is beyond; NaN stays. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(clamp)(WEFT_F x, WEFT_T low, WEFT_T high)
{
    x = WEFT_SELECT(x < low, WEFT_SET(low), x);
    return WEFT_SELECT(x > high, WEFT_SET(high), x);
}

/* a + b, with what the sum is rounded by in *low. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(sum_with_rest)(WEFT_F a, WEFT_F b, WEFT_F *low)
{
    WEFT_F sum = a + b, part = sum - a;
    *low = (a - (sum - part)) + (b - part);
    return sum;
}

/* The polynomial of `count` terms, a constant: pairs of terms, then J. Horner's rule over these. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(poly_of)(WEFT_F x, const WEFT_F *terms, int count)
{
    WEFT_F square = WEFT_MUL(x, x), sum = terms[count - 1];
    int i = count - 1;
    if (count % 2 == 0) {
        i--;
        sum = WEFT_FMA(sum, x, terms[i]);
    }
#pragma GCC unroll 8
    for (i -= 2; i >= 0; i -= 2)
        sum = WEFT_FMA(sum, square, WEFT_FMA(terms[i + 1], x, terms[i]));
    return sum;
}

/* With the same terms in all lanes, at most 16. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(poly)(WEFT_F x, const WEFT_T *terms, int count)
{
    WEFT_F each[16];
#pragma GCC unroll 16
    for (int i = 0; i < count; i++)
        each[i] = WEFT_SET(terms[i]);
    return WEFT_FN(poly_of)(x, each, count);
}

/* The same by J. Horner's rule alone, which needs no square. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(poly_in_turn)(WEFT_F x, const WEFT_T *terms, int count)
{
    WEFT_F sum = WEFT_SET(terms[count - 1]);
#pragma GCC unroll 16
    for (int i = count - 2; i >= 0; i--)
        sum = WEFT_FMA(sum, x, WEFT_SET(terms[i]));
    return sum;
}

/* table[index] of each lane: the lower four bits of each are the index. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(pick)(const WEFT_T *table, WEFT_I index)
{
#if defined(__AVX512F__) && WEFT_WIDTH_HERE == 64 && WEFT_LANES_HERE == 8
    return (WEFT_F)_mm512_permutex2var_pd(_mm512_loadu_pd(table), (__m512i)index,
                                          _mm512_loadu_pd(table + 8));
#elif defined(__AVX512F__) && WEFT_WIDTH_HERE == 32 && WEFT_LANES_HERE == 16
    return (WEFT_F)_mm512_permutexvar_ps((__m512i)index, _mm512_loadu_ps(table));
#elif defined(__AVX2__) && WEFT_WIDTH_HERE == 64 && WEFT_LANES_HERE == 4
    return (WEFT_F)_mm256_i64gather_pd(table, (__m256i)(index & 15), 8);
#elif defined(__AVX2__) && WEFT_WIDTH_HERE == 32 && WEFT_LANES_HERE == 8
    __m256 low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), (__m256i)index);
    __m256 high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table + 8), (__m256i)index);
    return (WEFT_F)_mm256_blendv_ps(low, high, (__m256)(index << 28));
#else
    WEFT_F result;
    for (int i = 0; i < WEFT_LANES_HERE; i++)
        result[i] = table[index[i] & 15];
    return result;
#endif
}

/* With terms for each of 16 pieces, by the piece of the lane. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(poly_of_piece)(WEFT_F x, WEFT_I piece, const WEFT_T (*terms)[16],
                                               int count)
{
    WEFT_F each[16];
#pragma GCC unroll 16
    for (int i = 0; i < count; i++)
        each[i] = WEFT_FN(pick)(terms[i], piece);
    return WEFT_FN(poly_of)(x, each, count);
}

/* A function of 16 pieces at the distance d from the center of the lane's piece: its value
 * there, the first term, each followed by a rest, and count - 4 further terms. It is the sum of
 * the result and *low. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(piecewise)(WEFT_F d, WEFT_I piece, const WEFT_T (*table)[16],
                                           int count, WEFT_F *low)
{
    WEFT_F top = WEFT_FN(pick)(table[0], piece), first = WEFT_FN(pick)(table[2], piece);
    WEFT_F line = WEFT_MUL(d, first), lost = WEFT_FMA(d, first, -line), sum = top + line;
    WEFT_F curve = WEFT_FN(poly_of_piece)(d, piece, table + 4, count - 4);
    lost = WEFT_FMA(d, WEFT_FN(pick)(table[3], piece), lost);
    lost += WEFT_FMA(WEFT_MUL(d, d), curve, WEFT_FN(pick)(table[1], piece));
    *low = ((top - sum) + line) + lost;
    return sum;
}

#define WEFT_PIECEWISE(d, piece, table, low) \
    WEFT_FN(piecewise)(d, piece, table, (int)(sizeof table / sizeof *table), low)

/* (n + n_low) / (d + d_low), where the second numbers are less than an ulp of the first. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(quotient)(WEFT_F n, WEFT_F n_low, WEFT_F d, WEFT_F d_low)
{
    WEFT_F inverse = 1 / d, q = WEFT_MUL(n, inverse);
    WEFT_F rest = WEFT_FMA(-q, d, n) + n_low;
    return WEFT_FMA(WEFT_FMA(-q, d_low, rest), inverse, q);
}

/* The function of the C library for each lane of x. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(each)(WEFT_T (*function)(WEFT_T), WEFT_F x)
{
    for (int i = 0; i < WEFT_LANES_HERE; i++)
        x[i] = function(x[i]);
    return x;
}
