/* Loops inside of a core whose rounds are vectors: a macro before each, and the function of vectors that it calls. */
#include <weft/annotate.h>

#include <math.h>

static float squash(float x) { return 1 / (1 + expf(-x)); }

WEFT_GUVECTORIZE("(m,n),(m)->(m,n)", "void(float32[:,:], float32[:], float32[:,:])")
void by_row(size_t m, size_t n, const float x[m][n], const float bias[m], float y[m][n])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 1; j < n; j++)
            if (x[i][j] > 0)
                y[i][j] = squash(x[i][j]) * (float)j + bias[i];
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float32(float32[:])")
float logsumexp(size_t n, const float x[n])
{
    float most = -INFINITY, sum = 0;
    for (size_t i = 0; i < n; i++)
        most = fmaxf(most, x[i]);
    for (size_t i = 0; i < n; i++)
        sum += expf(x[i] - most);
    return most + logf(sum);
}

/* None of these: a sum in its order; a neighbour; what is written is read elsewhere; strict. */
WEFT_GUVECTORIZE("(n)->()", "float32(float32[:])")
float in_order(size_t n, const float x[n])
{
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += expf(x[i]);
    return sum;
}

WEFT_GUVECTORIZE("(n)->(n)", "void(float32[:], float32[:])")
void neighbours(size_t n, const float x[n], float y[n])
{
    for (size_t i = 1; i < n; i++)
        y[i] = expf(x[i - 1]);
}

WEFT_GUVECTORIZE("(n)->(n)", "void(float32[:], float32[:])")
void runs(size_t n, const float x[n], float y[n])
{
    for (size_t i = 1; i < n; i++)
        y[i] = expf(x[i]) + y[0];
}

WEFT_OPTIONS(strict)
WEFT_GUVECTORIZE("(n)->(n)", "void(float32[:], float32[:])")
void exactly(size_t n, const float x[n], float y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = expf(x[i]);
}
