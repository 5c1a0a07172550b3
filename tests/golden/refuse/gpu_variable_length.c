// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
WEFT_GUVECTORIZE()
void twice(size_t m, size_t n, const double x[m][n], double y[m][n])
{
    double copy[n + 1];
    const double (*rows)[n] = x;
    copy[0] = rows[0][0];
    y[0][0] = copy[0] + ((const double (*)[n])x)[0][0];
}
