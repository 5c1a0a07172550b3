/* flags: --targets=cpu */
/* Loops whose length no count tells, but which sizes and constants alone decide: no data does. */
#include <stddef.h>

#include <weft/annotate.h>

static double power(double x, int n)
{
    double result = 1;
    for (; n; n >>= 1, x *= x)
        if (n & 1)
            result *= x;
    return result;
}

WEFT_GUVECTORIZE("(n)->()")
void halves(size_t n, const double x[n], double *y)
{
    double sum = 0;
    for (size_t step = 1; step < n; step *= 2) {
        if (step > 1000)
            break;
        sum += x[step];
    }
    *y = sum;
}

WEFT_VECTORIZE()
double fifth(double x)
{
    return power(x, 5);
}

WEFT_VECTORIZE()
double any(double x, int n)
{
    return power(x, n);
}

WEFT_GUVECTORIZE("(n)->()")
void first_negative(size_t n, const double x[n], double *y)
{
    size_t at = 0;
    while (at < n && x[at] >= 0)
        at++;
    *y = (double)at;
}
