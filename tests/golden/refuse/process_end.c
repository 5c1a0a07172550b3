#include <weft/annotate.h>
#include <stdlib.h>
WEFT_VECTORIZE()
double check(double x)
{
    if (x > 1)
        abort();
    if (x > 2)
        exit(1);
    return x;
}
