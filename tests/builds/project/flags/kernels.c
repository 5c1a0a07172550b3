#include <math.h>
#include <weft/annotate.h>

#ifndef SCALE
#define SCALE 1
#endif

WEFT_VECTORIZE()
double scaled(double x) { return SCALE * x; }

WEFT_VECTORIZE()
double is_nan(double x) { return isnan(x) ? 1 : 0; }

/* What rounding took from a + b. */
WEFT_VECTORIZE()
double lost(double a, double b)
{
    double sum = a + b;
    return b - (sum - a);
}
