/* flags: --targets=cpu */
/* Dimensions that may be missing. */
#include <weft/annotate.h>

/* A product of matrices and vectors. */
WEFT_GUVECTORIZE("(m?,n),(n,p?)->(m?,p?)")
void product(size_t m, unsigned char n, size_t p, const double A[m][n], const double B[n][p],
             double C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}
