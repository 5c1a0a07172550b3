/* Arrays of the body's own, of fixed size and of a size known at run time. */
#include <weft/annotate.h>

WEFT_GUVECTORIZE()
void median3(const double x[3], double *middle)
{
    double sorted[3] = {x[0], x[1], x[2]};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (sorted[j] > sorted[j + 1]) {
                const double swap = sorted[j];
                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
    *middle = sorted[1];
}

WEFT_GUVECTORIZE()
void reverse(size_t n, const int x[n], int y[n])
{
    int copy[n + !n];
    for (size_t i = 0, j = n; i < n; i++, j--)
        copy[j - 1] = x[i];
    for (size_t i = 0; i < n; i++)
        y[i] = copy[i];
}
