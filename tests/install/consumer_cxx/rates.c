#include <weft/annotate.h>

#include <math.h>

/** What a sum grows to in so many years. */
WEFT_VECTORIZE("float64(float64, float64)")
double grow(double rate, double years) { return exp(rate * years); }
