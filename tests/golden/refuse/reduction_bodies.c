// flags: --targets=cpu,gpu --require-all
/* Bodies that a reduction calls: what is refused of them is said once, and of the user's functions. */
#include <stdio.h>

#include <weft/annotate.h>

WEFT_TYPEVAR(T);

static T noisy(T x)
{
    printf("%g", (double)x);
    return x;
}
WEFT_REDUCE("float64(float64)", "float32(float32)") WEFT_OPTIONS(map(noisy))
static T loud(T a, T b) { return a + b; }

static double deep(double x) { return x <= 0 ? 0 : deep(x - 1); }
WEFT_REDUCE() WEFT_OPTIONS(map(deep))
static double far(double a, double b) { return a + b; }

double outside(double x);
WEFT_REDUCE() WEFT_OPTIONS(finish(outside))
static double from_outside(double a, double b) { return a + b; }

static T wrong(T x) { return x.y; }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(map(wrong))
static T broken(T a, T b) { return a + b; }
