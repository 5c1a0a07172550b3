/* Nests whose loops have another order than their tiles, or that are several. */
#include <math.h>
#include <stddef.h>
#include <weft/annotate.h>

/* Zeros, sums row by row, a factor. */
WEFT_GUVECTORIZE("(m,n),(n,p),()->(m,p)", "void(float64[:,:], float64[:,:], float64, float64[:,:])")
void squares(size_t m, size_t n, size_t p, const double A[m][n], const double B[n][p], double c,
             double C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++)
            C[i][j] = 0;
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < n; k++) {
            const double a = A[i][k] * A[i][k];
            for (size_t j = 0; j < p; j++)
                C[i][j] += a * B[k][j];
        }
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++)
            C[i][j] *= c;
}

/* The order of the sums outside; what is there already goes on. */
WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p)", "void(float64[:,:], float64[:,:], float64[:,:])")
void shorter(size_t m, size_t n, size_t p, const double A[m][n], const double B[n][p],
             double C[m][p])
{
    for (int k = 0; k < (int)n; k++)
        for (int i = 0; i < (int)m; i++) {
            if (A[i][k] < 0)
                continue;
            for (int j = 0; j < (int)p; j++)
                C[i][j] = fmin(C[i][j], A[i][k] + B[k][j]);
        }
}

/* Within a row, and how often. */
WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p),(m,p)",
                 "void(float64[:,:], float64[:,:], float64[:,:], int32[:,:])")
void counted(size_t m, size_t n, size_t p, const double A[m][n], const double B[n][p],
             double C[m][p], int W[m][p])
{
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < p; j++) {
            C[i][j] = 1;
            W[i][j] = 0;
        }
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < p; j++)
                if (B[k][j] > A[i][k]) {
                    C[i][j] *= B[k][j] - A[i][k];
                    W[i][j]++;
                }
    }
}

/* No such: a result that needs another; a sum along the row; zeros of some results alone, which
 * stay before the tiles. */
WEFT_GUVECTORIZE("(m,n),(n,m)->(m,m)", "void(float64[:,:], float64[:,:], float64[:,:])")
void neighbours(size_t m, size_t n, const double A[m][n], const double B[n][m], double C[m][m])
{
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t j = 1; j < m; j++)
                C[i][j] += A[i][k] * C[i][j - 1] * B[k][j];
}

WEFT_GUVECTORIZE("(m,n),(n,m)->(m,m)", "void(float64[:,:], float64[:,:], float64[:,:])")
void turned(size_t m, size_t n, const double A[m][n], const double B[n][m], double C[m][m])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++)
            C[i][j] = 0;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < m; j++)
                C[i][j] += A[i][k] * A[i][k] * B[k][j];
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++)
            C[i][j] += C[j][i];
}

WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p)", "void(float64[:,:], float64[:,:], float64[:,:])")
void rising(size_t m, size_t n, size_t p, const double A[m][n], const double B[n][p],
            double C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < n; k++) {
            double sum = 0;
            for (size_t j = 0; j < p; j++) {
                sum += B[k][j];
                C[i][j] += A[i][k] * A[i][k] * sum;
            }
        }
}

WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p)", "void(float64[:,:], float64[:,:], float64[:,:])")
void partly(size_t m, size_t n, size_t p, const double A[m][n], const double B[n][p],
            double C[m][p])
{
    for (size_t i = 1; i < m; i++)
        for (size_t j = 0; j < p; j++)
            C[i][j] = 0;
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < p; j++)
                C[i][j] += A[i][k] * A[i][k] * B[k][j];
}
