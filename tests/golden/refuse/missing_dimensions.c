#include <weft/annotate.h>

WEFT_GUVECTORIZE("(m?,n),(m)->(n)")
void once(size_t m, size_t n, const double A[m][n], const double x[m], double y[n])
{
    y[0] = A[0][0] * x[0];
}

WEFT_GUVECTORIZE("(3?)->()")
void fixed(const double x[3], double *y)
{
    *y = x[0];
}

WEFT_GUVECTORIZE("(n)->(n+1?)")
void computed(size_t n, const double x[n], double y[n + 1])
{
    y[0] = x[0];
}
