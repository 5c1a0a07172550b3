/* Sums of products that are more than a sum in one dtype, and that tiles compute all the same. */
#include <weft/annotate.h>

#include <math.h>
#include <stddef.h>

WEFT_TYPEVAR(T);

/* alpha A B + beta D */
WEFT_GUVECTORIZE("(m,n),(n,p),(),(),(m,p)->(m,p)",
                 "void(float32[:,:], float32[:,:], float32, float32, float32[:,:], float32[:,:])",
                 "void(int64[:,:], int64[:,:], int64, int64, int64[:,:], int64[:,:])")
void gemm(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T alpha, T beta,
          const T D[m][p], T C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            T sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = alpha * sum + beta * D[i][j];
        }
}

/* a layer of a network: a bias, and no negative results */
WEFT_GUVECTORIZE()
void layer(size_t m, size_t n, size_t p, const float A[m][n], const float B[n][p],
           const float bias[p], float C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            float sum = bias[j];
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum > 0 ? sum : 0;
        }
}

/* the same behind the sum, in double, with a limit */
WEFT_GUVECTORIZE()
void limited(size_t m, size_t n, size_t p, const float A[m][n], const float B[n][p],
             const float bias[p], float C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            sum += bias[j];
            if (sum < 0)
                sum = 0;
            C[i][j] = fmin(sum, 6);
        }
}

/* rows that follow each other in memory; products in double, taken away */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat(int m, int n, const float *A, const float *x, double *y)
{
    for (int i = 0; i < m; i++) {
        double sum = 1;
        for (int k = 0; k < n; k++)
            sum -= (double)A[i * n + k] * x[k];
        y[i] = sum;
    }
}

/* products of 32 bits wrap before they are summed in 64 */
WEFT_GUVECTORIZE()
long wide_dot(size_t n, const int x[n], const int y[n])
{
    long sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += x[k] * y[k];
    return sum;
}
