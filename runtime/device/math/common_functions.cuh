/* common_functions.cuh: what bodies may call whether they include <math.h> or <tgmath.h>: the
 * macros of <math.h>, the integer functions of <stdlib.h>, blocks of bytes. The float functions
 * (expf, …) need nothing: they are CUDA's own. C's meaning throughout: abs takes an int. */
#ifndef WEFT_COMMON_FUNCTIONS_CUH
#define WEFT_COMMON_FUNCTIONS_CUH

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <type_traits>

#include "machine.cuh"

#undef isnan
#undef isinf
#undef isfinite
#undef isnormal
#undef signbit
#undef fpclassify
#undef isgreater
#undef isgreaterequal
#undef isless
#undef islessequal
#undef islessgreater
#undef isunordered

namespace weft
{

/* The type in which a macro of <math.h> looks at its argument: integers as double. */
template <class A> using floating = std::conditional_t<std::is_same_v<A, float>, float, double>;

template <class A> WEFT_DEVICE_INLINE int isnan(A x)
{
    return (floating<A>)x != (floating<A>)x;
}

/* glibc's: -1 for minus infinity. */
template <class A> WEFT_DEVICE_INLINE int isinf(A x)
{
    floating<A> value = (floating<A>)x;
    return value == (floating<A>)INFINITY ? 1 : value == -(floating<A>)INFINITY ? -1 : 0;
}

template <class A> WEFT_DEVICE_INLINE int isfinite(A x)
{
    floating<A> value = (floating<A>)x;
    return value - value == 0;
}

template <class A> WEFT_DEVICE_INLINE int signbit(A x)
{
    if constexpr (std::is_same_v<A, float>) {
        return (int)(machine::bits_of(x) >> 31);
    } else {
        double value = (double)x;
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        return (int)(bits >> 63);
    }
}

template <class A> WEFT_DEVICE_INLINE int fpclassify(A x)
{
    using F = floating<A>;
    F magnitude = (F)x < 0 ? -(F)x : (F)x;
    if (magnitude != magnitude)
        return FP_NAN;
    if (magnitude == (F)INFINITY)
        return FP_INFINITE;
    if (magnitude == 0)
        return FP_ZERO;
    F smallest = std::is_same_v<F, float> ? (F)FLT_MIN : (F)DBL_MIN;
    return magnitude < smallest ? FP_SUBNORMAL : FP_NORMAL;
}

template <class A> WEFT_DEVICE_INLINE int isnormal(A x)
{
    return fpclassify(x) == FP_NORMAL;
}

#define WEFT_COMPARISON(name, condition)                              \
    template <class A, class B> WEFT_DEVICE_INLINE int name(A x, B y) \
    {                                                                 \
        return condition;                                             \
    }
WEFT_COMPARISON(isgreater, x > y)
WEFT_COMPARISON(isgreaterequal, x >= y)
WEFT_COMPARISON(isless, x < y)
WEFT_COMPARISON(islessequal, x <= y)
WEFT_COMPARISON(islessgreater, x<y || x> y)
WEFT_COMPARISON(isunordered, x != x || y != y)
#undef WEFT_COMPARISON

/* Wrap at the smallest value, as gcc's -fwrapv has it. */
WEFT_DEVICE_INLINE int abs(int x)
{
    return x < 0 ? (int)(0U - (unsigned)x) : x;
}
WEFT_DEVICE_INLINE long labs(long x)
{
    return x < 0 ? (long)(0UL - (unsigned long)x) : x;
}
WEFT_DEVICE_INLINE long long llabs(long long x)
{
    return x < 0 ? (long long)(0ULL - (unsigned long long)x) : x;
}
WEFT_DEVICE_INLINE intmax_t imaxabs(intmax_t x)
{
    return labs(x);
}

/* Small blocks, byte by byte; the compiler widens what it can. */
WEFT_DEVICE_INLINE void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    return to;
}

WEFT_DEVICE_INLINE void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *target = (unsigned char *)to;
    const unsigned char *source = (const unsigned char *)from;
    if (target <= source)
        return memcpy(to, from, size);
    for (size_t i = size; i-- > 0;)
        target[i] = source[i];
    return to;
}

WEFT_DEVICE_INLINE void *memset(void *to, int byte, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = (unsigned char)byte;
    return to;
}

WEFT_DEVICE_INLINE int memcmp(const void *a, const void *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        int difference = ((const unsigned char *)a)[i] - ((const unsigned char *)b)[i];
        if (difference != 0)
            return difference;
    }
    return 0;
}

/* CUDA has no long double: its second operand is a double here. */
WEFT_DEVICE_INLINE float nexttowardf(float x, double y)
{
    if (x != x || y != y)
        return x + (float)y;
    if ((double)x == y)
        return (float)y;
    return ::nextafterf(x, (double)x < y ? (float)INFINITY : -(float)INFINITY);
}

} // namespace weft
#endif
