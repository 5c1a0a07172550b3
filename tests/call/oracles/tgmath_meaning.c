#include "tgmath_meaning.h"

#include "oracle.h"

static void generic_sqrt_of_float(const item *of)
{
    put(of, 0, number_round(WEFT_FLOAT32, (number){sqrtl(in(of, 0)), 0}).real);
}

/* exp of an integer is a double. */
static void generic_size(const item *of)
{
    put(of, 0, of->dtypes[0] == WEFT_INT32 ? 8 : (real)weft_dtype_size(of->dtypes[0]));
}

static void hypotenuse(const item *of)
{
    put(of, 0, sqrtl(in(of, 0) * in(of, 0) + in(of, 1) * in(of, 1)));
}

static void generic_real(const item *of)
{
    real x = in(of, 0);
    put(of, 0,
        sinl(x) + cosl(x) + expl(x / 4) + logl(x + 9) + powl(fabsl(x), 1.5L) + floorl(x) +
            fminl(x, 1));
}

static void generic_complex(const item *of)
{
    pair z = in_pair(of, 0);
    put_pair(of, 0, cexpl(z) + csqrtl(z) + conjl(z) + csinl(z));
}

static void generic_magnitude(const item *of)
{
    pair z = in_pair(of, 0);
    put(of, 0, cabsl(z) + creall(z) + cimagl(z));
}

const subject subjects_tgmath_meaning[] = {
    {&weft_ufunc_generic_sqrt_of_float, "()->()", generic_sqrt_of_float, 0, {NULL}, {POSITIVE}},
    {&weft_ufunc_generic_size, "()->()", generic_size, 0, {NULL}, {SMALL}},
    {&weft_ufunc_hypotenuse, "(),()->()", hypotenuse, 2, {NULL}, {FINE, ROUGH}},
    {&weft_ufunc_generic_real, "()->()", generic_real, 8, {NULL}, {FINE}},
    {&weft_ufunc_generic_complex, "()->()", generic_complex, 64, {NULL}, {FINE}},
    {&weft_ufunc_generic_magnitude, "()->()", generic_magnitude, 4, {NULL}, {FINE}},
    END_OF_SUBJECTS,
};
