/* linalg.c: the linear algebra gufuncs that ship. Sums are taken in the operands' type and in the
 * order of the index, where nothing else is said; float16 and bfloat16 are computed in float. */
#include <weft/annotate.h>

#include <complex.h>
#include <stdbool.h>
#include <tgmath.h>

WEFT_TYPEVAR(T); /* the type of the operands */
WEFT_TYPEVAR(R); /* the real type that belongs to a complex T */

/* ---- lists of prototypes: matrix × matrix, matrix × vector, … ---- */

#define MATRIX_MATRIX                                                                              \
    "void(bool[:,:], bool[:,:], bool[:,:])", "void(int8[:,:], int8[:,:], int8[:,:])",              \
        "void(uint8[:,:], uint8[:,:], uint8[:,:])", "void(int16[:,:], int16[:,:], int16[:,:])",    \
        "void(uint16[:,:], uint16[:,:], uint16[:,:])", "void(int32[:,:], int32[:,:], int32[:,:])", \
        "void(uint32[:,:], uint32[:,:], uint32[:,:])", "void(int64[:,:], int64[:,:], int64[:,:])", \
        "void(uint64[:,:], uint64[:,:], uint64[:,:])",                                             \
        "void(float16[:,:], float16[:,:], float16[:,:])",                                          \
        "void(bfloat16[:,:], bfloat16[:,:], bfloat16[:,:])",                                       \
        "void(float32[:,:], float32[:,:], float32[:,:])",                                          \
        "void(float64[:,:], float64[:,:], float64[:,:])",                                          \
        "void(complex64[:,:], complex64[:,:], complex64[:,:])",                                    \
        "void(complex128[:,:], complex128[:,:], complex128[:,:])"
#define MATRIX_VECTOR                                                                            \
    "void(bool[:,:], bool[:], bool[:])", "void(int8[:,:], int8[:], int8[:])",                    \
        "void(uint8[:,:], uint8[:], uint8[:])", "void(int16[:,:], int16[:], int16[:])",          \
        "void(uint16[:,:], uint16[:], uint16[:])", "void(int32[:,:], int32[:], int32[:])",       \
        "void(uint32[:,:], uint32[:], uint32[:])", "void(int64[:,:], int64[:], int64[:])",       \
        "void(uint64[:,:], uint64[:], uint64[:])", "void(float16[:,:], float16[:], float16[:])", \
        "void(bfloat16[:,:], bfloat16[:], bfloat16[:])",                                         \
        "void(float32[:,:], float32[:], float32[:])",                                            \
        "void(float64[:,:], float64[:], float64[:])",                                            \
        "void(complex64[:,:], complex64[:], complex64[:])",                                      \
        "void(complex128[:,:], complex128[:], complex128[:])"
#define VECTOR_MATRIX_REAL                                                                       \
    "void(bool[:], bool[:,:], bool[:])", "void(int8[:], int8[:,:], int8[:])",                    \
        "void(uint8[:], uint8[:,:], uint8[:])", "void(int16[:], int16[:,:], int16[:])",          \
        "void(uint16[:], uint16[:,:], uint16[:])", "void(int32[:], int32[:,:], int32[:])",       \
        "void(uint32[:], uint32[:,:], uint32[:])", "void(int64[:], int64[:,:], int64[:])",       \
        "void(uint64[:], uint64[:,:], uint64[:])", "void(float16[:], float16[:,:], float16[:])", \
        "void(bfloat16[:], bfloat16[:,:], bfloat16[:])",                                         \
        "void(float32[:], float32[:,:], float32[:])", "void(float64[:], float64[:,:], float64[:])"
#define VECTOR_MATRIX_COMPLEX                           \
    "void(complex64[:], complex64[:,:], complex64[:])", \
        "void(complex128[:], complex128[:,:], complex128[:])"
#define VECTOR_VECTOR_TO_VECTOR                                                                    \
    "void(int32[:], int32[:], int32[:])", "void(int64[:], int64[:], int64[:])",                    \
        "void(float16[:], float16[:], float16[:])", "void(bfloat16[:], bfloat16[:], bfloat16[:])", \
        "void(float32[:], float32[:], float32[:])", "void(float64[:], float64[:], float64[:])",    \
        "void(complex64[:], complex64[:], complex64[:])",                                          \
        "void(complex128[:], complex128[:], complex128[:])"
#define VECTOR_VECTOR_TO_MATRIX                                                     \
    "void(int32[:], int32[:], int32[:,:])", "void(int64[:], int64[:], int64[:,:])", \
        "void(float16[:], float16[:], float16[:,:])",                               \
        "void(bfloat16[:], bfloat16[:], bfloat16[:,:])",                            \
        "void(float32[:], float32[:], float32[:,:])",                               \
        "void(float64[:], float64[:], float64[:,:])",                               \
        "void(complex64[:], complex64[:], complex64[:,:])",                         \
        "void(complex128[:], complex128[:], complex128[:,:])"
#define VECTOR_VECTOR_REAL                                                                        \
    "int8(int8[:], int8[:])", "uint8(uint8[:], uint8[:])",                                        \
        "int16(int16[:], int16[:])", "uint16(uint16[:], uint16[:])", "int32(int32[:], int32[:])", \
        "uint32(uint32[:], uint32[:])", "int64(int64[:], int64[:])",                              \
        "uint64(uint64[:], uint64[:])", "float16(float16[:], float16[:])",                        \
        "bfloat16(bfloat16[:], bfloat16[:])", "float32(float32[:], float32[:])",                  \
        "float64(float64[:], float64[:])"
#define VECTOR_VECTOR_COMPLEX \
    "complex64(complex64[:], complex64[:])", "complex128(complex128[:], complex128[:])"
#define MATRIX_TO_SCALAR                                                                          \
    "int32(int32[:,:])", "int64(int64[:,:])", "float16(float16[:,:])", "bfloat16(bfloat16[:,:])", \
        "float32(float32[:,:])", "float64(float64[:,:])", "complex64(complex64[:,:])",            \
        "complex128(complex128[:,:])"

/* ---- products ---- */

/** The matrix product A B; one of them, or both, may be a vector. Of bool: whether there is a k with
 * A[i][k] and B[k][j]. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(m?,n),(n,p?)->(m?,p?)", MATRIX_MATRIX)
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

/** The matrix A times the column x. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(m,n),(n)->(m)", MATRIX_VECTOR)
void matvec(size_t m, size_t n, const T A[m][n], const T x[n], T y[m])
{
    for (size_t i = 0; i < m; i++) {
        T sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/** The row x, conjugated where it is complex, times the matrix A. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n),(n,p)->(p)", VECTOR_MATRIX_REAL)
void vecmat(size_t n, size_t p, const T x[n], const T A[n][p], T y[p])
{
    for (size_t j = 0; j < p; j++) {
        T sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += x[k] * A[k][j];
        y[j] = sum;
    }
}

/** The row x, conjugated, times the matrix A. */
WEFT_NAME("vecmat") WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n),(n,p)->(p)", VECTOR_MATRIX_COMPLEX)
void vecmat_complex(size_t n, size_t p, const T x[n], const T A[n][p], T y[p])
{
    for (size_t j = 0; j < p; j++) {
        T sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += conj(x[k]) * A[k][j];
        y[j] = sum;
    }
}

/** The dot product of two vectors, the first one conjugated where it is complex; numbers are summed up in any order. Of
 * bool: whether there is a k with a[k] and b[k]. */
WEFT_NAME("vecdot") WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n),(n)->()", "bool(bool[:], bool[:])")
bool vecdot_bool(size_t n, const bool a[n], const bool b[n])
{
    bool sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/** The dot product of two vectors of real numbers. */
WEFT_NAME("vecdot") WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n),(n)->()", VECTOR_VECTOR_REAL)
T vecdot_real(size_t n, const T a[n], const T b[n])
{
    T sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/** The dot product of two vectors, the first one conjugated; summed up in any order. */
WEFT_NAME("vecdot") WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n),(n)->()", VECTOR_VECTOR_COMPLEX)
T vecdot_complex(size_t n, const T a[n], const T b[n])
{
    T sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += conj(a[k]) * b[k];
    return sum;
}

/** All products of an element of a and an element of b. */
WEFT_GUVECTORIZE("(m),(n)->(m,n)", VECTOR_VECTOR_TO_MATRIX)
void outer(size_t m, size_t n, const T a[m], const T b[n], T C[m][n])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            C[i][j] = a[i] * b[j];
}

/** The cross product of two vectors in space. */
WEFT_GUVECTORIZE("(3),(3)->(3)", VECTOR_VECTOR_TO_VECTOR)
void cross(const T a[3], const T b[3], T c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* ---- numbers that belong to a matrix or a vector ---- */

/** The sum of the diagonal of a square matrix. */
WEFT_GUVECTORIZE("(n,n)->()", MATRIX_TO_SCALAR)
T trace(size_t n, const T A[n][n])
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += A[i][i];
    return sum;
}

/** The Euclidean length of a vector, real where it is complex; squares are summed up in any order. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float16(float16[:])", "bfloat16(bfloat16[:])", "float32(float32[:])",
                 "float64(float64[:])")
T norm(size_t n, const T a[n])
{
    T sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += a[k] * a[k];
    return sqrt(sum);
}

/** The Euclidean length of a complex vector, a real number; squares are summed up in any order. */
WEFT_NAME("norm") WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float32(complex64[:])", "float64(complex128[:])")
R norm_complex(size_t n, const T a[n])
{
    R sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += creal(a[k]) * creal(a[k]) + cimag(a[k]) * cimag(a[k]);
    return sqrt(sum);
}
