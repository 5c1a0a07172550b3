#include <stdlib.h>

#include "made_utility.h"

double linked(double x);
double linked(double x)
{
    double *p = malloc(sizeof *p), y = (*p = x, *p + SCALE + made_utility);
    free(p);
    return y;
}
