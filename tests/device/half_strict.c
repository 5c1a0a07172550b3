/* half_strict.c: a strict product of 16-bit floating numbers, which is summed in order everywhere. */
#include <weft/annotate.h>

#include <stddef.h>

WEFT_TYPEVAR(T); /* of the factors */
WEFT_TYPEVAR(R); /* of the result */

WEFT_OPTIONS(strict)
WEFT_GUVECTORIZE("(m,k),(k,n)->(m,n)", "void(float16[:,:], float16[:,:], float16[:,:])",
                 "void(bfloat16[:,:], bfloat16[:,:], float32[:,:])")
void in_order(size_t m, size_t k, size_t n, const T a[m][k], const T b[k][n], R c[m][n])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++) {
            float sum = 0;
            for (size_t q = 0; q < k; q++)
                sum += a[i][q] * b[q][j];
            c[i][j] = sum;
        }
}
