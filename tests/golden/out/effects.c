/* Outputs that a function may leave as they are, beside others, with and without core dimensions. */
#include <weft/annotate.h>

WEFT_VECTORIZE("int32(float32, float32[:], float32[:])")
int code(float x, float *always, float *sometimes)
{
    *always = x;
    if (x < 0)
        return 1;
    *sometimes = x;
    return 0;
}

WEFT_GUVECTORIZE("(n)->(),(n)")
void first_of(size_t n, const double x[n], double *first, double y[n])
{
    if (n)
        *first = x[0];
    for (size_t i = 0; i < n; i += 2)
        y[i] = x[i];
}
