#include "math_meaning.h"

#include <float.h>
#include <stdlib.h>

#include "oracle.h"

#define REAL_FUNCTION(name, expression) \
    static void name(const item *of)    \
    {                                   \
        real x = in(of, 0);             \
        put(of, 0, expression);         \
    }
REAL_FUNCTION(math_exp, expl(x))
REAL_FUNCTION(math_sqrt, sqrtl(x))
REAL_FUNCTION(math_sin, sinl(x))
REAL_FUNCTION(math_pow, powl(x, in(of, 1)))
REAL_FUNCTION(math_abs, fabsl(truncl(x)))
REAL_FUNCTION(math_literals, (float)(x * 0.1f) + 0.1)
REAL_FUNCTION(math_constants, x > 1    ? (real)INFINITY
                              : x < -1 ? (real)NAN
                                       : x * DBL_EPSILON + FLT_MIN + 1)
REAL_FUNCTION(math_fma, x *in(of, 1) + in(of, 2))

/* The root of a float, rounded to one. */
static void math_sqrtf(const item *of)
{
    number narrow = number_round(WEFT_FLOAT32, *of->in[0]);
    put(of, 0, number_round(WEFT_FLOAT32, (number){sqrtl(narrow.real), 0}).real);
}

static void math_split(const item *of)
{
    int exponent;
    real x = in(of, 0);
    put(of, 0, frexpl(x, &exponent));
    put(of, 1, exponent);
    put(of, 2, truncl(x));
    put(of, 3, x - truncl(x));
}

static void math_round(const item *of)
{
    real x = in(of, 0);
    put(of, 0, floorl(x));
    put(of, 1, ceill(x));
    put(of, 2, truncl(x));
    put(of, 3, copysignl(floorl(fabsl(x) + 0.5L), x));
    put(of, 4, rintl(x));
}

static void math_classify(const item *of)
{
    real x = in(of, 0);
    put(of, 0,
        (x != x) + 2 * (fabsl(x) > DBL_MAX) + 4 * (fabsl(x) <= DBL_MAX) + 8 * (signbit(x) != 0));
}

static void math_signs(const item *of)
{
    real x = in(of, 0), y = in(of, 1);
    put(of, 0, signbit(x) != 0);
    put(of, 1, signbit(x) != 0);
    put(of, 2, 3 * (signbit(y) != 0));
    put(of, 3, fabsl(x));
}

static void math_pairs(const item *of)
{
    real a = in(of, 0), b = in(of, 1);
    put(of, 0, a < b ? a : b);
    put(of, 1, a > b ? a : b);
    put(of, 2, b < 0 ? -fabsl(a) : fabsl(a));
    put(of, 3, a - 1.5L * truncl(a / 1.5L));
    put(of, 4, (real)nextafter((double)a, (double)b));
}

static void math_many(const item *of)
{
    real x = in(of, 0);
    put(of, 0, tgammal(x + 1.5L) + lgammal(x + 2.5L));
    put(of, 1, erfl(x) + cbrtl(x) + hypotl(x, 2));
    put(of, 2, log1pl(x * x) + expm1l(x) + log2l(x + 8) + log10l(x + 9));
    put(of, 3, atan2l(x, 2) + asinl(x / 8) + acosl(x / 8) + atanl(x));
    put(of, 4, sinhl(x) + coshl(x) + tanhl(x) + asinhl(x));
    put(of, 5, x * 8 + x / 4 + exp2l(x) + tanl(x / 4));
}

const subject subjects_math_meaning[] = {
    {&weft_ufunc_math_exp, "()->()", math_exp, 2, {NULL}, {FINE}},
    {&weft_ufunc_math_sqrt, "()->()", math_sqrt, 0, {NULL}, {POSITIVE}},
    {&weft_ufunc_math_sin, "()->()", math_sin, 2, {NULL}, {FINE}},
    {&weft_ufunc_math_pow, "(),()->()", math_pow, 3, {NULL}, {POSITIVE, FINE}},
    {&weft_ufunc_math_sqrtf, "()->()", math_sqrtf, 0, {NULL}, {POSITIVE}},
    {&weft_ufunc_math_abs, "()->()", math_abs, 0, {NULL}, {FINE}},
    {&weft_ufunc_math_abs_of_double, "()->()", math_abs, 0, {NULL}, {FINE}},
    {&weft_ufunc_math_literals, "()->()", math_literals, 1, {NULL}, {SMALL}},
    {&weft_ufunc_math_split, "()->(),(),(),()", math_split, 0, {NULL}, {FINE}},
    {&weft_ufunc_math_round, "()->(),(),(),(),()", math_round, 0, {NULL}, {FINE}},
    {&weft_ufunc_math_classify, "()->()", math_classify, 0, {NULL}, {ANY}},
    {&weft_ufunc_math_signs, "(),()->(),(),(),()", math_signs, 0, {NULL}, {ANY, FINE}},
    {&weft_ufunc_math_constants, "()->()", math_constants, 0, {NULL}, {FINE}},
    {&weft_ufunc_math_fma, "(),(),()->()", math_fma, 0, {NULL}, {ROUGH, ROUGH, SMALL}},
    {&weft_ufunc_math_pairs, "(),()->(),(),(),(),()", math_pairs, 0, {NULL}, {FINE, SMALL}},
    {&weft_ufunc_math_many, "()->(),(),(),(),(),()", math_many, 16, {NULL}, {POSITIVE}},
    END_OF_SUBJECTS,
};
