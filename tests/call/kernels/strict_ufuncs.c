/* strict_ufuncs.c: functions that give the same bits on every instruction set and on the gpu. */
#include <weft/annotate.h>

#include <complex.h>
#include <stdint.h>
#include <tgmath.h>

WEFT_TYPEVAR(T);

/* A product and a sum that must not become one operation. */
WEFT_OPTIONS(strict)
WEFT_VECTORIZE("float32(float32, float32, float32)", "float64(float64, float64, float64)")
T strict_multiply_add(T a, T b, T c)
{
    return a * b + c;
}
/* A polynomial. */
WEFT_OPTIONS(strict)
WEFT_VECTORIZE("float16(float16)", "bfloat16(bfloat16)", "float32(float32)", "float64(float64)")
T strict_polynomial(T x)
{
    return ((x * (T)0.3 - (T)1.7) * x + (T)0.9) * x / (x * x + (T)0.7);
}
/* Roots and fused operations. */
WEFT_OPTIONS(strict)
WEFT_VECTORIZE("float32(float32, float32)", "float64(float64, float64)")
T strict_root(T a, T b)
{
    return sqrt(a * a + b * b) + fma(a, b, a);
}
/* A sum of products, in the order of the index. */
WEFT_OPTIONS(strict)
WEFT_GUVECTORIZE("(n),(n)->()", "float32(float32[:], float32[:])",
                 "float64(float64[:], float64[:])")
T strict_inner(size_t n, const T x[n], const T y[n])
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}
/* A matrix product. */
WEFT_OPTIONS(strict)
WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p)", "void(float32[:,:], float32[:,:], float32[:,:])",
                 "void(float64[:,:], float64[:,:], float64[:,:])")
void strict_matrix_product(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p],
                           T C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            T sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}
/* A complex product. */
WEFT_OPTIONS(strict)
WEFT_VECTORIZE("complex64(complex64, complex64)", "complex128(complex128, complex128)")
T strict_complex_product(T a, T b)
{
    return a * b + a;
}
/* Comparisons and conversions. */
WEFT_OPTIONS(strict)
WEFT_VECTORIZE("int32(float32, float32)", "int32(float64, float64)")
int32_t strict_convert(T a, T b)
{
    return (int32_t)(a * 3 + b) * 2 + (a * b < 1);
}
/* Of integers there is no -0. */
WEFT_OPTIONS(strict)
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T strict_whole(T a)
{
    T whole = (T)(int32_t)a, half = (T)(int64_t)(a / 2);
    return whole + (signbit(whole) ? 100 : 0) + (signbit(half) ? 1000 : 0);
}
/* A complex number that is the same for all items, at any address. */
WEFT_OPTIONS(strict)
WEFT_VECTORIZE("void(float64, complex128[:], float64[:])")
void strict_constant(double a, double complex *z, double *y)
{
    *y = a + 1;
    *z = 1 + 2 * I;
}
