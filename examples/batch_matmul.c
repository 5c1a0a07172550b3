/* batch_matmul.c: a matrix product. The layout says which sizes must agree; every further dimension
 * of an operand is a stack of matrices. */
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

/** The matrix product A B. */
WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p)",
                 "void(float32[:,:], float32[:,:], float32[:,:])",
                 "void(float64[:,:], float64[:,:], float64[:,:])")
void batch_matmul(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            T sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}
