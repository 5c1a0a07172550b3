/* math.cuh: weft::math, the names of <math.h> with C's meaning: exp takes and returns double, and
 * there are no overloads. Bodies stand in namespaces inside it, so that these names are found
 * before CUDA's overloaded ones. */
#ifndef WEFT_MATH_CUH
#define WEFT_MATH_CUH

#include "common_functions.cuh"
#include "math_table.h"

namespace weft::math
{

#define WEFT_UNARY(name)                     \
    WEFT_DEVICE_INLINE double name(double x) \
    {                                        \
        return ::name(x);                    \
    }
WEFT_MATH_UNARY_COMPLEX(WEFT_UNARY)
WEFT_MATH_UNARY(WEFT_UNARY)
WEFT_MATH_UNARY_PLAIN(WEFT_UNARY)
WEFT_UNARY(fabs)
#undef WEFT_UNARY

#define WEFT_BINARY(name)                              \
    WEFT_DEVICE_INLINE double name(double x, double y) \
    {                                                  \
        return ::name(x, y);                           \
    }
WEFT_MATH_BINARY(WEFT_BINARY)
WEFT_BINARY(pow)
#undef WEFT_BINARY

#define WEFT_TO_INTEGER(result, name)        \
    WEFT_DEVICE_INLINE result name(double x) \
    {                                        \
        return ::name(x);                    \
    }
WEFT_MATH_TO_INTEGER(WEFT_TO_INTEGER)
#undef WEFT_TO_INTEGER

#define WEFT_SCALE(type, name)                              \
    WEFT_DEVICE_INLINE double name(double x, type exponent) \
    {                                                       \
        return ::name(x, exponent);                         \
    }
WEFT_MATH_SCALE(WEFT_SCALE)
#undef WEFT_SCALE

WEFT_DEVICE_INLINE double fma(double x, double y, double z)
{
    return ::fma(x, y, z);
}
WEFT_DEVICE_INLINE double frexp(double x, int *exponent)
{
    return ::frexp(x, exponent);
}
WEFT_DEVICE_INLINE double modf(double x, double *whole)
{
    return ::modf(x, whole);
}
WEFT_DEVICE_INLINE double remquo(double x, double y, int *quotient)
{
    return ::remquo(x, y, quotient);
}
WEFT_DEVICE_INLINE double nexttoward(double x, double y)
{
    return ::nextafter(x, y);
}

} // namespace weft::math
#endif
