#include "complex_numbers.h"

#include "oracle.h"

static void complex_product(const item *of)
{
    put_pair(of, 0, in_pair(of, 0) * in_pair(of, 1));
}

static void complex_operations(const item *of)
{
    pair a = in_pair(of, 0), b = in_pair(of, 1);
    put_pair(of, 0, -((a + b) * 2 - a / (b + 8)));
}

static void complex_swap(const item *of)
{
    put_pair(of, 0, CMPLXL(of->in[0]->imaginary, of->in[0]->real));
}

static void complex_dropped(const item *of)
{
    real x = in(of, 0), y = of->in[0]->imaginary;
    put(of, 0, x + (x + 1) + in(of, 1) - x + (1 - y));
}

static void complex_convert(const item *of)
{
    put(of, 0, in(of, 0));
    put(of, 1, in(of, 1));
    put_pair(of, 2, in_pair(of, 1));
}

static void complex_equal(const item *of)
{
    put(of, 0, of->in[0]->real == of->in[1]->real && of->in[0]->imaginary == of->in[1]->imaginary);
}

static void complex_functions(const item *of)
{
    pair z = in_pair(of, 0);
    put_pair(of, 0, cexpl(z) + clogl(z + 4));
    put_pair(of, 1, csqrtl(z) + (z + 4) * (z + 4));
    put_pair(of, 2, csinl(z) + ccosl(z) + ctanl(z / 4));
    put_pair(of, 3, csinhl(z) + ccoshl(z) + conjl(z) + cprojl(z));
    put(of, 4, cabsl(z) + cargl(z));
}

static void complex_inner(const item *of)
{
    pair sum = 0;
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        sum += as_pair(of->in[0][i]) * as_pair(of->in[1][i]);
    put_pair(of, 0, sum);
}

static void complex_turn(const item *of)
{
    for (int64_t i = 0; i < of->shape[0][0]; i++) {
        number x = of->in[0][i];
        of->out[0][i] = i % 4 == 0   ? x
                        : i % 4 == 1 ? (number){-x.imaginary, x.real}
                        : i % 4 == 2 ? (number){-x.real, -x.imaginary}
                                     : (number){x.imaginary, -x.real};
    }
}

const subject subjects_complex_numbers[] = {
    {&weft_ufunc_complex_product, "(),()->()", complex_product, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_complex_product, "(),()->()", complex_product, 2, {NULL}, {ROUGH, ROUGH}},
    {&weft_ufunc_complex_operations, "(),()->()", complex_operations, 4, {NULL}, {FINE, FINE}},
    {&weft_ufunc_complex_swap_parts, "()->()", complex_swap, 0, {NULL}, {FINE}},
    {&weft_ufunc_complex_swap_floats, "()->()", complex_swap, 0, {NULL}, {FINE}},
    {&weft_ufunc_complex_dropped, "(),()->()", complex_dropped, 0, {NULL}, {FINE, FINE}},
    {&weft_ufunc_complex_convert, "(),()->(),(),()", complex_convert, 0, {NULL}, {FINE, FINE}},
    {&weft_ufunc_complex_equal, "(),()->()", complex_equal, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_complex_functions, "()->(),(),(),(),()", complex_functions, 16, {NULL}, {FINE}},
    {&weft_ufunc_complex_inner,
     "(n),(n)->()",
     complex_inner,
     0,
     {"5|5|", "0|0|", "1|1|", "40|40|"},
     {SMALL, SMALL}},
    {&weft_ufunc_complex_turn, "(n)->(n)", complex_turn, 0, {"6|6", "0|0", "1|1"}, {FINE}},
    END_OF_SUBJECTS,
};
