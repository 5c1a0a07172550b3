/* statistics.c: reductions that are declared: what becomes of each element, how two are combined,
 * and what becomes of the end. */
#include <weft/annotate.h>

#include <stdint.h>
#include <tgmath.h>

WEFT_TYPEVAR(T);

static T square_of_difference(T x, T y)
{
    return (x - y) * (x - y);
}

static T root(T sum)
{
    return sqrt(sum);
}

/** Euclidean distance of x and y. */
WEFT_REDUCE("float32(float32, float32)", "float64(float64, float64)")
WEFT_OPTIONS(map(square_of_difference), finish(root), identity(0))
static T distance(T a, T b) { return a + b; }

static double wide(float x)
{
    return x;
}

static double share(double sum, int64_t count)
{
    return sum / (double)count;
}

/** Mean of float32, summed in double. */
WEFT_REDUCE("float64(float32)")
WEFT_OPTIONS(map(wide), finish(share), identity(0))
static double mean(double a, double b) { return a + b; }
