/* Sums of products that are none of a contraction: each differs from one in a detail. */
#include <weft/annotate.h>

/* sum is never set back to zero */
WEFT_GUVECTORIZE()
void running(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    double sum = 0;
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* only the first element is set to zero */
WEFT_GUVECTORIZE()
void unset(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    y[0] = 0;
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < n; k++)
            y[i] += A[i][k] * x[k];
}

/* not from the beginning */
WEFT_GUVECTORIZE()
double tail(size_t n, const double x[n], const double y[n])
{
    double sum = 0;
    for (size_t k = 1; k < n; k++)
        sum += x[k] * y[k];
    return sum;
}

/* y[k] is overwritten in each round of i */
WEFT_GUVECTORIZE()
void overwritten(size_t m, size_t n, const double A[m][n], const double B[m][n], double y[n])
{
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < n; k++) {
            double sum = 0;
            for (size_t j = 0; j < n; j++)
                sum += A[i][j] * B[i][j];
            y[k] = sum;
        }
}

/* this one is: the order of the loops does not matter */
WEFT_GUVECTORIZE()
void gram(size_t m, size_t n, const float A[m][n], float C[n][n])
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            C[i][j] = 0;
    for (size_t k = 0; k < m; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                C[i][j] += A[k][i] * A[k][j];
}
