/* flags: --targets=cpu,parallel */
/* Annotations that make no ufunc. */
#include <weft/annotate.h>

WEFT_VECTORIZE() int counter;

WEFT_NAME("double_exponential") double g(double x) { return x; }
WEFT_OPTIONS(strict)
double h(double x) { return x; }

/* The definition inherits what stands on the declaration. */
WEFT_NAME("well") double f(double x);
WEFT_VECTORIZE() double f(double x) { return x; }
