#include <weft/annotate.h>
WEFT_VECTORIZE()
int once(int x)
{
    _Atomic int y = x;
    return y;
}
