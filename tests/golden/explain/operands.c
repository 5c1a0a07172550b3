/* Operands that a strided view serves, and those that are packed. */
#include <weft/annotate.h>
WEFT_GUVECTORIZE("(m,n)->(m)")
void rows(size_t m, size_t n, const double *A, double *y)
{
    for (size_t i = 0; i < m; i++) {
        y[i] = 0;
        for (size_t j = 0; j < n; j++)
            y[i] += A[i * n + j];
    }
}
typedef double mat3[3][3];
WEFT_GUVECTORIZE()
double trace(const mat3 A)
{
    double t = 0;
    for (int i = 0; i < 3; i++)
        t += A[i][i];
    return t;
}
WEFT_GUVECTORIZE("(m,n)->()")
double first(size_t m, size_t n, const double A[m][n])
{
    double s = 0;
    for (size_t i = 0; i < m; i++) {
        const double *row = A[i];
        for (size_t j = 0; j < n; j++)
            s += row[j];
    }
    return s + *A[0] + (*A)[0] + 0 [A[0]];
}
