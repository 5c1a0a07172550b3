// flags: --targets=cpu
#include <weft/annotate.h>
WEFT_VECTORIZE()
double values(double x)
{
    double true = x, false = -x;
    return true > 0 ? true : false;
}
