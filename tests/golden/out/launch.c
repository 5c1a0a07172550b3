// flags: --device-source parts/launch.cuh
/* A kernel of the gpu's own: the hosts' function and what it needs stay with the hosts. */
#include <stdio.h>
#include <weft/annotate.h>

WEFT_TYPEVAR(T);
typedef long rows;
#define BLOCK 32

static T twice(T x) { return x * 2; }

WEFT_LAUNCH(blocks((n + BLOCK - 1) / BLOCK, min(m, 7)), threads(BLOCK, 2), shared(threads * sizeof(*x) + 2 * (3 - 1)))
WEFT_GUVECTORIZE("(m,n),()->(n),()", "void(float32[:,:], float32, float32[:], int64[:])",
                 "void(float16[:,:], float16, float16[:], int64[:])")
void columns(rows m, int n, const T x[m][n], T weight, T sum[n], rows *count)
{
    for (int j = 0; j < n; j++) {
        sum[j] = 0;
        for (rows i = 0; i < m; i++)
            sum[j] += twice(x[i][j]) * weight;
    }
    *count = m;
}
