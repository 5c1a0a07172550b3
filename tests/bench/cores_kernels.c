/* Functions with core dimensions whose blocks are small: what cores.c times. */
#include <stddef.h>
#include <tgmath.h>
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

WEFT_GUVECTORIZE("(3,3)->(3,3)", "void(float32[:,:], float32[:,:])",
                 "void(float64[:,:], float64[:,:])")
void inverse3(const T A[3][3], T B[3][3])
{
    T a = A[1][1] * A[2][2] - A[1][2] * A[2][1];
    T b = A[1][2] * A[2][0] - A[1][0] * A[2][2];
    T c = A[1][0] * A[2][1] - A[1][1] * A[2][0];
    T d = 1 / (A[0][0] * a + A[0][1] * b + A[0][2] * c);
    B[0][0] = a * d;
    B[1][0] = b * d;
    B[2][0] = c * d;
    B[0][1] = (A[0][2] * A[2][1] - A[0][1] * A[2][2]) * d;
    B[1][1] = (A[0][0] * A[2][2] - A[0][2] * A[2][0]) * d;
    B[2][1] = (A[0][1] * A[2][0] - A[0][0] * A[2][1]) * d;
    B[0][2] = (A[0][1] * A[1][2] - A[0][2] * A[1][1]) * d;
    B[1][2] = (A[0][2] * A[1][0] - A[0][0] * A[1][2]) * d;
    B[2][2] = (A[0][0] * A[1][1] - A[0][1] * A[1][0]) * d;
}

WEFT_GUVECTORIZE("(3),(3)->(3)", "void(float32[:], float32[:], float32[:])",
                 "void(float64[:], float64[:], float64[:])")
void cross(const T a[3], const T b[3], T c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

WEFT_GUVECTORIZE("(n,n)->(n,n)", "void(float32[:,:], float32[:,:])",
                 "void(float64[:,:], float64[:,:])")
void cholesky(size_t n, const T A[n][n], T L[n][n])
{
    for (size_t j = 0; j < n; j++) {
        T sum = A[j][j];
        for (size_t k = 0; k < j; k++)
            sum -= L[j][k] * L[j][k];
        T root = sqrt(sum);
        L[j][j] = root;
        for (size_t i = 0; i < j; i++)
            L[i][j] = 0;
        for (size_t i = j + 1; i < n; i++) {
            T s = A[i][j];
            for (size_t k = 0; k < j; k++)
                s -= L[i][k] * L[j][k];
            L[i][j] = s / root;
        }
    }
}

WEFT_GUVECTORIZE("(n),()->(n)", "void(float32[:], float32, float32[:])",
                 "void(float64[:], float64, float64[:])")
void smooth(size_t n, const T *x, T a, T *y)
{
    T state = n ? x[0] : 0;
    for (size_t i = 0; i < n; i++) {
        state += a * (x[i] - state);
        y[i] = state;
    }
}

WEFT_GUVECTORIZE("(n),()->()", "float32(float32[:], float32)", "float64(float64[:], float64)")
T polynomial(size_t n, const T *c, T x)
{
    T sum = 0;
    for (size_t i = n; i-- > 0;)
        sum = sum * x + c[i];
    return sum;
}

WEFT_GUVECTORIZE("(n)->()", "float32(float32[:])", "float64(float64[:])")
T norm(size_t n, const T a[n])
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sqrt(sum);
}
