// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
WEFT_VECTORIZE()
int logic(int and)
{
    int xor = and ^ 1;
    return xor;
}
