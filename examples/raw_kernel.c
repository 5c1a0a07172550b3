/* The same as a ufunc, which needs no grid: what the kernel is held against. */
#include <weft/annotate.h>

/** a + b. */
WEFT_VECTORIZE()
float add_numbers(float a, float b)
{
    return a + b;
}
