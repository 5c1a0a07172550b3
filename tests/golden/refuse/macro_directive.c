/* C says nothing of a directive among the arguments of a macro. */
#include <weft/annotate.h>
#define TWICE(x) ((x) + (x))
WEFT_VECTORIZE()
int four(int x)
{
    return TWICE(
#ifdef ODD
        x + 1
#else
        x
#endif
    );
}
