/* The same products, means and searches, spelled as people do: their normal forms. */
#include <weft/annotate.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
WEFT_TYPEVAR(T);
static T dot(size_t n, const T *a, const T *b, size_t s){ T r = 0; for (size_t k=0;k<n;k++) r += a[k]*b[k*s]; return r; }
static T dotw(int n, const T *a, const T *b, int s){ T r = 0; while (n-- > 0) { r += *a++ * *b; b += s; } return r; }
#define SIG WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p)", "void(float32[:,:], float32[:,:], float32[:,:])","void(float64[:,:], float64[:,:], float64[:,:])")
SIG
void mm_int(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    for (int i = 0; i < (int)m; i++)
        for (int j = 0; j < (int)p; j++) {
            T s = 0;
            for (int k = 0; k < (int)n; k++)
                s += A[i][k] * B[k][j];
            C[i][j] = s;
        }
}
SIG
void mm_helper(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++)
            C[i][j] = dot(n, A[i], &B[0][j], p);
}
SIG
void mm_helperw(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++)
            C[i][j] = dotw((int)n, A[i], &B[0][j], (int)p);
}
SIG
void mm_ikj(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < p; j++)
            C[i][j] = 0;
        for (size_t k = 0; k < n; k++) {
            T a = A[i][k];
            for (size_t j = 0; j < p; j++)
                C[i][j] += a * B[k][j];
        }
    }
}
SIG
void mm_walk(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    const T *row = &A[0][0];
    T *c = &C[0][0];
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < p; j++) {
            const T *a = row, *b = &B[0][j];
            T s = 0;
            for (size_t k = 0; k < n; k++) {
                s += *a++ * *b;
                b += p;
            }
            *c++ = s;
        }
        row += n;
    }
}
SIG
void mm_while(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    unsigned i, j, k;
    i = 0;
    while (i < m) {
        const T *a = A[i];
        j = 0;
        do {
            T s = 0;
            for (k = 1; k <= n; ++k)
                s += a[k - 1] * B[k - 1][j];
            C[i][j] = s;
        } while (++j < p);
        i++;
    }
}
SIG
void mm_down(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    for (size_t i = m; i-- > 0;)
        for (int j = (int)p - 1; j >= 0; j--) {
            T s = 0;
            for (size_t k = 0; k < n; k++)
                s += A[i][k] * B[k][j];
            C[i][j] = s;
        }
}
SIG
void mm_flat(size_t m, size_t n, size_t p, const T *A, const T *B, T *C)
{
    for (short i = 0; i < m; i++)
        for (int j = 0; j < p; j++) {
            T s = 0;
            for (int k = 0; k < n; k++)
                s += A[i * n + k] * B[k * p + j];
            C[i * p + j] = s;
        }
}
WEFT_GUVECTORIZE("(n)->()", "void(float32[:], float32[:])","void(float64[:], float64[:])")
WEFT_OPTIONS(reorderable)
void mean_ptr(size_t n, const T *x, T *y)
{
    T s = 0;
    for (const T *e = x + n; x != e; x++)
        s += *x;
    *y = s / (T)n;
}
WEFT_GUVECTORIZE("(n)->()", "void(float32[:], int32[:])","void(float64[:], int32[:])")
void amax(int n, const T *x, int *y)
{
    int at = 0;
    for (int i = 1; i < n; i++)
        if (x[i] > x[at]) at = i;
    *y = at;
}
WEFT_GUVECTORIZE("(n)->(n)", "void(float32[:], float32[:])","void(float64[:], float64[:])")
void soft(size_t n, const T x[n], T y[n])
{
    T m = x[0], s = 0;
    for (int i = 1; i < (int)n; i++)
        if (x[i] > m) m = x[i];
    for (int i = 0; i < (int)n; i++) { y[i] = (T)exp(x[i] - m); s += y[i]; }
    for (int i = 0; i < (int)n; i++) y[i] /= s;
}
