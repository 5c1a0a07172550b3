#include <math.h>
#include <weft/annotate.h>

/* Distances: two parallel loops around one in order. */
WEFT_GUVECTORIZE("(m,n),(p,n)->(m,p)", "void(float32[:,:], float32[:,:], float32[:,:])")
void distances(size_t m, size_t n, size_t p, const float A[m][n], const float B[p][n],
               float D[m][p])
{
    for (int i = 0; i < (int)m; i++)
        for (size_t j = 0; j < p; j++) {
            float s = 0;
            for (size_t k = 0; k < n; k++) {
                float t = A[i][k] - B[j][k];
                s += t * t;
            }
            D[i][j] = sqrtf(s);
        }
}

/* The least sum and where it is; a condition. */
WEFT_GUVECTORIZE("(m,n),(n,p)->(p,m),(p,m)",
                 "void(float64[:,:], float64[:,:], float64[:,:], int32[:,:])")
void least(size_t m, size_t n, size_t p, const double A[m][n], const double B[n][p],
           double C[p][m], int W[p][m])
{
    for (size_t j = 0; j < p; j++)
        for (size_t i = 0; i < m; i++) {
            double best = INFINITY;
            int at = -1;
            for (size_t k = 0; k < n; k++) {
                if (A[i][k] < 0)
                    continue;
                double x = A[i][k] + B[k][j];
                if (x < best) {
                    best = x;
                    at = (int)k;
                }
            }
            C[j][i] = best;
            W[j][i] = at;
        }
}

/* Sums that go on from result to result; a triangle; a stencil in place. */
WEFT_GUVECTORIZE("(m,m)->(m,m)", "void(float64[:,:], float64[:,:])")
void running(size_t m, const double A[m][m], double C[m][m])
{
    double s = 0;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            for (size_t k = 0; k < m; k++)
                s += A[i][k] * A[k][j] * A[k][j];
            C[i][j] = s;
        }
}

WEFT_GUVECTORIZE("(m,m)->(m,m)", "void(float64[:,:], float64[:,:])")
void triangle(size_t m, const double A[m][m], double C[m][m])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            double s = 1;
            for (size_t k = 0; k < i; k++)
                s *= A[i][k] + A[k][j];
            C[i][j] = s;
        }
}

WEFT_GUVECTORIZE("(m)->(m)", "void(float64[:], float64[:])")
void smooth(size_t m, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++)
        y[i] = x[i];
    for (size_t i = 1; i + 1 < m; i++)
        y[i] = y[i - 1] + 2 * y[i] + y[i + 1];
}
