// flags: --targets=cpu,gpu
/* Where gpu is asked for by name, what it cannot take is a warning, told once where many are alike. */
#include <weft/annotate.h>
static double deep(double x) { return x > 1 ? deep(x / 2) : x; }
WEFT_VECTORIZE() double a(double x) { return deep(x); }
WEFT_VECTORIZE() double b(double x) { return deep(x) + 1; }
WEFT_VECTORIZE() double c(double x) { return deep(x) + 2; }
WEFT_VECTORIZE() double d(double x) { return deep(x) + 3; }
WEFT_VECTORIZE() double e(double x) { return deep(x) + 4; }
WEFT_VECTORIZE() double f(double x) { return deep(x) + 5; }
WEFT_VECTORIZE() double g(double x) { return deep(x) + 6; }
WEFT_VECTORIZE() double h(double x) { double y[1][0]; return x + sizeof y; }
