/* vector_poly.h: polynomials and tables of 16 numbers, for the vector functions. No guard
 * (vector_begin.h). */

/* One to four terms of a polynomial in x, whose square is x2. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(poly4)(WEFT_F x, WEFT_F x2, const WEFT_F *terms, int count)
{
    WEFT_F low = terms[0];
    if (count > 1)
        low = WEFT_FMA(terms[1], x, low);
    if (count == 3)
        return WEFT_FMA(terms[2], x2, low);
    if (count == 4)
        return WEFT_FMA(WEFT_FMA(terms[3], x, terms[2]), x2, low);
    return low;
}

/* The polynomial of `count` terms, a constant: fours of terms side by side, then J. Horner's rule over
 * these. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(poly_of)(WEFT_F x, const WEFT_F *terms, int count)
{
    WEFT_F x2 = WEFT_MUL(x, x), x4 = WEFT_MUL(x2, x2);
    int i = (count - 1) / 4 * 4;
    WEFT_F sum = WEFT_FN(poly4)(x, x2, terms + i, count - i);
#pragma GCC unroll 8
    for (i -= 4; i >= 0; i -= 4)
        sum = WEFT_FMA(sum, x4, WEFT_FN(poly4)(x, x2, terms + i, 4));
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
