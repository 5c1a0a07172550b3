#include <math.h>
#include <weft/annotate.h>

#ifndef SCALE
#define SCALE 1
#endif

WEFT_VECTORIZE()
double scaled(double x) { return SCALE * x; }

/* Options of a function's own. */
__attribute__((noinline, optimize("fast-math"))) static int differs(double x) { return x != x; }
#define FAST __attribute__((__optimize__("-O1", "-ffinite-math-only"), __unused__))
static int differs_too(double x) FAST;
static int differs_too(double x) { return isnan(x); }
#pragma GCC optimize("fast-math")
static int differs_as_well(double x) { return isnan(x); }
#pragma GCC reset_options

WEFT_VECTORIZE()
double is_nan(double x) { return isnan(x) && differs(x) && differs_too(x) && differs_as_well(x) ? 1 : 0; }

/* What rounding took from a + b. */
WEFT_VECTORIZE()
double lost(double a, double b)
{
    double sum = a + b;
    return b - (sum - a);
}

/* Operands with names that are macros of headers. */
WEFT_VECTORIZE()
double power(double I, double errno, double BUFSIZ) { return I * errno + BUFSIZ; }
