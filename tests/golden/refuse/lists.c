#include <weft/annotate.h>

WEFT_GUVECTORIZE("(n~),(n)->()")
double once(size_t n, const double x[n], const double y[n])
{
    return n ? x[0] * y[0] : 0;
}

WEFT_GUVECTORIZE("(3~)->()")
double fixed(const double x[3])
{
    return x[0];
}

WEFT_GUVECTORIZE("(3,n~)->()")
double behind(size_t n, const double x[3][n])
{
    return n ? x[0][0] : 0;
}

WEFT_GUVECTORIZE("(n~)->(m~)")
void unknown(size_t n, size_t m, const double x[n], double y[m])
{
    if (n && m)
        y[0] = x[0];
}

WEFT_GUVECTORIZE("(n~)->(n+1)")
void computed(size_t n, const double x[n], double y[n + 1])
{
    y[n] = n ? x[0] : 0;
}

WEFT_GUVECTORIZE("(n~),(m?)->()")
double missing(size_t n, size_t m, const double x[n], const double y[m])
{
    return n ? x[0] * y[0] : 0;
}
