/* kernels.c: the ufuncs of random calls as annotated functions, so that generated kernels are called
 * in every way, too. Each computes what the one of its name in tests/unit/sample_ufuncs.h does. */
#include <stdbool.h>
#include <stdint.h>

#include <weft/annotate.h>

WEFT_TYPEVAR(T);

WEFT_VECTORIZE("int8(int8, int8)", "int32(int32, int32)", "float32(float32, float32)",
               "float64(float64, float64)", "complex128(complex128, complex128)")
T add(T a, T b)
{
    return (T)(a + b);
}

WEFT_VECTORIZE("void(float64, float64, float64[:], float64[:])")
void both(double a, double b, double *sum, double *difference)
{
    *sum = a + b;
    *difference = a - b;
}

/* With a loop, so that hosts compute vectors of items. */
WEFT_VECTORIZE("void(float64, float64, bool[:], float64[:])")
void below(double a, double b, bool *is_below, double *difference)
{
    for (int i = 0; i < 2; i++) {
        *is_below = a < b;
        if (*is_below)
            break;
    }
    *difference = b - a;
}

#define MATRICES(type) "void(" type "[:,:], " type "[:,:], " type "[:,:])"
WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p)", MATRICES("float16"), MATRICES("float32"),
                 MATRICES("float64"))
void matmul(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            T sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

/* Takes rows by their address, so that the core blocks must be contiguous. */
static T dot(size_t n, size_t step, const T *row, const T *column)
{
    T sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += row[k] * column[k * step];
    return sum;
}

WEFT_GUVECTORIZE("(m?,n),(n,p?)->(m?,p?)", MATRICES("float16"), MATRICES("float32"),
                 MATRICES("float64"))
void product(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++)
            C[i][j] = n == 0 ? 0 : dot(n, p, A[i], &B[0][j]);
}

WEFT_GUVECTORIZE("(m),(n)->(m+n-1)")
void convolve(size_t m, size_t n, const double a[m], const double b[n], double y[m + n - 1])
{
    for (size_t i = 0; i < m + n - 1; i++) {
        y[i] = 0;
        for (size_t k = 0; k < m; k++)
            if (k <= i && i - k < n)
                y[i] += a[k] * b[i - k];
    }
}

WEFT_GUVECTORIZE()
void cross(const double a[3], const double b[3], double c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

WEFT_GUVECTORIZE("(),()->(n)")
void ramp(size_t n, double start, double step, double y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = start + (double)i * step;
}

WEFT_GUVECTORIZE("(n)->()")
int64_t count(size_t n, const bool x[n])
{
    int64_t trues = 0;
    for (size_t i = 0; i < n; i++)
        trues += x[i];
    return trues;
}
