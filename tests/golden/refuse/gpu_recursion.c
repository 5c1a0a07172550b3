// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
static double even(double x);
static double odd(double x) { return x < 1 ? 0 : even(x - 1); }
static double even(double x) { return x < 1 ? 1 : odd(x - 1); }
WEFT_VECTORIZE()
double factorial(double x) { return x < 2 ? 1 : x * factorial(x - 1); }
WEFT_VECTORIZE()
double parity(double x) { return even(x); }
