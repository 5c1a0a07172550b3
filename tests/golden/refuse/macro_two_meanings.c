// flags: --targets=cpu
#include <weft/annotate.h>
#define SCALE 2.0
static double scaled(double x) { return SCALE * x; }
#undef SCALE
#define SCALE 3.0
WEFT_VECTORIZE()
double both(double x) { return scaled(x) + SCALE; }
