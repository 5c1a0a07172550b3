// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
WEFT_VECTORIZE()
double empty(double x)
{
    static const int table[3];
    const double zero;
    return table[1] * x + zero;
}
