/* kernels.c: functions of one item, in plain C. Weft makes functions of whole arrays of them. */
#include <weft/annotate.h>
#include <tgmath.h>

WEFT_TYPEVAR(T); /* float or double, as the prototypes say */

/** The length of the hypotenuse. */
WEFT_VECTORIZE("float32(float32, float32)", "float64(float64, float64)")
T hypotenuse(T a, T b)
{
    return sqrt(a * a + b * b);
}

/** The mean of each row of n values. */
WEFT_GUVECTORIZE("(n)->()", "void(float32[:], float32[:])", "void(float64[:], float64[:])")
void row_mean(size_t n, const T x[n], T *mean)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    *mean = (T)(sum / n);
}
