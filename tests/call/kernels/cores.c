/* cores.c: functions with core dimensions. */
#include <weft/annotate.h>

#include <stdbool.h>
#include <stdint.h>

WEFT_TYPEVAR(T);
WEFT_TYPEVAR(R);

#define MATRICES(t) "void(" #t "[:,:], " #t "[:,:], " #t "[:,:])"
/* The matrix product. */
WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p)", MATRICES(int8), MATRICES(uint16), MATRICES(int64),
                 MATRICES(float16), MATRICES(bfloat16), MATRICES(float32), MATRICES(float64),
                 MATRICES(complex64), MATRICES(complex128))
void matrix_product(size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            T sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}
/* A scalar result as returned value; the layout is read from the C types. */
WEFT_GUVECTORIZE("bool(bool[:], bool[:])", "int16(int16[:], int16[:])",
                 "float16(float16[:], float16[:])", "float32(float32[:], float32[:])",
                 "float64(float64[:], float64[:])")
T inner(int n, const T x[n], const T y[n])
{
    T sum = 0;
    for (int i = 0; i < n; i++)
        sum = (T)(sum + x[i] * y[i]);
    return sum;
}
/* Neither layout nor prototypes. */
WEFT_GUVECTORIZE()
void outer_product(size_t m, size_t n, const double x[m], const double y[n], double A[m][n])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            A[i][j] = x[i] * y[j];
}
/* Pointers without extents: the layout says them. */
WEFT_GUVECTORIZE("(n)->(),()", "void(int32[:], int32[:], int32[:])",
                 "void(float64[:], float64[:], float64[:])")
void least_and_most(const T *x, size_t n, T *least, T *most)
{
    *least = *most = n ? x[0] : 0;
    for (size_t i = 1; i < n; i++) {
        if (x[i] < *least)
            *least = x[i];
        if (x[i] > *most)
            *most = x[i];
    }
}
/* A sequential axis: every element needs the one before it. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int64[:], int64[:])", "void(bfloat16[:], bfloat16[:])",
                 "void(float64[:], float64[:])")
void running_sum(int64_t n, const T x[n], T y[n])
{
    for (int64_t i = 0; i < n; i++)
        y[i] = i ? y[i - 1] + x[i] : x[0];
}
/* A row taken as a pointer. */
WEFT_GUVECTORIZE("(m,n)->(m)", "void(int32[:,:], int32[:])", "void(float64[:,:], float64[:])")
void row_totals(size_t m, size_t n, const T A[m][n], T totals[m])
{
    for (size_t i = 0; i < m; i++) {
        const T *row = A[i];
        totals[i] = 0;
        for (size_t j = 0; j < n; j++)
            totals[i] += row[j];
    }
}
/* The transpose: inputs by rows, outputs by columns. */
WEFT_GUVECTORIZE("(m,n)->(n,m)", "void(uint8[:,:], uint8[:,:])", "void(float32[:,:], float32[:,:])",
                 "void(complex128[:,:], complex128[:,:])")
void transposed(size_t m, size_t n, const T A[m][n], T B[n][m])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            B[j][i] = A[i][j];
}
/* Scalars beside arrays, and a size of a narrow type that also counts as a number. */
WEFT_GUVECTORIZE("(),(n),()->(n)", "void(float32, float32[:], float32, float32[:])",
                 "void(float64, float64[:], float64, float64[:])")
void scaled(T by, short n, const T x[n], T offset, T y[n])
{
    for (short i = 0; i < n; i++)
        y[i] = by * x[i] + offset * n;
}
/* An output that is read again while it is computed, and two arrays of outputs. */
WEFT_GUVECTORIZE("(n)->(n),(n)")
void sorted_with_places(size_t n, const double x[n], double y[n], int32_t places[n])
{
    for (size_t i = 0; i < n; i++) {
        size_t j = i;
        for (; j > 0 && y[j - 1] > x[i]; j--) {
            y[j] = y[j - 1];
            places[j] = places[j - 1];
        }
        y[j] = x[i];
        places[j] = (int32_t)i;
    }
}
/* Three core dimensions. */
WEFT_GUVECTORIZE("(a,b,c)->(c,a)", "void(int32[:,:,:], int32[:,:])",
                 "void(float64[:,:,:], float64[:,:])")
void fold_middle(size_t a, size_t b, size_t c, const T A[a][b][c], T B[c][a])
{
    for (size_t i = 0; i < a; i++)
        for (size_t k = 0; k < c; k++) {
            T sum = 0;
            for (size_t j = 0; j < b; j++)
                sum += A[i][j][k] * (T)(j + 1);
            B[k][i] = sum;
        }
}
/* Two type variables, mixed dtypes, bools out. */
WEFT_GUVECTORIZE("(n),()->(n),()", "void(int32[:], float64, bool[:], int64)",
                 "void(float32[:], float32, bool[:], int64)")
void above(size_t n, const T x[n], R limit, bool y[n], int64_t *how_many)
{
    *how_many = 0;
    for (size_t i = 0; i < n; i++) {
        y[i] = x[i] > limit;
        *how_many += y[i];
    }
}
/* A structured loop over a local array of fixed size. */
WEFT_GUVECTORIZE("(n)->(4)")
void remainders(size_t n, const uint8_t x[n], uint32_t counts[4])
{
    uint32_t own[4] = {0};
    for (size_t i = 0; i < n; i++)
        own[x[i] & 3]++;
    for (int k = 0; k < 4; k++)
        counts[k] = own[k];
}
/* Pointers without extents, to matrices. */
WEFT_GUVECTORIZE("(m,n)->(n,m)", "void(int16[:,:], int16[:,:])", "void(float32[:,:], float32[:,:])")
void flat_transposed(size_t m, size_t n, const T *A, T *B)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            B[j * m + i] = A[i * n + j];
}
/* Pointers that walk. */
WEFT_GUVECTORIZE("(m,n)->(m)", "void(float64[:,:], float64[:])")
void walking_totals(const size_t m, const size_t n, const T *restrict A, T *restrict y)
{
    for (const T *row = A; row < A + m * n; row += n) {
        *y = 0;
        for (const T *at = row; at < row + n; at++)
            *y += *at;
        y++;
    }
}
/* Addresses of rows and elements, pointer arithmetic on operands. */
WEFT_GUVECTORIZE("(m,n)->(),()")
void addresses(int m, int n, const double A[m][n], double *total, double *twice)
{
    const double *first = m && n ? &A[0][0] : 0;
    *total = *twice = 0;
    for (int i = 0; i < m * n; i++)
        *total += first[i];
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            *twice += *(A[i] + j) + (*(A + i))[j];
}
