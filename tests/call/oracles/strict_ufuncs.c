#include "strict_ufuncs.h"

#include "oracle.h"

/* A step of the computation, rounded to the loop's own precision. */
static real rounded(const item *of, real value)
{
    weft_dtype dtype = of->dtypes[0] == WEFT_FLOAT64 ? WEFT_FLOAT64 : WEFT_FLOAT32;
    return number_round(dtype, (number){value, 0}).real;
}

static void multiply_add(const item *of)
{
    put(of, 0, rounded(of, in(of, 0) * in(of, 1)) + in(of, 2));
}

static void polynomial(const item *of)
{
    real x = in(of, 0);
    put(of, 0, ((x * 0.3L - 1.7L) * x + 0.9L) * x / (x * x + 0.7L));
}

static void root(const item *of)
{
    real a = in(of, 0), b = in(of, 1);
    put(of, 0, sqrtl(a * a + b * b) + a * b + a);
}

static void inner(const item *of)
{
    real sum = 0;
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        sum = rounded(of, sum + rounded(of, of->in[0][i].real * of->in[1][i].real));
    put(of, 0, sum);
}

static void matrix_product(const item *of)
{
    int64_t m = of->shape[0][0], n = of->shape[0][1], p = of->shape[1][1];
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < p; j++) {
            real sum = 0;
            for (int64_t k = 0; k < n; k++)
                sum = rounded(
                    of, sum + rounded(of, of->in[0][i * n + k].real * of->in[1][k * p + j].real));
            of->out[0][i * p + j] = (number){sum, 0};
        }
}

static void complex_product(const item *of)
{
    put_pair(of, 0, in_pair(of, 0) * in_pair(of, 1) + in_pair(of, 0));
}

static void convert(const item *of)
{
    real a = in(of, 0), b = in(of, 1);
    put(of, 0, 2 * truncl(3 * a + b) + (a * b < 1));
}

static void whole(const item *of)
{
    const real a = in(of, 0), t = truncl(a), half = truncl(a / 2);
    put(of, 0, t + 0 + (t < 0 ? 100 : 0) + (half < 0 ? 1000 : 0));
}

static void constant(const item *of)
{
    put_pair(of, 0, 1 + 2 * I);
    put(of, 1, in(of, 0) + 1);
}

/* Oracles that round every step are exact: the products of ROUGH values with 24 bits are exact in
 * long double, those with 53 bits are rounded twice. */
const subject subjects_strict_ufuncs[] = {
    {&weft_ufunc_strict_multiply_add, "(),(),()->()", multiply_add, 0, {NULL}, {FINE, FINE, FINE}},
    {&weft_ufunc_strict_multiply_add,
     "(),(),()->()",
     multiply_add,
     1,
     {NULL},
     {ROUGH, ROUGH, ROUGH}},
    {&weft_ufunc_strict_polynomial, "()->()", polynomial, 4, {NULL}, {ROUGH}},
    {&weft_ufunc_strict_root, "(),()->()", root, 4, {NULL}, {ROUGH, ROUGH}},
    {&weft_ufunc_strict_inner, "(n),(n)->()", inner, 4, {"37|37|", "0|0|", "1|1|"}, {ROUGH, ROUGH}},
    {&weft_ufunc_strict_matrix_product,
     "(m,n),(n,p)->(m,p)",
     matrix_product,
     4,
     {"3,17|17,5|3,5", "1,1|1,1|1,1"},
     {ROUGH, ROUGH}},
    {&weft_ufunc_strict_complex_product, "(),()->()", complex_product, 2, {NULL}, {ROUGH, ROUGH}},
    {&weft_ufunc_strict_convert, "(),()->()", convert, 0, {NULL}, {FINE, FINE}},
    {&weft_ufunc_strict_whole, "()->()", whole, 0, {NULL}, {FINE}},
    {&weft_ufunc_strict_constant, "()->(),()", constant, 0, {NULL}, {FINE}},
    END_OF_SUBJECTS,
};
