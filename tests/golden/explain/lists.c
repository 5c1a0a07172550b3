#include <math.h>
#include <weft/annotate.h>

/** The length of a list as a vector. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n~)->()")
double length(size_t n, const double x[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/** Each list by its own factor. */
WEFT_GUVECTORIZE("(),(n~,2)->(n~,2)")
void scaled(size_t n, double factor, const double x[n][2], double y[n][2])
{
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            y[i][k] = factor * x[i][k];
}
