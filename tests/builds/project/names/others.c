#include <weft/annotate.h>
static double factor(void) { return FACTOR + 1; }
WEFT_VECTORIZE() double other(double x) { return x * factor(); }
