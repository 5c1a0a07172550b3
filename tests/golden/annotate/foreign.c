// flags: --targets=cpu,gpu --require-all
/* A declaration of somebody else's function has no source for the gpu. */
#include <weft/annotate.h>
WEFT_VECTORIZE("float64(float64)")
double theirs(double x);
WEFT_GUVECTORIZE("(3),(3)->(3)")
void cross(double a[3], double b[3], double c[3]);
