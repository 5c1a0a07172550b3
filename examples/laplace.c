/* laplace.c: a stencil without indices: the neighbours are views of one array. */
#include <weft/annotate.h>

/** The mean of four neighbours. */
WEFT_VECTORIZE("float64(float64, float64, float64, float64)")
double mean_of_four(double north, double south, double west, double east)
{
    return ((north + south) + (west + east)) / 4;
}
