// flags: --targets=cpu,gpu --require-all -isystem system
/* Helpers whose text cannot stand where the generated C carries it. */
#include <weft/annotate.h>
#include <macros.h>
API double by_macro(double x) { return x + 1; }
static double real(double x) { return x + 2; }
static double (*pick(void))(double) { return real; }
double other(double x) __attribute__((ifunc("pick")));
WEFT_VECTORIZE() double first(double x) { return by_macro(x); }
WEFT_VECTORIZE() double second(double x) { return real(x) + other(x); }
