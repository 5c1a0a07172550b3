/* math_meaning.c: with <math.h> a function of math is double, whatever its argument. */
#include <weft/annotate.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* The result tells whether exp was computed in double. */
WEFT_VECTORIZE()
double math_exp(float x)
{
    return exp(x);
}
/* sqrt. */
WEFT_VECTORIZE()
double math_sqrt(float x)
{
    return sqrt(x);
}
/* sin of a float is a double. */
WEFT_VECTORIZE()
double math_sin(float x)
{
    return sin(x);
}
/* pow of two floats is a double. */
WEFT_VECTORIZE()
double math_pow(float x, float y)
{
    return pow(x, y);
}
/* The functions with an f compute in float. */
WEFT_VECTORIZE()
double math_sqrtf(double x)
{
    return sqrtf((float)x);
}
/* abs converts its argument to int. */
WEFT_VECTORIZE()
double math_abs(double x)
{
    return abs((int)x) + fabs(x) * 0;
}
/* abs of a double is the int's. */
WEFT_VECTORIZE()
double math_abs_of_double(double x)
{
    return abs(x);
}
/* Literals: 0.1f and 0.1 differ. */
WEFT_VECTORIZE()
double math_literals(float x)
{
    return x * 0.1f + 0.1;
}
/* Functions with several results. */
WEFT_VECTORIZE()
void math_split(double x, double *mantissa, int32_t *exponent, double *whole, double *fraction)
{
    int e;
    *mantissa = frexp(x, &e);
    *exponent = e;
    *fraction = modf(x, whole);
}
/* Rounding functions, exact. */
WEFT_VECTORIZE()
void math_round(double x, double *down, double *up, double *cut, double *away, int64_t *nearest)
{
    *down = floor(x);
    *up = ceil(x);
    *cut = trunc(x);
    *away = round(x);
    *nearest = llrint(x);
}
/* Classification macros. */
WEFT_VECTORIZE()
int32_t math_classify(double x)
{
    return (isnan(x) != 0) + 2 * (isinf(x) != 0) + 4 * (isfinite(x) != 0) + 8 * (signbit(x) != 0);
}
/* The sign of a float: as it is, as a condition, and of a value on the way. */
WEFT_VECTORIZE()
void math_signs(float x, double y, bool *negative, int32_t *number, int64_t *both, float *size)
{
    *negative = signbit(x);
    *number = signbit(x) != 0;
    *both = (signbit((float)y * 2) != 0) + 2 * (signbit(y) != 0);
    *size = signbit(x) ? -x : x;
}
/* Constants. */
WEFT_VECTORIZE()
double math_constants(double x)
{
    if (x > 1)
        return INFINITY;
    if (x < -1)
        return NAN;
    return x * DBL_EPSILON + FLT_MIN + (isinf(HUGE_VAL) != 0);
}
/* fma rounds once. */
WEFT_VECTORIZE()
double math_fma(double a, double b, double c)
{
    return fma(a, b, c);
}
/* Functions of two arguments, exact. */
WEFT_VECTORIZE()
void math_pairs(double a, double b, double *least, double *most, double *signed_a, double *rest,
                double *next)
{
    *least = fmin(a, b);
    *most = fmax(a, b);
    *signed_a = copysign(a, b);
    *rest = fmod(a, 1.5);
    *next = nextafter(a, b);
}
/* Many functions at once, within rounding. */
WEFT_VECTORIZE()
void math_many(double x, double *a, double *b, double *c, double *d, double *e, double *f)
{
    *a = tgamma(x + 1.5) + lgamma(x + 2.5);
    *b = erf(x) + cbrt(x) + hypot(x, 2);
    *c = log1p(x * x) + expm1(x) + log2(x + 8) + log10(x + 9);
    *d = atan2(x, 2) + asin(x / 8) + acos(x / 8) + atan(x);
    *e = sinh(x) + cosh(x) + tanh(x) + asinh(x);
    *f = ldexp(x, 3) + scalbn(x, -2) + exp2(x) + tan(x / 4);
}
