/* Kernels whose PTX check_wrapping.py reads: what an assumption of no overflow would make constant,
 * or leave out. */
#include <stdint.h>
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

WEFT_VECTORIZE() int32_t grows(int32_t x) { return x + 1 < x ? -1 : 1; }
WEFT_VECTORIZE() int32_t shrinks(int32_t x) { return x - 1 > x ? -1 : 1; }
WEFT_VECTORIZE() int32_t magnitude(int32_t x)
{
    int m = x < 0 ? -x : x;
    return m < 0 ? 0 : m;
}
WEFT_VECTORIZE() int32_t doubled(int32_t x) { return x * 2 / 2; }
WEFT_VECTORIZE() int64_t widened(int32_t x) { return x * x; }
WEFT_VECTORIZE() int32_t squared(int32_t x) { return x * x < 0; }
WEFT_VECTORIZE() int32_t counted(int32_t x)
{
    int before = x++;
    return x < before;
}
WEFT_VECTORIZE() int32_t summed(int32_t x)
{
    int sum = x;
    sum += 5;
    return sum < x;
}
WEFT_VECTORIZE() int32_t opposite(int64_t x) { return -x > 0 == x < 0; }
WEFT_VECTORIZE("int32(int32)", "float64(float64)") T generic(T x) { return x + 1 > x; }
static int next(int x) { return x + 1; }
WEFT_VECTORIZE() int32_t helped(int32_t x) { return next(x) > x; }
WEFT_VECTORIZE() double converted(int32_t x) { return (double)(x + 1) - x; }
WEFT_VECTORIZE() int32_t remaindered(int32_t x) { return x * 6 % 3; }
