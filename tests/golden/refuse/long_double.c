#include <weft/annotate.h>
#include <math.h>
static long double widen(long double x) { return x; }
WEFT_VECTORIZE()
double wide(double x)
{
    const long double y = x, z = 1;
    return (double)(y + z + 1.0L + sqrtl(x) + widen(x) + (long double)x);
}
WEFT_VECTORIZE()
double quadruple(double x)
{
    return (double)((__float128)x * x);
}
