#include <weft/annotate.h>
double theirs(double x);
WEFT_VECTORIZE()
double ours(double x) { return 2 * theirs(x); }
WEFT_VECTORIZE()
double factorial(double x) { return x < 2 ? 1 : x * factorial(x - 1); }
