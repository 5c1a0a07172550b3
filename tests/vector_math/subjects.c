/* subjects.c: the table of subjects. */
#include "subjects.h"

#include <complex.h>
#include <math.h>
#include <string.h>

/* X(function, arguments, bounds in double and float, low, high, function of MPFR) */
#define SUBJECTS(X)                           \
    X(exp, 1, 1, 1, -745, 710, exp)           \
    X(exp2, 1, 1.5, 1.5, -1075, 1024, exp2)   \
    X(expm1, 1, 1.5, 1.5, -40, 710, expm1)    \
    X(log, 1, 1, 1, 0, 10, log)               \
    X(log2, 1, 1.5, 1.5, 0, 10, log2)         \
    X(log10, 1, 1.5, 1.5, 0, 10, log10)       \
    X(log1p, 1, 1.5, 1, -1, 10, log1p)        \
    X(sin, 1, 1, 1, -100, 100, sin)           \
    X(cos, 1, 1, 1, -100, 100, cos)           \
    X(tan, 1, 1.5, 1.5, -100, 100, tan)       \
    X(sinh, 1, 1.5, 1.5, -711, 711, sinh)     \
    X(cosh, 1, 1.5, 1.5, -711, 711, cosh)     \
    X(tanh, 1, 1.5, 1.5, -10, 10, tanh)       \
    X(pow, 2, 1.5, 1, -30, 60, pow)           \
    X(erf, 1, 1.5, 1.5, -6, 6, erf)           \
    X(erfc, 1, 1.5, 1.5, -6, 28, erfc)        \
    X(tgamma, 1, 1.5, 1, -185, 172, gamma)    \
    X(lgamma, 1, 1.5, 1, -40, 40, log_gamma)  \
    X(asin, 1, 1.5, 1, -1, 1, asin)           \
    X(acos, 1, 1.5, 1, -1, 1, acos)           \
    X(atan, 1, 1.5, 1.5, -10, 10, atan)       \
    X(asinh, 1, 1.5, 1.5, -20, 20, asinh)     \
    X(acosh, 1, 1.5, 1, 1, 20, acosh)         \
    X(atanh, 1, 1.5, 1, -1, 1, atanh)         \
    X(cbrt, 1, 1.5, 1, -100, 100, cbrt)       \
    X(atan2, 2, 1.5, 1.5, -10, 10, atan2)     \
    X(hypot, 2, 1.5, 1, -10, 10, hypot)       \
    X(loghypot, 2, 1.5, 1.5, -2, 2, log_hypot) \
    X(sqrt, 1, 0.5, 0.5, 0, 100, sqrt)        \
    X(fabs, 1, 0, 0, -100, 100, abs)          \
    X(rint, 1, 0, 0, -100, 100, rint)         \
    X(nearbyint, 1, 0, 0, -100, 100, rint)    \
    X(round, 1, 0, 0, -100, 100, rint_round)  \
    X(floor, 1, 0, 0, -100, 100, rint_floor)  \
    X(ceil, 1, 0, 0, -100, 100, rint_ceil)    \
    X(trunc, 1, 0, 0, -100, 100, rint_trunc)  \
    X(copysign, 2, 0, 0, -100, 100, copysign) \
    X(fmin, 2, 0, 0, -100, 100, min_number)   \
    X(fmax, 2, 0, 0, -100, 100, max_number)   \
    X(fdim, 2, 0.5, 0.5, -100, 100, dim)      \
    X(fmod, 2, 0, 0, -100, 100, fmod)         \
    X(fma, 3, 0.5, 0.5, -100, 100, fma)

/* Of two zeros the first one, and a number rather than NaN. */
static void mpfr_max_number(mpfr_t result, mpfr_t x, mpfr_t y, mpfr_rnd_t rounding)
{
    mpfr_set(result, mpfr_nan_p(y) || mpfr_greaterequal_p(x, y) ? x : y, rounding);
}

static void mpfr_min_number(mpfr_t result, mpfr_t x, mpfr_t y, mpfr_rnd_t rounding)
{
    mpfr_set(result, mpfr_nan_p(y) || mpfr_lessequal_p(x, y) ? x : y, rounding);
}

/* Its sign apart. */
static void mpfr_log_gamma(mpfr_t result, mpfr_t x, mpfr_rnd_t rounding)
{
    int sign;
    mpfr_lgamma(result, &sign, x, rounding);
}

/* What is real of clog. Near 1 by the square less 1, which cancels to no more than twice the digits of a product. */
static void mpfr_log_hypot(mpfr_t result, mpfr_t x, mpfr_t y, mpfr_rnd_t rounding)
{
    mpfr_t a, b, c;
    mpfr_inits2(320, a, b, c, (mpfr_ptr)0);
    const int swapped = mpfr_cmpabs(x, y) < 0;
    mpfr_abs(a, swapped ? y : x, rounding);
    mpfr_sqr(b, swapped ? x : y, rounding);
    mpfr_hypot(c, x, y, rounding);
    if (mpfr_cmp_d(c, 0.5) > 0 && mpfr_cmp_d(c, 2) < 0) {
        mpfr_sub_ui(c, a, 1, rounding);
        mpfr_add_ui(a, a, 1, rounding);
        mpfr_fma(c, c, a, b, rounding);
        mpfr_log1p(c, c, rounding);
        mpfr_div_2ui(result, c, 1, rounding);
    } else {
        mpfr_log(result, c, rounding);
    }
    mpfr_clears(a, b, c, (mpfr_ptr)0);
}

static double loghypot(double x, double y)
{
    return creal(clog(CMPLX(x, y)));
}

static float loghypotf(float x, float y)
{
    return crealf(clogf(CMPLXF(x, y)));
}

#define ARGUMENTS_1(x) x[0]
#define ARGUMENTS_2(x) x[0], x[1]
#define ARGUMENTS_3(x) x[0], x[1], x[2]

#define FUNCTIONS(NAME, COUNT, BOUND64, BOUND32, LOW, HIGH, MPFR) \
    static void exact_##NAME(mpfr_t result, mpfr_t *x)            \
    {                                                             \
        (mpfr_##MPFR)(result, ARGUMENTS_##COUNT(x), MPFR_RNDN);   \
    }                                                             \
    static double libm_##NAME(const double *x)                    \
    {                                                             \
        return NAME(ARGUMENTS_##COUNT(x));                        \
    }                                                             \
    static float libmf_##NAME(const float *x)                     \
    {                                                             \
        return NAME##f(ARGUMENTS_##COUNT(x));                     \
    }
SUBJECTS(FUNCTIONS)

#define ROW(NAME, COUNT, BOUND64, BOUND32, LOW, HIGH, MPFR) \
    {#NAME, COUNT, BOUND64, BOUND32, LOW, HIGH, exact_##NAME, libm_##NAME, libmf_##NAME},
static const subject subjects[] = {SUBJECTS(ROW)};

double subject_level(const subject *subject, int bits, const double *arguments)
{
    return bits == 64 && arguments[0] < 0 && !strcmp(subject->name, "lgamma") ? 0.5 : 0;
}

const subject *subject_find(const char *name)
{
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
        if (!strcmp(subjects[i].name, name))
            return &subjects[i];
    return NULL;
}
