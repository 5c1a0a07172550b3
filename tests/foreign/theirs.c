/* Somebody else's functions. */
#include <float.h>

static double calls;

double counted(double x)
{
    return x + ++calls;
}

double shifted(double x, double by, double less)
{
    return x * by - less;
}

double scaled(double x)
{
    return x * DBL_DIG;
}
