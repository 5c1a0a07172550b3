/* What the library of twin_kernels.c links. */
#include <stddef.h>

double outside(double x);
double linked(double x);
double total(size_t n, const double *x, double *last);

double outside(double x)
{
    return x;
}

double linked(double x)
{
    return x * 5;
}

double total(size_t n, const double *x, double *last)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += *last = x[i];
    return sum;
}
