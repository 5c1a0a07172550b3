#include <math.h>
#include <weft/annotate.h>

/* The nearest of other points: a parallel loop around one in order, whose elements all rounds read. */
WEFT_GUVECTORIZE("(m,3),(n,3)->(m)", "void(float32[:,:], float32[:,:], int32[:])")
void nearest(size_t m, size_t n, const float X[m][3], const float Y[n][3], int N[m])
{
    for (size_t i = 0; i < m; i++) {
        float best = INFINITY;
        int at = -1;
        for (size_t j = 0; j < n; j++) {
            float d = 0;
            for (size_t c = 0; c < 3; c++)
                d += (X[i][c] - Y[j][c]) * (X[i][c] - Y[j][c]);
            if (d < best) {
                best = d;
                at = (int)j;
            }
        }
        N[i] = at;
    }
}

/* Attention of one head; a row has a name of its own. */
WEFT_GUVECTORIZE("(m,8),(n,8),(n,8)->(m,8)",
                 "void(float32[:,:], float32[:,:], float32[:,:], float32[:,:])")
void attention(size_t m, size_t n, const float Q[m][8], const float K[n][8], const float V[n][8],
               float O[m][8])
{
    for (int i = 0; i < (int)m; i++) {
        float o[8] = {0}, top = -INFINITY, sum = 0;
        const float *q = Q[i];
        for (int j = 0; j < (int)n; j++) {
            float s = 0;
            for (int c = 0; c < 8; c++)
                s += q[c] * K[j][c];
            float next = fmaxf(top, s), keep = expf(top - next), p = expf(s - next);
            sum = sum * keep + p;
            top = next;
            for (int c = 0; c < 8; c++)
                o[c] = o[c] * keep + p * V[j][c];
        }
        for (int c = 0; c < 8; c++)
            O[i][c] = o[c] / sum;
    }
}

/* Two loops in order; columns of a size that is known at a call only. */
WEFT_GUVECTORIZE("(d,m),(n,d)->(m)", "void(float64[:,:], float64[:,:], float64[:])")
void spread(size_t d, size_t m, size_t n, const double X[d][m], const double Y[n][d], double S[m])
{
    for (size_t i = 0; i < m; i++) {
        double mean = 0, sum = 0;
        for (size_t j = 0; j < n; j++)
            for (size_t c = 0; c < d; c++)
                mean += fabs(X[c][i] - Y[j][c]);
        mean /= (double)(n * d);
        for (size_t j = 0; j < n; j++)
            for (size_t c = 0; c < d; c++)
                sum += fabs(X[c][i] - Y[j][c]) > mean;
        S[i] = sum;
    }
}

/* A round reads along with its own row, has another's result, or ends early. */
WEFT_GUVECTORIZE("(m,n),(n)->(m)", "void(float64[:,:], float64[:], float64[:])")
void rows(size_t m, size_t n, const double X[m][n], const double w[n], double S[m])
{
    for (size_t i = 0; i < m; i++) {
        double s = 1;
        for (size_t j = 0; j < n; j++)
            s = s * X[i][j] + w[j];
        S[i] = s;
    }
}

WEFT_GUVECTORIZE("(m),(n)->(m)", "void(float64[:], float64[:], float64[:])")
void chained(size_t m, size_t n, const double *x, const double *y, double *z)
{
    for (size_t i = 1; i < m; i++) {
        double s = z[i - 1];
        for (size_t j = 0; j < n; j++)
            s += x[i] / (y[j] + s);
        z[i] = s;
    }
}

WEFT_GUVECTORIZE("(m),(n)->(m)", "void(float64[:], float64[:], float64[:])")
void some(size_t m, size_t n, const double *x, const double *y, double *z)
{
    for (size_t i = 0; i < m; i++) {
        if (x[i] < 0)
            continue;
        double s = 0;
        for (size_t j = 0; j < n; j++)
            s += x[i] / (y[j] + s);
        z[i] = s;
    }
}

/* An element that may not be there. */
WEFT_GUVECTORIZE("(m),(n),(k)->(k)", "void(float64[:], float64[:], float64[:], float64[:])")
void guarded(size_t m, size_t n, size_t k, const double x[m], const double y[n], const double s[k],
             double z[k])
{
    for (size_t i = 0; i < k; i++) {
        double t = s[i];
        for (size_t j = 0; j < n; j++)
            if (i < m)
                t += x[i] / (y[j] + t);
        z[i] = t;
    }
}
