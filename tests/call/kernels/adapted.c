/* adapted.c: functions whose operands are not their parameters one for one, and options that say more
 * of a result than the function does. */
#include <weft/annotate.h>

#include <complex.h>
#include <math.h>
#include <stdint.h>

WEFT_TYPEVAR(T);
WEFT_TYPEVAR(R);

/* ---- what is read and written; the first three are defined in adapted_source.c ---- */

WEFT_GUVECTORIZE("(),(3,3)->(3,3)")
void updated_matrix(double by, double M[3][3]);
/* A pointer, which stands before an input. */
WEFT_GUVECTORIZE("(n),()->(n)")
void updated_row(int n, int32_t *x, int32_t by);
/* Single numbers, two of three; and a result. */
WEFT_GUVECTORIZE("(),()->(),(),(),()")
int updated_numbers(double *first, double *second, float *third);
/* A definition of one's own, where const decides. */
WEFT_GUVECTORIZE("(m,n),(n)->(n)", "void(float16[:,:], float16[:], float16[:])",
                 "void(float32[:,:], float32[:], float32[:])", "void(int8[:,:], int8[:], int8[:])")
void updated_sum(size_t m, size_t n, const T A[m][n], T y[n])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            y[j] = (T)(y[j] + A[i][j]);
}

/* ---- structures, statuses, and what is fixed; all but the last are defined in adapted_source.c ---- */

typedef struct triple {
    double a, b[2];
} triple;

WEFT_GUVECTORIZE("(n,3)->()")
double triple_sum(int n, triple t[]);
WEFT_GUVECTORIZE("(3),()->(3)")
void triple_turn(triple t, double by, triple *turned);
WEFT_GUVECTORIZE("(3)->(3)")
void triple_update(triple *t);
/* All codes are warnings, which nobody asks for: the calls succeed. */
WEFT_VECTORIZE()
WEFT_STATUS("warning <0: below", "warning 2: far above")
int status_of(double x, double *y);
WEFT_GUVECTORIZE("(n)->(n),()")
WEFT_STATUS("warning 1: nothing there")
double *address_of(int n, double *x, double *y);
WEFT_VECTORIZE()
WEFT_OPTIONS(fixed(unit, "km"), fixed(power, (1 + 1)))
double fixed_scale(const char *unit, double x, int power);

/* ---- structures of several types; stamp_move is defined in adapted_source.c ---- */

typedef struct moment {
    int16_t hour;
    double second;
} moment;
typedef struct stamp {
    int8_t kind;
    float place[2];
    triple at;
    moment when[2];
} stamp;

WEFT_VECTORIZE()
double moment_value(moment of)
{
    return of.hour + 2 * of.second;
}
WEFT_VECTORIZE()
void moment_of(double x, moment *made)
{
    made->second = x + 1;
    if (x > 0)
        made->hour = (int16_t)(x > 100 ? 100 : x); /* else it stays 0 */
}
WEFT_GUVECTORIZE("(),(2),(3),(2),(2),()->(),(2),(3),(2),(2)")
void stamp_move(stamp *moved, int by);

/* ---- NaN and what a library calls invalid ---- */

#define INVALID 9e15

WEFT_VECTORIZE()
WEFT_OPTIONS(nan, invalid(INVALID))
double checked_root(double x, double y);
/* A number that float32 rounds. */
WEFT_VECTORIZE("float16(float16, int8)", "float32(float32, int8)", "float64(float64, int8)")
WEFT_OPTIONS(invalid(-0.1))
static T checked_pick(T x, int8_t which)
{
    return which > 2 ? (T)-0.1 : x;
}
/* A NaN is not handed on; an integer beside the result is 0 then. */
WEFT_VECTORIZE("void(float32, float32[:], int32[:])",
               "void(complex128, complex128[:], int32[:])")
WEFT_OPTIONS(nan)
void checked_number(T x, T *y, int32_t *same)
{
    *same = x == x ? 1 : -1;
    *y = x + (T)1;
}
/* One number behind a pointer to const. */
WEFT_GUVECTORIZE("(),()->()")
WEFT_OPTIONS(nan)
double checked_pointer(const double *x, double y);
/* Arrays, and one that is updated. */
WEFT_GUVECTORIZE("(),(n)->(n),(2)", "void(float64, float64[:], float64[:], float64[:])")
WEFT_OPTIONS(nan, invalid(3))
void checked_row(size_t n, double by, double x[n], double ends[2])
{
    ends[0] = n ? x[0] : 3;
    ends[1] = n ? x[n - 1] : 4;
    for (size_t i = 0; i < n; i++)
        x[i] += by;
}
