/* sizes.c: fixed, computed and empty core dimensions. */
#include <weft/annotate.h>

#include <stdint.h>

WEFT_TYPEVAR(T);

#define SPACE 3

/* Fixed sizes through a macro. */
WEFT_GUVECTORIZE("(3),(3)->(3)", "void(int32[:], int32[:], int32[:])",
                 "void(float32[:], float32[:], float32[:])",
                 "void(float64[:], float64[:], float64[:])")
void cross_product(const T a[SPACE], const T b[SPACE], T c[SPACE])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}
/* A fixed matrix. */
WEFT_GUVECTORIZE()
void apply_matrix(const double A[2][SPACE], const double x[SPACE], double y[2])
{
    for (int i = 0; i < 2; i++) {
        y[i] = 0;
        for (int j = 0; j < SPACE; j++)
            y[i] += A[i][j] * x[j];
    }
}
/* The full convolution. */
WEFT_GUVECTORIZE("(m),(n)->(m+n-1)", "void(int32[:], int32[:], int32[:])",
                 "void(float32[:], float32[:], float32[:])",
                 "void(float64[:], float64[:], float64[:])")
void convolve(size_t m, size_t n, const T x[m], const T y[n], T z[m + n - 1])
{
    for (size_t i = 0; i < m + n - 1; i++)
        z[i] = 0;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            z[i + j] += x[i] * y[j];
}
/* Twice the size; the layout is read from the extents. */
WEFT_GUVECTORIZE()
void repeat_twice(int n, const int16_t x[n], int16_t y[2 * n])
{
    for (int i = 0; i < n; i++)
        y[2 * i] = y[2 * i + 1] = x[i];
}
/* Differences: one less. */
WEFT_GUVECTORIZE("(n)->(n-1)", "void(int64[:], int64[:])", "void(float64[:], float64[:])")
void differences(int64_t n, const T x[n], T y[n - 1])
{
    for (int64_t i = 0; i + 1 < n; i++)
        y[i] = x[i + 1] - x[i];
}
/* Two computed sizes. */
WEFT_GUVECTORIZE("(m,n)->(n+1,2*m)")
void padded(size_t m, size_t n, const float A[m][n], float B[n + 1][2 * m])
{
    for (size_t i = 0; i < n + 1; i++)
        for (size_t j = 0; j < 2 * m; j++)
            B[i][j] = i < n && j < m ? A[j][i] : -1;
}
/* A size that only the given output knows. */
WEFT_GUVECTORIZE("(),()->(n)", "void(float32, float32, float32[:])",
                 "void(float64, float64, float64[:])")
void ramp(size_t n, T start, T slope, T y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = start + slope * (T)i;
}
/* The mean, 0 over nothing. */
WEFT_GUVECTORIZE("(n)->()", "float32(float32[:])", "float64(float64[:])")
T mean(size_t n, const T x[n])
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return n ? sum / (T)n : 0;
}
/* A size of one byte. */
WEFT_GUVECTORIZE("(n)->()")
int32_t small_size(uint8_t n, const int32_t x[n])
{
    int32_t sum = n;
    for (uint8_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
/* Sizes alone: the operands are scalars of no use. */
WEFT_GUVECTORIZE("(m,n),(k)->()")
int64_t sizes_alone(size_t m, int n, unsigned k, const float A[m][n], const float x[k])
{
    return (int64_t)(m * 10000 + (size_t)n * 100 + k);
}
