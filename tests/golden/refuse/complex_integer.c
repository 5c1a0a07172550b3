#include <weft/annotate.h>
WEFT_VECTORIZE()
int gauss(int x)
{
    _Complex int z = x;
    return __real__ z + __real__(_Complex int)x + __real__(_Complex unsigned){1};
}
