/* A sum of products in three orders of loops. */
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p)", "void(float32[:,:], float32[:,:], float32[:,:])")
void matmul(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            T sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

WEFT_GUVECTORIZE()
void matmul_in_place(size_t m, size_t n, size_t p, const double A[m][n], const double B[n][p],
                     double C[m][p])
{
    size_t i, j, k;
    for (i = 0; i < m; i++)
        for (j = 0; j < p; j++)
            C[i][j] = 0;
    for (i = 0; i < m; ++i)
        for (k = 0; k < n; ++k)
            for (j = 0; j < p; ++j)
                C[i][j] += A[i][k] * B[k][j];
}

WEFT_GUVECTORIZE()
double inner(size_t n, const double x[n], const double y[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i += 1)
        sum = sum + x[i] * y[i];
    return sum;
}
