// flags: --targets=cpu,gpu
#include <weft/annotate.h>
WEFT_VECTORIZE()
int logic(int and)
{
    int xor = and ^ 1;
    return xor;
}
