/* Types that a type variable has a say in: each instance has its own. */
#include <stddef.h>
#include <stdint.h>

#include <weft/annotate.h>

WEFT_TYPEVAR(T);

#pragma pack(push, 1)
struct tagged {
    char tag;
    T value;
};
#pragma pack(pop)
typedef T several[3], *pointer;
static const T zero, two = 2;

WEFT_VECTORIZE("int32(int32)", "int64(int64)", "float64(float64)") T carried(T x)
{
    struct tagged t = {1, x};
    several s = {x, two, zero};
    pointer p = &s[1];
    return t.value * 10 + *p + p[1] + (T)offsetof(struct tagged, value);
}

WEFT_VECTORIZE("int16(int16)", "int64(int64)", "float64(float64)") T sum_of_enumerators(T x)
{
    struct own {
        enum { LOW = 3, HIGH = 5 } bound;
    } o = {HIGH};
    return x < LOW ? (T)o.bound : (T)(x - LOW);
}
