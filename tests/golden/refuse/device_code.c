/* What differs between the targets is asked for in C, so that all of it is read. */
#include <weft/annotate.h>
WEFT_VECTORIZE() int allowed(int x) { if (WEFT_DEVICE_CODE) return x; else return x + 1; }
#if 0
#if WEFT_DEVICE_CODE
#endif
#endif
WEFT_VECTORIZE()
int refused(int x)
{
#if !WEFT_DEVICE_CODE
    x++;
#endif
    return x;
}
