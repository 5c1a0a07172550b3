/* Conditions that are constants of a type variable are others under each binding, and what they leave
 * out has its type. */
#include <weft/annotate.h>

#include <stdint.h>

WEFT_TYPEVAR(T);

WEFT_VECTORIZE("int32(int32, int32)", "uint32(uint32, uint32)")
T shifted(T a, T b)
{
    return (T)-1 < 0 ? (T)((int32_t)a >> (uint32_t)b) : (T)((uint32_t)a >> (uint32_t)b);
}

WEFT_VECTORIZE("int64(int64, int64)", "float32(float32, float32)")
T first(T a, T b)
{
    if ((T)1 / 2 == 0)
        a += 1;
    return 1 ? a : b;
}
