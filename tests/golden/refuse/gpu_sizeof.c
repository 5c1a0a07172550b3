// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
WEFT_GUVECTORIZE()
double bytes(size_t m, size_t n, const double x[m][n], const double y[3][3])
{
    return x[0][0] + sizeof(x) + sizeof x[0] + sizeof y[0] + sizeof x[0][0] + sizeof(double[n]);
}
