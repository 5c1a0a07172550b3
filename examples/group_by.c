/* group_by.c: declared reductions, of all elements of a key: means and deviations by month. */
#include <weft/annotate.h>

#include <math.h>
#include <stdint.h>

/* The mean of what was reduced. */
static double share(double sum, int64_t count)
{
    return sum / (double)count;
}

/** The mean of the elements. */
WEFT_REDUCE("float64(float64)")
WEFT_OPTIONS(finish(share), identity(0))
static double mean_of(double a, double b)
{
    return a + b;
}

/** The largest of the elements. */
WEFT_REDUCE("float64(float64)")
WEFT_OPTIONS(identity(-INFINITY))
static double largest(double a, double b)
{
    return fmax(a, b);
}
