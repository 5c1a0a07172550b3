/* vector/gamma.h: tgamma and lgamma of doubles. No guard (vector/begin.h).
 *
 * For z >= 8, log gamma(z) = (z - 1/2)(log z - 1) + (log 2 pi - 1)/2 + p(1/z^2)/z, a sum of two
 * numbers. gamma(y) of a smaller y is gamma(y + n) / (y (y + 1) ... (y + n - 1)), and that of a
 * negative number x is pi / (sin(pi x) gamma(1 - x)). Around 1 and 2, where log gamma is 0, it is a
 * polynomial. */

/* A number and what it was rounded by. */
typedef struct WEFT_FN(pair) {
    WEFT_F top, low;
} WEFT_FN(pair);

WEFT_MATH_INLINE WEFT_FN(pair) WEFT_FN(pair_select)(WEFT_I mask, WEFT_FN(pair) a, WEFT_FN(pair) b)
{
    return (WEFT_FN(pair)){WEFT_SELECT(mask, a.top, b.top), WEFT_SELECT(mask, a.low, b.low)};
}

WEFT_MATH_INLINE WEFT_FN(pair) WEFT_FN(pair_sum)(WEFT_F a, WEFT_F b)
{
    WEFT_FN(pair) sum;
    sum.top = WEFT_FN(sum_with_rest)(a, b, &sum.low);
    return sum;
}

WEFT_MATH_INLINE WEFT_FN(pair) WEFT_FN(pair_product)(WEFT_FN(pair) a, WEFT_FN(pair) b)
{
    WEFT_F top = WEFT_MUL(a.top, b.top);
    WEFT_F low = WEFT_FMA(a.top, b.low, WEFT_FMA(a.top, b.top, -top));
    return (WEFT_FN(pair)){top, WEFT_FMA(a.low, b.top, low)};
}

WEFT_MATH_INLINE WEFT_FN(pair) WEFT_FN(pair_quotient)(WEFT_FN(pair) a, WEFT_FN(pair) b)
{
    WEFT_F top = a.top / b.top;
    WEFT_F rest = WEFT_FMA(-top, b.low, WEFT_FMA(-top, b.top, a.top) + a.low);
    return (WEFT_FN(pair)){top, rest / b.top};
}

/* The logarithm of a positive normal number. */
WEFT_MATH_INLINE WEFT_FN(pair) WEFT_FN(pair_log)(WEFT_FN(pair) x)
{
    WEFT_FN(pair) result;
    result.top = WEFT_FN(pow_log)(x.top, &result.low);
    result.low += x.low / x.top;
    return result;
}

/* The factors below 8 among y, y + 1, ..., y + 7, multiplied, and the number behind the last of
 * them. */
WEFT_MATH_INLINE WEFT_FN(pair) WEFT_FN(gamma_shift)(WEFT_FN(pair) y, WEFT_FN(pair) * behind)
{
    WEFT_FN(pair) product = {WEFT_SET(1), {0}};
    *behind = y;
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) {
        const WEFT_I is_small = behind->top < 8;
        product = WEFT_FN(pair_select)(is_small, WEFT_FN(pair_product)(product, *behind), product);
        WEFT_FN(pair) next = WEFT_FN(pair_sum)(y.top, WEFT_SET((WEFT_T)(k + 1)));
        next.low += y.low;
        *behind = WEFT_FN(pair_select)(is_small, next, *behind);
    }
    return product;
}

/* log gamma(z), z >= 8. */
WEFT_MATH_INLINE WEFT_FN(pair) WEFT_FN(gamma_log)(WEFT_FN(pair) z)
{
    const WEFT_F inverse = 1 / z.top;
    WEFT_FN(pair) log = WEFT_FN(pair_log)(z), near = WEFT_FN(pair_sum)(log.top, WEFT_SET(-1));
    WEFT_FN(pair) half = WEFT_FN(pair_sum)(z.top, WEFT_SET(-0.5));
    near.low += log.low;
    half.low += z.low;
    WEFT_FN(pair) product = WEFT_FN(pair_product)(half, near);
    WEFT_FN(pair) sum = WEFT_FN(pair_sum)(product.top, WEFT_SET(weft_gamma_constant[0]));
    WEFT_F series =
        WEFT_MUL(inverse, WEFT_FN(poly)(WEFT_MUL(inverse, inverse), weft_gamma_terms,
                                        (int)(sizeof weft_gamma_terms / sizeof(double))));
    const WEFT_F low = sum.low + (product.low + WEFT_SET(weft_gamma_constant[1]));
    sum = WEFT_FN(pair_sum)(sum.top, series);
    sum.low += low;
    return WEFT_FN(pair_sum)(sum.top, sum.low);
}

/* sin(pi x) / pi without its sign, of a finite number; *is_odd: the nearest whole number is. */
WEFT_MATH_INLINE WEFT_FN(pair) WEFT_FN(gamma_sine)(WEFT_F x, WEFT_I *is_odd)
{
    const WEFT_F whole = WEFT_FN(rint)(x), half = WEFT_MUL(whole, WEFT_SET(0.5)), rest = x - whole;
    const WEFT_F square = WEFT_MUL(rest, rest), first = WEFT_SET(weft_sinpi_terms[0]);
    const WEFT_F others =
        WEFT_MUL(square, WEFT_FN(poly)(square, weft_sinpi_terms + 2,
                                       (int)(sizeof weft_sinpi_terms / sizeof(double)) - 2));
    const WEFT_F slope = first + others;
    const WEFT_FN(pair) square_pair = {square, WEFT_FMA(rest, rest, -square)};
    const WEFT_FN(pair)
        slope_pair = {slope, ((first - slope) + others) + WEFT_SET(weft_sinpi_terms[1])};
    const WEFT_FN(pair) linear = {rest, {0}};
    const WEFT_FN(pair) curve =
        WEFT_FN(pair_product)(linear, WEFT_FN(pair_product)(square_pair, slope_pair));
    const WEFT_F top = rest + curve.top;
    *is_odd = (WEFT_FN(rint)(half) != half);
    return (WEFT_FN(pair)){top, ((rest - top) + curve.top) + curve.low};
}

/* What of a number is the argument of a gamma function that is positive: itself or 1 - x. */
WEFT_MATH_INLINE WEFT_FN(pair) WEFT_FN(gamma_argument)(WEFT_F x)
{
    WEFT_FN(pair) itself = {x, {0}};
    return WEFT_FN(pair_select)(x < 0, WEFT_FN(pair_sum)(WEFT_SET(1), -x), itself);
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(tgamma)(WEFT_F x)
{
    const WEFT_I is_negative = x < 0, is_tiny = WEFT_FN(fabs)(x) < 0x1p-60;
    const WEFT_FN(pair) one = {WEFT_SET(1), {0}};
    WEFT_I is_odd;
    WEFT_F near = WEFT_FN(clamp)(WEFT_SELECT(is_tiny, WEFT_SET(1), x), -185.5, 172);
    WEFT_FN(pair) z, product = WEFT_FN(gamma_shift)(WEFT_FN(gamma_argument)(near), &z);
    WEFT_FN(pair) log = WEFT_FN(gamma_log)(z);
    WEFT_FN(pair) sine = WEFT_FN(gamma_sine)(x, &is_odd);
    WEFT_FN(pair)
    factor = WEFT_FN(pair_quotient)(WEFT_FN(pair_select)(is_negative, product, one),
                                    WEFT_FN(pair_select)(is_negative, sine, product));
    log = WEFT_FN(pair_select)(is_negative, (WEFT_FN(pair)){-log.top, -log.low}, log);

    WEFT_F r;
    const WEFT_I k = WEFT_FN(exp_reduce)(log.top, &r);
    r += log.low;
    const WEFT_F q = WEFT_FMA(WEFT_MUL(r, r), WEFT_FN(poly)(r, weft_exp_terms, 5), r);
    const WEFT_F top = WEFT_FN(pick)(weft_exp_tops, k);
    const WEFT_F more = WEFT_FMA(top, q, WEFT_FN(pick)(weft_exp_rests, k)), power = top + more;
    WEFT_FN(pair) y = WEFT_FN(pair_product)((WEFT_FN(pair)){power, (top - power) + more}, factor);
    WEFT_F result = WEFT_FN(exp_scale_far)(y.top + y.low, k);
    result = WEFT_SELECT(is_negative & is_odd, -result, result);

    result = WEFT_SELECT(is_tiny, 1 / x, result);
    result = WEFT_SELECT(x > 172, x * (WEFT_T)INFINITY, result);
    return WEFT_SELECT((is_negative & (WEFT_FN(rint)(x) == x)) | (x != x), WEFT_SET((WEFT_T)NAN),
                       result);
}

/* log gamma(center + t) / t by its terms, times t. */
WEFT_MATH_INLINE WEFT_F WEFT_FN(lgamma_near)(WEFT_F t, const double *terms, int count)
{
    const WEFT_F first = WEFT_SET(terms[0]), line = WEFT_MUL(t, first),
                 lost = WEFT_FMA(t, first, -line);
    const WEFT_F curve = WEFT_MUL(WEFT_MUL(t, t), WEFT_FN(poly)(t, terms + 2, count - 2));
    return line + (curve + WEFT_FMA(t, WEFT_SET(terms[1]), lost));
}

WEFT_MATH_INLINE WEFT_F WEFT_FN(lgamma)(WEFT_F x)
{
    const WEFT_F size = WEFT_FN(fabs)(x);
    const WEFT_I is_negative = x < 0,
                 is_tiny = size<0x1p-60, is_far = size> 0x1.754d9278b51a7p+1014;
    const WEFT_FN(pair) one = {WEFT_SET(1), {0}};
    WEFT_I is_odd;
    WEFT_F near = WEFT_SELECT(is_tiny | is_far | (x != x), WEFT_SET(4), x);
    WEFT_FN(pair) z, product = WEFT_FN(gamma_shift)(WEFT_FN(gamma_argument)(near), &z);
    WEFT_FN(pair) log = WEFT_FN(gamma_log)(z);
    WEFT_FN(pair) sine = WEFT_FN(gamma_sine)(near, &is_odd);
    const WEFT_I is_pole = is_negative & (WEFT_FN(rint)(x) == x);
    const WEFT_I is_below = sine.top < 0;
    sine = WEFT_FN(pair_select)(is_below, (WEFT_FN(pair)){-sine.top, -sine.low}, sine);
    sine = WEFT_FN(pair_select)(is_pole, one, sine);
    WEFT_FN(pair)
    divisor = WEFT_FN(pair_quotient)(WEFT_FN(pair_select)(is_negative, sine, product),
                                     WEFT_FN(pair_select)(is_negative, product, one));
    WEFT_FN(pair) less = WEFT_FN(pair_log)(divisor);
    log = WEFT_FN(pair_select)(is_negative, (WEFT_FN(pair)){-log.top, -log.low}, log);
    WEFT_FN(pair) sum = WEFT_FN(pair_sum)(log.top, -less.top);
    WEFT_F result = sum.top + (sum.low + (log.low - less.low));

    const WEFT_F from_1 = x - 1, from_2 = x - 2;
    result = WEFT_SELECT(WEFT_FN(fabs)(from_1) < 0.125,
                         WEFT_FN(lgamma_near)(from_1, weft_lgamma_terms_1,
                                              (int)(sizeof weft_lgamma_terms_1 / sizeof(double))),
                         result);
    result = WEFT_SELECT(WEFT_FN(fabs)(from_2) < 0.125,
                         WEFT_FN(lgamma_near)(from_2, weft_lgamma_terms_2,
                                              (int)(sizeof weft_lgamma_terms_2 / sizeof(double))),
                         result);
    if (WEFT_UNLIKELY(WEFT_ANY(is_tiny)))
        result = WEFT_SELECT(is_tiny, -WEFT_FN(log)(size), result);
    result = WEFT_SELECT(is_far | is_pole, WEFT_SET((WEFT_T)INFINITY), result);
    return WEFT_SELECT(x != x, x, result);
}
