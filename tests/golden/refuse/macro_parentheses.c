#include <weft/annotate.h>
#define OPEN ((
WEFT_VECTORIZE()
int odd(int x)
{
    return OPEN x) + 1);
}
