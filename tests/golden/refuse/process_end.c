#include <weft/annotate.h>
#include <assert.h>
#include <stdlib.h>
WEFT_VECTORIZE()
double check(double x)
{
    assert(x > 0);
    if (x > 1)
        abort();
    if (x > 2)
        exit(1);
    return x;
}
