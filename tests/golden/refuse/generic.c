#include <weft/annotate.h>
WEFT_VECTORIZE()
double generic(double x) { return x + _Generic(x, double: 1, default: 2); }
