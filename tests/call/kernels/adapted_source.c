/* adapted_source.c: the functions that adapted.c declares. */
#include <math.h>
#include <stdint.h>

void updated_matrix(double by, double M[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            double kept = M[i][j] * by;
            M[i][j] = M[j][i];
            M[j][i] = kept;
        }
}

void updated_row(int n, int32_t *x, int32_t by)
{
    for (int i = 1; i < n; i++)
        x[i] += by * x[i - 1];
}

int updated_numbers(double *first, double *second, float *third)
{
    double sum = *first + *second;
    *second = *first;
    *first = sum;
    *third = (float)(sum > 0);
    return sum < 0;
}

double checked_root(double x, double y)
{
    if (isnan(x) || isnan(y))
        return 17;
    return x < 0 ? 9e15 : x * y;
}

double checked_pointer(const double *x, double y)
{
    return *x != *x ? 17 : *x - y;
}
