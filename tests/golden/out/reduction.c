// flags: --targets=cpu,gpu
/* A declared reduction: its functions come along with made-up ones that call them. */
#include <math.h>
#include <stdint.h>

#include <weft/annotate.h>

WEFT_TYPEVAR(T);

static T weigh(T weight, T x)
{
    return weight * x;
}

static double settle(double sum, int64_t count)
{
    return sqrt(sum / (double)count);
}

/** The root of the weighted mean. */
WEFT_REDUCE("float32(float32, float32)")
WEFT_OPTIONS(map(weigh), identity(0))
static T total(T a, T b) { return a + b; }

WEFT_REDUCE("float16(int32)")
WEFT_OPTIONS(finish(settle), identity(0), strict)
double level(double a, double b)
{
    return a + b;
}
