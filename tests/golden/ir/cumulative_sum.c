/* State that is carried along the only core dimension. */
#include <weft/annotate.h>

WEFT_GUVECTORIZE("(n)->(n)")
void cumulative_sum(size_t n, const double *x, double *y)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        y[i] = sum;
    }
}

WEFT_GUVECTORIZE()
void smooth(size_t n, const float x[n], float y[n])
{
    if (n == 0)
        return;
    y[0] = x[0];
    for (size_t i = 1; i < n; i++)
        y[i] = 0.5f * (x[i] + y[i - 1]);
}
