/* special.c: the special functions that ship: error functions, gamma and what belongs to it, Bessel
 * functions, and those of probabilities. Names and results are SciPy's but for rounding. */
#include <weft/annotate.h>

#include <tgmath.h>

#include "prototypes.h"

WEFT_TYPEVAR(T); /* the type of the operands */

/* ---- error functions ---- */

/** The error function of a. */
WEFT_NAME("erf") WEFT_VECTORIZE(WIDE_FLOATS_1)
T error_function(T a) { return erf(a); }

/** 1 - erf(a), exact where that is small. */
WEFT_NAME("erfc") WEFT_VECTORIZE(WIDE_FLOATS_1)
T error_function_left(T a) { return erfc(a); }

/* ---- gamma ---- */

/** The gamma function of a. */
WEFT_NAME("gamma") WEFT_VECTORIZE(WIDE_FLOATS_1)
T gamma_function(T a) { return tgamma(a); }

/** The logarithm of |gamma(a)|. */
WEFT_NAME("lgamma") WEFT_VECTORIZE(WIDE_FLOATS_1)
T gamma_logarithm(T a) { return lgamma(a); }

/** gamma(a) gamma(b) / gamma(a + b). */
WEFT_VECTORIZE("float32(float32, float32)", "float64(float64, float64)")
T beta(T a, T b)
{
    double x = a, y = b, sum = x + y;
    if (fabs(x) < 170 && fabs(y) < 170 && fabs(sum) < 170)
        return (T)(tgamma(x) / tgamma(sum) * tgamma(y));
    return (T)exp(lgamma(x) + lgamma(y) - lgamma(sum));
}

/* psi(x) from 10 on: log x - 1 / 2x - a series in 1 / x^2. */
static double digamma_far(double x)
{
    double y = 1 / (x * x);
    double rest = 1 / 132. - y * (691 / 32760. - y / 12);
    rest = 1 / 120. - y * (1 / 252. - y * (1 / 240. - y * rest));
    return log(x) - 0.5 / x - y * (1 / 12. - y * rest);
}

/** The derivative of the logarithm of gamma(a); NaN of negative whole numbers. */
WEFT_VECTORIZE(WIDE_FLOATS_1)
T digamma(T a)
{
    double x = a, sum = 0;
    if (x == 0)
        return (T)copysign(INFINITY, -x);
    if (x < 0) {
        double part = x - floor(x);
        if (!(part > 0))
            return (T)NAN;
        sum = part == 0.5 ? 0 : -0x1.921fb54442d18p1 / tan(0x1.921fb54442d18p1 * part);
        x = 1 - x;
    }
    while (x < 10) {
        sum -= 1 / x;
        x += 1;
    }
    return (T)(sum + digamma_far(x));
}

/* ---- Bessel functions ---- */

/** The Bessel function of the first kind and order 0. */
WEFT_NAME("j0") WEFT_VECTORIZE(WIDE_FLOATS_1)
T bessel_j0(T a) { return (T)j0((double)a); }

/** The Bessel function of the first kind and order 1. */
WEFT_NAME("j1") WEFT_VECTORIZE(WIDE_FLOATS_1)
T bessel_j1(T a) { return (T)j1((double)a); }

/** The Bessel function of the second kind and order 0; NaN of negative numbers. */
WEFT_NAME("y0") WEFT_VECTORIZE(WIDE_FLOATS_1)
T bessel_y0(T a) { return a < 0 ? (T)NAN : (T)y0((double)a); }

/** The Bessel function of the second kind and order 1; NaN of negative numbers. */
WEFT_NAME("y1") WEFT_VECTORIZE(WIDE_FLOATS_1)
T bessel_y1(T a) { return a < 0 ? (T)NAN : (T)y1((double)a); }

/* I0 to 20: the sum of (x^2 / 4)^k / k!^2, whose terms are positive. */
static double i0_near(double x)
{
    double quarter = x * x / 4, term = 1, sum = 1;
    for (int k = 1; k < 60 && term > sum * 0x1p-55; k++) {
        term *= quarter / ((double)k * k);
        sum += term;
    }
    return sum;
}

/* I0 from 20 on: e^x / sqrt(2 pi x) times a series in 1 / 8x, which is cut where it is small. */
static double i0_far(double x)
{
    double term = 1, sum = 1, half = exp(x / 2);
    for (int k = 1; k < 40 && term > 0x1p-55; k++) {
        term *= (2. * k - 1) * (2. * k - 1) / (8 * x * k);
        sum += term;
    }
    return half * (half * (sum / sqrt(0x1.921fb54442d18p2 * x)));
}

/** The modified Bessel function of the first kind and order 0. */
WEFT_VECTORIZE(WIDE_FLOATS_1)
T i0(T a)
{
    double x = fabs((double)a);
    if (!(x < INFINITY))
        return (T)x;
    return (T)(x < 20 ? i0_near(x) : i0_far(x));
}

/* K0 to 1: (-log(x / 2) - gamma) I0(x) and the sum of (x^2 / 4)^k / k!^2 (1 + 1/2 + … + 1/k). */
static double k0_near(double x)
{
    double quarter = x * x / 4, term = 1, harmonic = 0, sum = 0;
    for (int k = 1; k < 20; k++) {
        term *= quarter / ((double)k * k);
        harmonic += 1. / k;
        sum += term * harmonic;
    }
    return sum - (log(x / 2) + 0x1.2788cfc6fb619p-1) * i0_near(x);
}

/* K0 from 1 on: by the continued fraction of Steed and Temme for the sum of a row. */
static double k0_far(double x)
{
    double b = 2 * (1 + x), d = 1 / b, step = d, before = 0, now = 1, c = 0.25, q = c, a = -c;
    double sum = 1 + q * step, more = 1;
    for (int i = 2; i < 200 && fabs(more) > sum * 0x1p-55; i++) {
        a -= 2. * (i - 1);
        c = -a * c / i;
        double next = (before - b * now) / a;
        before = now;
        now = next;
        q += c * next;
        b += 2;
        d = 1 / (b + a * d);
        step = (b * d - 1) * step;
        more = q * step;
        sum += more;
    }
    return sqrt(0x1.921fb54442d18p0 / x) * exp(-x) / sum;
}

/** The modified Bessel function of the second kind and order 0; NaN of negative numbers. */
WEFT_VECTORIZE(WIDE_FLOATS_1)
T k0(T a)
{
    double x = a;
    if (x == 0)
        return (T)INFINITY;
    if (!(x > 0))
        return (T)NAN;
    return x > 800 ? 0 : (T)(x < 1 ? k0_near(x) : k0_far(x));
}

/* ---- probabilities ---- */

/** The logistic function, 1 / (1 + e^-a). */
WEFT_VECTORIZE(FLOATS_1)
T expit(T a) { return 1 / (1 + exp(-a)); }

/** The logarithm of a / (1 - a), which expit takes back; NaN outside of 0 to 1. */
WEFT_VECTORIZE(FLOATS_1)
T logit(T a)
{
    if (fabs(a - (T)0.5) < (T)0.25)
        return 2 * atanh(2 * a - 1);
    return log(a / (1 - a));
}

/** The logarithm of 1 + e^a, without overflow on the way. */
WEFT_VECTORIZE(FLOATS_1)
T softplus(T a) { return (isgreater(a, 0) ? a : 0) + log1p(exp(-fabs(a))); }
