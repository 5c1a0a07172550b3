/* The factor is the unit's: which kernels have run is seen in every result. */
#include <weft/annotate.h>
#if FACTOR % 2
WEFT_VECTORIZE() float before(float x) { return -x; } /* whose kernel is the first of the table */
#endif
static double factor(void) { return FACTOR; }
WEFT_VECTORIZE() double scale(double x) { return x * factor(); }
