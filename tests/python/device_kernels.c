/* device_kernels.c: functions for test_device.py, so few that a stand-in of their own is soon made. */
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

/** a x + y. */
WEFT_VECTORIZE("int32(int32, int32, int32)", "float32(float32, float32, float32)",
               "float64(float64, float64, float64)")
T axpy(T a, T x, T y) { return a * x + y; }

/** The sum of each row. */
WEFT_GUVECTORIZE("(n)->()", "void(float64[:], float64[:])")
void total(size_t n, const double x[n], double *y)
{
    *y = 0;
    for (size_t i = 0; i < n; i++)
        *y += x[i];
}

/** The sum of each list. */
WEFT_GUVECTORIZE("(n~)->()", "float64(float64[:])")
double list_sum(size_t n, const double x[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

/** Each list by its own factor, from its length on. */
WEFT_GUVECTORIZE("(),(n~)->(n~)", "void(float64, float64[:], float64[:])")
void list_scale(size_t n, double a, const double x[n], double y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + (double)n;
}
