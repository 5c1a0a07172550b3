/* effects_source.c: the functions that effects.c declares. */
#include <stddef.h>
#include <stdint.h>

static void scale(double v[3], double by)
{
    for (int i = 0; i < 3; i++)
        v[i] *= by;
}

void written_vectors(double a[3], double b[3], double y[3])
{
    double *last = b + 2;
    scale(a, 2);
    *last += 1;
    for (int i = 0; i < 3; i++)
        y[i] = a[i] * b[i];
}

void written_matrix(size_t m, size_t n, float A[m][n], float y[n])
{
    for (size_t i = 1; i < m; i++)
        for (size_t j = 0; j < n; j++)
            A[i][j] += A[i - 1][j];
    for (size_t j = 0; j < n; j++)
        y[j] = m ? A[m - 1][j] : 0;
}

void written_row(size_t n, int32_t x[n], int32_t by, int64_t *total)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] += by;
    *total = sum;
}

void read_row(size_t n, double x[n], double *total)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    *total = sum;
}

int declared_code(double x, double *y)
{
    if (x < 0)
        return 1;
    *y = x;
    return 0;
}
