/* lists.c: functions of lists. What they compute of whole numbers is exact in any order. */
#include <stdbool.h>
#include <stdint.h>
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n~)->()", "float16(float16[:])", "float32(float32[:])", "float64(float64[:])")
T list_sum(size_t n, const T x[n])
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

WEFT_GUVECTORIZE("(),(n~)->(n~)", "void(float32, float32[:], float32[:])",
                 "void(float64, float64[:], float64[:])")
void list_scale(size_t n, T a, const T x[n], T y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + (T)n;
}

/* What a list comes to so far, and in all. */
WEFT_GUVECTORIZE("(n~)->(n~),()", "void(int32[:], int32[:], int32[:])",
                 "void(float64[:], float64[:], float64[:])")
void list_running(size_t n, const T x[n], T y[n], T *last)
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        y[i] = sum += x[i];
    *last = sum;
}

WEFT_GUVECTORIZE("(n~),(m~)->()", "float64(float64[:], float64[:])")
double list_pairs(size_t n, size_t m, const double x[n], const double y[m])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            sum += x[i] * y[j];
    return sum + (double)n - 2 * (double)m;
}

WEFT_GUVECTORIZE("(n~,3)->(3)", "void(float32[:,:], float32[:])")
void list_rows(size_t n, const float x[n][3], float y[3])
{
    for (int k = 0; k < 3; k++) {
        y[k] = 0;
        for (size_t i = 0; i < n; i++)
            y[k] += x[i][k];
    }
}

WEFT_GUVECTORIZE("(3),(n~)->()", "float64(float64[:], float64[:])")
double list_weighed(size_t n, const double w[3], const double x[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return w[0] + w[1] * sum + w[2] * (double)n;
}

WEFT_GUVECTORIZE("(n~),(n~),(n~)->()", "float32(float32[:], float32[:], float32[:])")
float list_volume(size_t n, const float x[n], const float y[n], const float z[n])
{
    float sum = (float)n;
    for (size_t i = 0; i < n; i++)
        sum += x[i] - y[i] * z[i];
    return sum;
}

/* It works in its input, which stays as it was for the caller. */
WEFT_GUVECTORIZE("(n~)->()", "float64(float64[:])")
double list_spread(size_t n, double x[n])
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && x[k] < x[k - 1]; k--) {
            const double kept = x[k];
            x[k] = x[k - 1];
            x[k - 1] = kept;
        }
    return n ? x[n - 1] - x[0] : -1;
}

WEFT_OPTIONS(index(i))
WEFT_GUVECTORIZE("(n~)->()", "int64(uint8[:])")
int64_t list_numbered(size_t n, const uint8_t x[n], int64_t i)
{
    int64_t sum = 1000 * i;
    for (size_t k = 0; k < n; k++)
        sum += x[k];
    return sum;
}

/* Elements below 0 are left alone. */
WEFT_GUVECTORIZE("(n~)->(n~)", "void(float64[:], float64[:])")
void list_marked(size_t n, const double x[n], double y[n])
{
    for (size_t i = 0; i < n; i++)
        if (x[i] >= 0)
            y[i] = x[i] + 0.5;
}

WEFT_GUVECTORIZE("(n~)->()", "uint8(bool[:])")
uint8_t list_short(uint8_t n, const bool x[n])
{
    uint8_t count = 0;
    for (uint8_t i = 0; i < n; i++)
        count = (uint8_t)(count + x[i]);
    return count;
}

WEFT_STATUS("error >0: a list that is too long")
WEFT_GUVECTORIZE("(n~)->(),()")
int32_t list_judged(size_t n, const double x[n], double *first)
{
    *first = n ? x[0] : -1;
    return n > 5 ? 1 : 0;
}
