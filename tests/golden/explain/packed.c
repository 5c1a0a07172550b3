/* A helper, a table, a macro and an enumeration come along. */
#include <weft/annotate.h>
#include <math.h>

#define DEGREE 3
#define SQUARE(x) ((x) * (x))

enum { FIRST, SECOND = 2 };

static const double coefficients[DEGREE] = {1, 0.5, 0.25};

static double polynomial(double x)
{
    double sum = 0;
    for (int i = DEGREE - 1; i >= 0; i--)
        sum = sum * x + coefficients[i];
    return sum;
}

static double total(size_t n, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += polynomial(x[i]);
    return sum;
}

WEFT_GUVECTORIZE()
double energy(size_t n, const double x[n], const double y[SECOND])
{
    return SQUARE(total(n, x)) + fabs(y[FIRST]) + (double)FIRST;
}
