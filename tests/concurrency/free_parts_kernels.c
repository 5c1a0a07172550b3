/* free_parts_kernels.c: functions with free dimensions, of which a call of few items becomes parts for threads. */
#include <weft/annotate.h>

#include <complex.h>
#include <math.h>
#include <stdint.h>

WEFT_TYPEVAR(T);

/** Distances: a sum that no vector takes. */
WEFT_GUVECTORIZE("(m,d),(n,d)->(m,n)", "void(float32[:,:], float32[:,:], float32[:,:])",
                 "void(float64[:,:], float64[:,:], float64[:,:])")
void distances(int64_t m, int64_t n, int64_t d, const T a[m][d], const T b[n][d], T c[m][n])
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            T sum = 0;
            for (int64_t k = 0; k < d; k++)
                sum += (a[i][k] - b[j][k]) * (a[i][k] - b[j][k]) * (T)0.3;
            c[i][j] = sum;
        }
}

/** Rows scaled to a sum of one, by the C library's exp. */
WEFT_GUVECTORIZE("(m,n)->(m,n)", "void(float32[:,:], float32[:,:])")
void softmax(int64_t m, int64_t n, const float a[m][n], float c[m][n])
{
    for (int64_t i = 0; i < m; i++) {
        float largest = a[i][0], sum = 0;
        for (int64_t j = 1; j < n; j++)
            largest = a[i][j] > largest ? a[i][j] : largest;
        for (int64_t j = 0; j < n; j++) {
            c[i][j] = expf(a[i][j] - largest);
            sum += c[i][j];
        }
        for (int64_t j = 0; j < n; j++)
            c[i][j] /= sum;
    }
}

/** A polynomial for each element, with weights that all share: a loop that becomes vectors. */
WEFT_GUVECTORIZE("(n),(k)->(n)", "void(float64[:], float64[:], float64[:])")
void polynomial(int64_t n, int64_t k, const double x[n], const double w[k], double y[n])
{
    for (int64_t i = 0; i < n; i++) {
        double sum = 0;
        for (int64_t j = 0; j < k; j++)
            sum = sum * x[i] + w[j];
        y[i] = sum;
    }
}

/** Complex products and a scalar; rows of several axes. */
WEFT_GUVECTORIZE("(m,h,n),()->(m,n)", "void(complex64[:,:,:], complex64, complex64[:,:])")
void products(int64_t m, int64_t h, int64_t n, const float complex a[m][h][n], float complex by,
              float complex c[m][n])
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            float complex product = by;
            for (int64_t k = 0; k < h; k++)
                product = product * a[i][k][j] + a[i][0][j] * a[i][h - 1][j];
            c[i][j] = product;
        }
}

/** Two outputs, one of them left as it is in places. */
WEFT_GUVECTORIZE("(m,n)->(m),(m)", "void(int16[:,:], int16[:], int64[:])")
void largest(int64_t m, int64_t n, const int16_t a[m][n], int16_t most[m], int64_t sum[m])
{
    for (int64_t i = 0; i < m; i++) {
        int64_t all = 0;
        for (int64_t j = 0; j < n; j++) {
            all += a[i][j] * (int64_t)a[i][n - 1 - j];
            if (a[i][j] > most[i])
                most[i] = a[i][j];
        }
        sum[i] = all;
    }
}

/** Only the right sides are free, which lie side by side: no part would have rows of the same length. */
WEFT_GUVECTORIZE("(n,n),(n,p)->(n,p)", "void(float64[:,:], float64[:,:], float64[:,:])")
void substitute(int64_t n, int64_t p, const double a[n][n], const double b[n][p], double x[n][p])
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < p; j++) {
            x[i][j] = b[i][j];
            for (int64_t k = 0; k < i; k++)
                x[i][j] -= a[i][k] * x[k][j];
        }
}
