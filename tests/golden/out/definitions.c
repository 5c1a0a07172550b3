// flags: -DSCALE=2.5 -DTWICE
#include <weft/annotate.h>
WEFT_VECTORIZE()
double scaled(double x)
{
#ifdef TWICE
    return SCALE * x * 2;
#else
    return SCALE * x;
#endif
}
