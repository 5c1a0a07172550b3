#include "elementwise.h"

#include "oracle.h"

static void plus(const item *of)
{
    weft_dtype dtype = out_dtype(of, 2, 0);
    if (number_is("iu", dtype))
        *of->out[0] = number_wrap(dtype, in_bits(of, 0) + in_bits(of, 1));
    else
        put_pair(of, 0, in_pair(of, 0) + in_pair(of, 1));
}

static void polynomial(const item *of)
{
    real x = in(of, 0);
    put(of, 0, x * x * x - 2 * x * x + 3 * x - 5);
}

static void blend(const item *of)
{
    put_pair(of, 0, 2 * in_pair(of, 0) + in_pair(of, 1));
}

static void less(const item *of)
{
    put(of, 0, in(of, 0) < in(of, 1));
}

static void choose(const item *of)
{
    put_pair(of, 0, in(of, 0) != 0 ? in_pair(of, 1) : in_pair(of, 2));
}

static void majority(const item *of)
{
    put(of, 0, in(of, 0) + in(of, 1) + in(of, 2) >= 2);
}

static void sum_and_product(const item *of)
{
    put(of, 0, in(of, 0) + in(of, 1));
    put(of, 1, in(of, 0) * in(of, 1));
}

static void parts(const item *of)
{
    real x = in(of, 0), limit = in(of, 1);
    put(of, 0, fmaxl(x - limit, 0));
    put(of, 1, x > limit);
    put(of, 2, fminl(x, limit));
}

static void half_of(const item *of)
{
    put(of, 0, in(of, 0) / 2);
}

static void doubled(const item *of)
{
    put(of, 0, in(of, 0) * 2);
}

static void magnitude(const item *of)
{
    put(of, 0, fabsl(in(of, 0)));
}

static void pack_bits(const item *of)
{
    real sum = 0;
    for (int k = 9; k >= 0; k--)
        sum = 2 * sum + in(of, k);
    put(of, 0, sum);
}

static void order(const item *of)
{
    put(of, 0, fminl(in(of, 0), in(of, 1)));
    put(of, 1, fmaxl(in(of, 0), in(of, 1)));
}

const subject subjects_elementwise[] = {
    {&weft_ufunc_plus, "(),()->()", plus, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_plus, "(),()->()", plus, 0, {NULL}, {ANY, SMALL}},
    {&weft_ufunc_polynomial, "()->()", polynomial, 0, {NULL}, {SMALL}},
    {&weft_ufunc_blend, "(),()->()", blend, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_less, "(),()->()", less, 0, {NULL}, {ANY, ANY}},
    {&weft_ufunc_choose, "(),(),()->()", choose, 0, {NULL}, {SMALL, ANY, ANY}},
    {&weft_ufunc_majority, "(),(),()->()", majority, 0, {NULL}, {SMALL, SMALL, SMALL}},
    {&weft_ufunc_sum_and_product, "(),()->(),()", sum_and_product, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_parts, "(),()->(),(),()", parts, 0, {NULL}, {FINE, FINE}},
    {&weft_ufunc_half_of, "()->()", half_of, 0, {NULL}, {ROUGH}},
    {&weft_ufunc_doubled, "()->()", doubled, 0, {NULL}, {ANY}},
    {&weft_ufunc_magnitude, "()->()", magnitude, 0, {NULL}, {SMALL}},
    {&weft_ufunc_pack_bits, "(),(),(),(),(),(),(),(),(),()->()", pack_bits, 0, {NULL}, {SMALL}},
    {&weft_ufunc_order, "(),()->(),()", order, 0, {NULL}, {FINE, FINE}},
    END_OF_SUBJECTS,
};
