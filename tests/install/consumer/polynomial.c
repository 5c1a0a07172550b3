/* A function of the consumer's. */
#include <weft/annotate.h>

/** x² + x + 1. */
WEFT_VECTORIZE()
double polynomial(double x) { return (x + 1) * x + 1; }
