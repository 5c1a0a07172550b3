/* vector/fma_steps.h: weft_fma_f64x2 and weft_fma_f32x4 of <weft/vector/fma.h> for machines
 * without the instruction: the same bits in some forty steps. Functions of their own, not
 * inlined, for there are twenty calls in an exponential.
 *
 * The product is a sum of two numbers exactly (T. J. Dekker 1971), a sum of three is rounded
 * once if the lesser two are first added and rounded to odd (S. Boldo, G. Melquiond 2008). */
#ifndef WEFT_VECTOR_FMA_STEPS_H
#define WEFT_VECTOR_FMA_STEPS_H

/* What a sum, rounded, leaves over: a + b = *sum + result, exactly. */
WEFT_VECTOR_INLINE weft_f64x2 weft_fma_rest(weft_f64x2 a, weft_f64x2 b, weft_f64x2 *sum)
{
    weft_f64x2 s = a + b, part = s - a;
    *sum = s;
    return (a - (s - part)) + (b - part);
}

/* a + b rounded to odd: the neighbour with an odd last digit where the sum is no number. */
WEFT_VECTOR_INLINE weft_f64x2 weft_fma_odd(weft_f64x2 a, weft_f64x2 b)
{
    weft_f64x2 sum, rest = weft_fma_rest(a, b, &sum);
    weft_i64x2 bits = (weft_i64x2)sum, inexact = (rest < 0) | (rest > 0);
    /* towards the rest: up in size where both have one sign, else down */
    weft_i64x2 away = (weft_i64x2)((weft_u64x2)((weft_i64x2)rest ^ bits) >> 63);
    weft_i64x2 step = (1 - 2 * away) & inexact & ((bits & 1) - 1);
    return (weft_f64x2)(bits + step);
}

/* The upper 26 digits of x, rounded. */
WEFT_VECTOR_INLINE weft_f64x2 weft_fma_top(weft_f64x2 x)
{
    return (weft_f64x2)(((weft_i64x2)x + 0x4000000) & ~INT64_C(0x7ffffff));
}

/* Whether all products and their rests are numbers that are neither too large nor too small. */
WEFT_VECTOR_INLINE int weft_fma_is_tame(weft_f64x2 a, weft_f64x2 b, weft_f64x2 c,
                                        weft_f64x2 product)
{
    weft_f64x2 size = weft_fabs_f64x2(product);
    weft_i64x2 small = (weft_fabs_f64x2(a) < 0x1p1000) & (weft_fabs_f64x2(b) < 0x1p1000) &
                       (weft_fabs_f64x2(c) < 0x1p1000) & (size < 0x1p1000);
    return weft_all_i64x2(small & ((size > 0x1p-960) | (a == 0) | (b == 0)));
}

static __attribute__((__noinline__, __unused__)) weft_f64x2
weft_fma_f64x2(weft_f64x2 a, weft_f64x2 b, weft_f64x2 c)
{
    weft_f64x2 product = weft_mul_f64x2(a, b);
    if (!weft_fma_is_tame(a, b, c, product))
        return (weft_f64x2){fma(a[0], b[0], c[0]), fma(a[1], b[1], c[1])};
    weft_f64x2 a1 = weft_fma_top(a), a0 = a - a1, b1 = weft_fma_top(b), b0 = b - b1;
    weft_f64x2 below = weft_mul_f64x2(a1, b1) - product;
    below = below + weft_mul_f64x2(a1, b0) + weft_mul_f64x2(a0, b1) + weft_mul_f64x2(a0, b0);
    weft_f64x2 top, sum, low = weft_fma_rest(c, below, &top);
    weft_f64x2 rest = weft_fma_odd(low, weft_fma_rest(product, top, &sum));
    return weft_select_f64x2(below == 0, product + c, sum + rest); /* -0 stays -0 */
}

/* Products of floats are doubles exactly, and a sum that is rounded to odd there is rounded
 * once. */
static __attribute__((__noinline__, __unused__)) weft_f32x4
weft_fma_f32x4(weft_f32x4 a, weft_f32x4 b, weft_f32x4 c)
{
    weft_f32x4 result;
    for (int i = 0; i < 4; i += 2) {
        weft_f64x2 product =
            weft_mul_f64x2((weft_f64x2){a[i], a[i + 1]}, (weft_f64x2){b[i], b[i + 1]});
        weft_f64x2 sum = weft_fma_odd(product, (weft_f64x2){c[i], c[i + 1]});
        result[i] = (float)sum[0];
        result[i + 1] = (float)sum[1];
    }
    return result;
}

#endif
