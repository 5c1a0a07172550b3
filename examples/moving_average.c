/* moving_average.c: a walk along an axis that carries a sum: no item for each element. */
#include <weft/annotate.h>

#include <stdint.h>

/** The mean of the last `window` values at each place; of fewer at the beginning. */
WEFT_GUVECTORIZE("(n),()->(n)", "void(float64[:], int64, float64[:])")
void moving_average(size_t n, const double x[n], int64_t window, double mean[n])
{
    size_t width = window < 1 ? 1 : (size_t)window;
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        if (i >= width)
            sum -= x[i - width];
        mean[i] = sum / (double)(i < width ? i + 1 : width);
    }
}
