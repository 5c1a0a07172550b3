/* tgmath.cuh: weft::tgmath, the names of <tgmath.h>: float stays float, double and integers are
 * computed in double, complex arguments take the complex function. */
#ifndef WEFT_TGMATH_CUH
#define WEFT_TGMATH_CUH

#include "complex_functions.cuh"
#include "math.cuh"

namespace weft::tgmath
{

using math::exp10;
using math::j0;
using math::j1;
using math::modf;
using math::y0;
using math::y1;
using numbers::is_complex;

/* Whether all arguments are float: then the float function is meant. */
template <class... A> inline constexpr bool all_float = (std::is_same_v<A, float> && ...);

/* The complex type of a function's arguments, of which one at least is complex. */
template <class A, class B = float> using common_complex = complex<numbers::common_real<A, B>>;

#define WEFT_UNARY(name)                                        \
    template <class A> WEFT_DEVICE_INLINE auto name(const A &x) \
    {                                                           \
        if constexpr (all_float<A>)                             \
            return ::name##f(x);                                \
        else                                                    \
            return ::name((double)x);                           \
    }
WEFT_MATH_UNARY(WEFT_UNARY)
#undef WEFT_UNARY

#define WEFT_UNARY_COMPLEX(name)                                \
    template <class A> WEFT_DEVICE_INLINE auto name(const A &x) \
    {                                                           \
        if constexpr (is_complex<A>)                            \
            return functions::name(x);                          \
        else if constexpr (all_float<A>)                        \
            return ::name##f(x);                                \
        else                                                    \
            return ::name((double)x);                           \
    }
WEFT_MATH_UNARY_COMPLEX(WEFT_UNARY_COMPLEX)
#undef WEFT_UNARY_COMPLEX

#define WEFT_BINARY(name)                                                            \
    template <class A, class B> WEFT_DEVICE_INLINE auto name(const A &x, const B &y) \
    {                                                                                \
        if constexpr (all_float<A, B>)                                               \
            return ::name##f(x, y);                                                  \
        else                                                                         \
            return ::name((double)x, (double)y);                                     \
    }
WEFT_MATH_BINARY(WEFT_BINARY)
#undef WEFT_BINARY

#define WEFT_TO_INTEGER(result, name)                             \
    template <class A> WEFT_DEVICE_INLINE result name(const A &x) \
    {                                                             \
        if constexpr (all_float<A>)                               \
            return ::name##f(x);                                  \
        else                                                      \
            return ::name((double)x);                             \
    }
WEFT_MATH_TO_INTEGER(WEFT_TO_INTEGER)
#undef WEFT_TO_INTEGER

#define WEFT_SCALE(type, name)                                                 \
    template <class A> WEFT_DEVICE_INLINE auto name(const A &x, type exponent) \
    {                                                                          \
        if constexpr (all_float<A>)                                            \
            return ::name##f(x, exponent);                                     \
        else                                                                   \
            return ::name((double)x, exponent);                                \
    }
WEFT_MATH_SCALE(WEFT_SCALE)
#undef WEFT_SCALE

template <class A, class B> WEFT_DEVICE_INLINE auto pow(const A &x, const B &y)
{
    if constexpr (is_complex<A> || is_complex<B>)
        return functions::pow(common_complex<A, B>(x), common_complex<A, B>(y));
    else if constexpr (all_float<A, B>)
        return ::powf(x, y);
    else
        return ::pow((double)x, (double)y);
}

template <class A, class B, class C> WEFT_DEVICE_INLINE auto fma(const A &x, const B &y, const C &z)
{
    if constexpr (all_float<A, B, C>)
        return ::fmaf(x, y, z);
    else
        return ::fma((double)x, (double)y, (double)z);
}

template <class A> WEFT_DEVICE_INLINE auto frexp(const A &x, int *exponent)
{
    if constexpr (all_float<A>)
        return ::frexpf(x, exponent);
    else
        return ::frexp((double)x, exponent);
}

template <class A, class B> WEFT_DEVICE_INLINE auto remquo(const A &x, const B &y, int *quotient)
{
    if constexpr (all_float<A, B>)
        return ::remquof(x, y, quotient);
    else
        return ::remquo((double)x, (double)y, quotient);
}

template <class A> WEFT_DEVICE_INLINE auto nexttoward(const A &x, double y)
{
    if constexpr (all_float<A>)
        return nexttowardf(x, y);
    else
        return ::nextafter((double)x, y);
}

template <class A> WEFT_DEVICE_INLINE auto fabs(const A &x)
{
    if constexpr (is_complex<A>)
        return functions::magnitude(x);
    else if constexpr (all_float<A>)
        return ::fabsf(x);
    else
        return ::fabs((double)x);
}

/* A real or complex argument as the complex that a function of complex numbers sees. */
template <class A> WEFT_DEVICE_INLINE auto as_complex(const A &x)
{
    return complex<std::conditional_t<
        std::is_same_v<A, float>, float,
        typename numbers::real_part_type<std::conditional_t<is_complex<A>, A, double>>::type>>(x);
}

template <class A> WEFT_DEVICE_INLINE auto creal(const A &x)
{
    return as_complex(x).re;
}
template <class A> WEFT_DEVICE_INLINE auto cimag(const A &x)
{
    return as_complex(x).im;
}
template <class A> WEFT_DEVICE_INLINE auto carg(const A &x)
{
    return functions::angle(as_complex(x));
}
template <class A> WEFT_DEVICE_INLINE auto conj(const A &x)
{
    return functions::conjugate(as_complex(x));
}
template <class A> WEFT_DEVICE_INLINE auto cproj(const A &x)
{
    return functions::project(as_complex(x));
}

} // namespace weft::tgmath
#endif
