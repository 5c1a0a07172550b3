// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
static double half(double x) { return x / 2; }
static double apply(double (*f)(double), double x) { return f(x); }
WEFT_VECTORIZE()
double halve(double x)
{
    double (*other)(double) = half;
    return apply(half, x) + other(x);
}
