/* half_kernels.c: products of 16-bit floating numbers, which a GPU sums in float by its unit for matrices; gpu_halves.c
 * knows by their names what they compute. */
#include <weft/annotate.h>

#include <math.h>
#include <stddef.h>

WEFT_TYPEVAR(T); /* of the factors */
WEFT_TYPEVAR(R); /* of the result */

WEFT_GUVECTORIZE("(m,k),(k,n)->(m,n)", "void(float16[:,:], float16[:,:], float16[:,:])",
                 "void(bfloat16[:,:], bfloat16[:,:], bfloat16[:,:])")
void plain(size_t m, size_t k, size_t n, const T a[m][k], const T b[k][n], R c[m][n])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++) {
            float sum = 0;
            for (size_t q = 0; q < k; q++)
                sum += a[i][q] * b[q][j];
            c[i][j] = sum;
        }
}

/* The sums themselves. */
WEFT_GUVECTORIZE("(m,k),(k,n)->(m,n)", "void(float16[:,:], float16[:,:], float32[:,:])",
                 "void(bfloat16[:,:], bfloat16[:,:], float32[:,:])")
void kept(size_t m, size_t k, size_t n, const T a[m][k], const T b[k][n], R c[m][n])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++) {
            float sum = 0;
            for (size_t q = 0; q < k; q++)
                sum += a[i][q] * b[q][j];
            c[i][j] = sum;
        }
}

/* The sum starts at an element of the input. */
WEFT_GUVECTORIZE("(m,k),(k,n),(m,n)->(m,n)",
                 "void(float16[:,:], float16[:,:], float16[:,:], float16[:,:])",
                 "void(bfloat16[:,:], bfloat16[:,:], float32[:,:], float32[:,:])")
void started(size_t m, size_t k, size_t n, const T a[m][k], const T b[k][n], const R d[m][n],
             R c[m][n])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++) {
            float sum = d[i][j];
            for (size_t q = 0; q < k; q++)
                sum += a[i][q] * b[q][j];
            c[i][j] = sum;
        }
}

/* A factor, a summand of the column's, and no result below 0. */
WEFT_GUVECTORIZE("(m,k),(k,n),(n),()->(m,n)",
                 "void(float16[:,:], float16[:,:], float16[:], float16, float16[:,:])",
                 "void(bfloat16[:,:], bfloat16[:,:], float32[:], float32, float32[:,:])")
void finished(size_t m, size_t k, size_t n, const T a[m][k], const T b[k][n], const R d[n], R alpha,
              R c[m][n])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++) {
            float sum = 0;
            for (size_t q = 0; q < k; q++)
                sum += a[i][q] * b[q][j];
            c[i][j] = fmaxf(alpha * sum + d[j], 0.0f);
        }
}
