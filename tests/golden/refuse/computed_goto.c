#include <weft/annotate.h>
WEFT_VECTORIZE()
int computed(int n)
{
    void *place = n ? &&one : &&two;
    goto *place;
one:
    return 1;
two:
    return 2;
}
