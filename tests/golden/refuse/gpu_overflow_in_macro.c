// flags: --targets=cpu,gpu --require-all -isystem system
#include <weft/annotate.h>
#include <stdint.h>
#include <macros.h>
WEFT_VECTORIZE()
int32_t compared(int32_t x)
{
    return SQUARE(x) < 0;
}
static int64_t helper(int32_t x)
{
    return NEXT(x);
}
WEFT_VECTORIZE()
int64_t helped(int32_t x)
{
    return helper(x);
}
WEFT_VECTORIZE()
int32_t low_bits(int32_t x)
{
    return SQUARE(x) + NEXT(x);
}
WEFT_VECTORIZE()
double floating(double x, int8_t y)
{
    return SQUARE(x) < SQUARE(y);
}
