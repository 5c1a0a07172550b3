/* effects.c: functions that write to their inputs, and functions that leave outputs as they are. */
#include <weft/annotate.h>

#include <stdint.h>

WEFT_TYPEVAR(T);
WEFT_TYPEVAR(R);

/* ---- inputs that are written; the definitions stand in effects_source.c ---- */

/* One axis, of a fixed size: a helper writes to one input, a pointer to the other. */
WEFT_GUVECTORIZE("(3),(3)->(3)")
void written_vectors(double a[3], double b[3], double y[3]);
/* Two axes; float16 is cast. */
WEFT_GUVECTORIZE("(m,n)->(n)", "void(float16[:,:], float16[:])", "void(float32[:,:], float32[:])")
void written_matrix(size_t m, size_t n, float A[m][n], float y[n]);
/* Blocks of any size, and of another dtype than the output. */
WEFT_GUVECTORIZE("(n),()->()")
void written_row(size_t n, int32_t x[n], int32_t by, int64_t *total);
/* Not written after all. */
WEFT_GUVECTORIZE("(n)->()")
void read_row(size_t n, double x[n], double *total);

/* ---- outputs that are left alone ---- */

/* An error code instead of a result. */
WEFT_VECTORIZE("int32(int8, int8[:])", "int32(int64, int64[:])", "int32(float16, float16[:])",
               "int32(bfloat16, bfloat16[:])", "int32(float32, float32[:])",
               "int32(float64, float64[:])")
int32_t with_code(T x, T *y)
{
    if (x < 0)
        return 1;
    *y = x;
    return 0;
}
/* One of two. */
WEFT_VECTORIZE("void(uint8, int16, uint8[:], int16[:])",
               "void(complex128, float32, complex128[:], float32[:])")
void one_of_two(T x, R which, T *first, R *second)
{
    if (which < 2)
        *first = x;
    else
        *second = which;
}
/* An output that is read. */
WEFT_VECTORIZE("void(int32, int32[:])", "void(float64, float64[:])")
void least_so_far(T x, T *least)
{
    *least = x < *least ? x : *least;
}
/* By a helper that may not. */
static void put_if(int yes, double x, double *y)
{
    if (yes)
        *y = x;
}
WEFT_VECTORIZE()
void put_positive(double x, double *y)
{
    put_if(x > 0, x, y);
}
/* Another's function. */
WEFT_VECTORIZE()
int declared_code(double x, double *y);
/* Scalars beside an array. */
WEFT_GUVECTORIZE("(n)->(),()", "void(int32[:], int32[:], int64[:])",
                 "void(float16[:], float16[:], int64[:])", "void(float64[:], float64[:], int64[:])")
void first_above(size_t n, const T x[n], T *value, int64_t *place)
{
    for (size_t i = 0; i < n; i++)
        if (x[i] > 4) {
            *value = x[i];
            *place = (int64_t)i;
            return;
        }
}
/* Elements of an array. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int16[:], int16[:])", "void(float16[:], float16[:])",
                 "void(float32[:], float32[:])", "void(complex128[:], complex128[:])")
void every_other(size_t n, const T x[n], T y[n])
{
    for (size_t i = 1; i < n; i += 2)
        y[i] = x[i];
}
/* Parts of an array of a fixed size. */
WEFT_GUVECTORIZE("()->(2,2)")
void some_of_four(int32_t which, double y[2][2])
{
    switch (which) {
    case 1:
        y[0][0] = 1;
        break;
    case 2:
        y[0][1] = y[1][0] = 2;
        /* fall through */
    case 3:
        y[1][1] = 3;
        break;
    default:
        break;
    }
}
