/* What explain/effects.c declares. */
#include <string.h>

static double sum3(const double v[3]) { return v[0] + v[1] + v[2]; }
static void clear3(double *v) { v[0] = v[1] = v[2] = 0; }
static void descend3(double v[3], int deep)
{
    if (deep)
        descend3(v, deep - 1);
    else
        v[1] = 1;
}

double reads(double v[3], double m[2][3])
{
    double *row, copy[3];
    const double *end = v + 3;
    memcpy(copy, v, sizeof copy);
    row = m[1];
    return sum3(v) + row[2] + *(m[0] + 1) + end[-1] + copy[0];
}
double writes_by_helper(double v[3])
{
    clear3(v);
    return v[0];
}
double writes_by_row(double m[2][3])
{
    const double *first = m[0];
    double *row = (double *)first;
    *row++ = 1;
    return m[1][0];
}
double writes_deep(double v[3])
{
    descend3(v, 2);
    return v[1];
}
double writes_by_library(double v[3])
{
    memset(v, 0, sizeof(double));
    return v[0];
}
double writes_out_of_sight(double v[3])
{
    double *p[1] = {v};
    return *p[0] = 1;
}
