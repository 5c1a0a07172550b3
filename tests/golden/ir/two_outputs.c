#include <weft/annotate.h>
#include <math.h>

WEFT_VECTORIZE("void(float64, float64, float64[:], float64[:])")
void polar(double x, double y, double *length, double *angle)
{
    *length = hypot(x, y);
    *angle = x == 0 && y == 0 ? 0 : atan2(y, x);
}
