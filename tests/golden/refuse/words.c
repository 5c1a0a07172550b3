// flags: --targets=cpu
#include <weft/annotate.h>
WEFT_VECTORIZE()
double values(double x)
{
    double true = x, false = -x;
    return true > 0 ? true : false;
}

WEFT_VECTORIZE()
double macros(double WEFT_OUT)
{
    double WEFT_LOOP = WEFT_OUT;
    return WEFT_LOOP;
}
