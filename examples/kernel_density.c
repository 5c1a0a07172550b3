/* kernel_density.c: all samples against one place; the places and widths broadcast. */
#include <weft/annotate.h>

#include <math.h>

/** The density at x that n samples suggest: a normal distribution of this width about each. */
WEFT_GUVECTORIZE("(n),(),()->()", "void(float64[:], float64, float64, float64[:])")
void kernel_density(size_t n, const double samples[n], double x, double width, double *density)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double z = (x - samples[i]) / width;
        sum += exp(-z * z / 2);
    }
    *density = sum / ((double)n * width * 2.5066282746310002);
}
