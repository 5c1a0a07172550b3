/* error.c: how far a result is from the true value. */
#include "error.h"

#include <math.h>

/* The precision of true values in bits: rounding them matters to a thousandth of an ulp of
 * double. */
enum { PRECISION = 64 + 16 };

static int same_zero_sign(double result, const mpfr_t exact)
{
    return !signbit(result) == !mpfr_signbit(exact);
}

/* The exponent of an ulp of `exact`, a number that is not 0. */
static long ulp_exponent(const mpfr_t exact, int bits)
{
    long digits = bits == 64 ? 53 : 24, least = bits == 64 ? -1074 : -149;
    long exponent = (long)mpfr_get_exp(exact) - digits;
    return exponent < least ? least : exponent;
}

/* |result - exact| in ulp, of `level` where that is larger than the true value; an infinite result is the first number beyond the range. */
static double distance(double result, const mpfr_t exact, int bits, double level)
{
    long limit = bits == 64 ? 1024 : 128;
    mpfr_t difference;
    mpfr_init2(difference, 2 * PRECISION);
    if (isinf(result))
        mpfr_set_si_2exp(difference, result > 0 ? 1 : -1, limit, MPFR_RNDN);
    else
        mpfr_set_d(difference, result, MPFR_RNDN);
    long ulp = mpfr_zero_p(exact) ? (bits == 64 ? -1074 : -149) : ulp_exponent(exact, bits);
    if (level > 0 && ulp < ilogb(level) - (bits == 64 ? 52 : 23))
        ulp = ilogb(level) - (bits == 64 ? 52 : 23);
    if (ulp > limit - (bits == 64 ? 53 : 24)) { /* the true value is beyond the range, too */
        mpfr_clear(difference);
        return isinf(result) && (result < 0) == mpfr_signbit(exact) ? 0 : INFINITY;
    }
    mpfr_sub(difference, difference, exact, MPFR_RNDN);
    mpfr_mul_2si(difference, difference, -ulp, MPFR_RNDN);
    double error = fabs(mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clear(difference);
    return error;
}

double error_of(const subject *subject, int bits, const double *arguments, double result)
{
    mpfr_t x[3], exact;
    mpfr_init2(exact, PRECISION);
    for (int k = 0; k < subject->arguments; k++) {
        mpfr_init2(x[k], 53);
        mpfr_set_d(x[k], arguments[k], MPFR_RNDN);
        mpfr_setsign(x[k], x[k], signbit(arguments[k]), MPFR_RNDN); /* of NaN, too */
    }
    subject->exact(exact, x);
    double error;
    if (mpfr_nan_p(exact))
        error = isnan(result) ? 0 : INFINITY;
    else if (mpfr_inf_p(exact))
        error = isinf(result) && (result < 0) == (mpfr_sgn(exact) < 0) ? 0 : INFINITY;
    else if (isnan(result) || (result == 0 && !same_zero_sign(result, exact)))
        error = INFINITY;
    else
        error = distance(result, exact, bits, subject_level(subject, bits, arguments));
    for (int k = 0; k < subject->arguments; k++)
        mpfr_clear(x[k]);
    mpfr_clear(exact);
    return error;
}
