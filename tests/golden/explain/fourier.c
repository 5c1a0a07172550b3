/* Transforms of a user's own; sizes that are divided, as they are written and as they are told. */
#include <complex.h>
#include <math.h>
#include <weft/annotate.h>

WEFT_OPTIONS(fourier(real))
WEFT_GUVECTORIZE("(m,n),()->(m,n/2+1)")
void spectrum(size_t m, size_t n, const float x[m][n], float scale, float complex y[m][n / 2 + 1])
{
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < n / 2 + 1; k++)
            y[i][k] = n ? x[i][k] * scale : 0;
}

WEFT_GUVECTORIZE()
void every_third(size_t m, size_t n, const double x[m], const double w[n], double y[2 * m + 5 * n / 3 - 1])
{
    for (size_t k = 0; k < 2 * m + 5 * n / 3 - 1; k++)
        y[k] = x[k % m] * w[k % n];
}

WEFT_GUVECTORIZE("(n)->(4*n/2)")
void twice(size_t n, const double x[n], double y[2 * n])
{
    for (size_t i = 0; i < 2 * n; i++)
        y[i] = x[i / 2];
}
