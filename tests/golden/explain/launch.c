// flags: --device-source sources/launch.cuh
/* What is said of a function that the gpu has a kernel for: no product, team or nest is. */
#include <weft/annotate.h>

WEFT_LAUNCH(blocks((m + 15) / 16, (p + 15) / 16), threads(16, 16))
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p)")
void product(size_t m, size_t n, size_t p, const float a[m][n], const float b[n][p], float c[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            float sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

WEFT_LAUNCH(blocks(n), threads(32))
WEFT_GUVECTORIZE("(n)->(n)")
void linked(size_t n, const double x[n], double y[n]);
