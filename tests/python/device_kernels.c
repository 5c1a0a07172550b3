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
