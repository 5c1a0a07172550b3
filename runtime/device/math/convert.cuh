/* convert.cuh: conversions that C leaves undefined or that round twice when done in two steps.
 * Float to integer saturates, with NaN to 0, as on every target. */
#ifndef WEFT_CONVERT_CUH
#define WEFT_CONVERT_CUH

#include <type_traits>

#include "complex.cuh"
#include "machine.cuh"

namespace weft
{

/* A float or double as an integer: towards zero, saturating, NaN to 0. */
template <class I, class F> WEFT_DEVICE_INLINE constexpr I saturate(F x)
{
    constexpr bool is_signed = std::is_signed_v<I>;
    constexpr int digits = (int)sizeof(I) * 8 - (is_signed ? 1 : 0);
    constexpr I high = (I)(~(uint64_t)0 >> (64 - digits)), low = is_signed ? (I)(-high - 1) : (I)0;
    constexpr F beyond = (F)((uint64_t)1 << (digits - 1)) * 2; /* high + 1, exact */
    if (x != x)
        return 0;
    if (x <= (F)low)
        return low;
    if (x >= beyond)
        return high;
    return (I)x;
}

/* The same of an enumeration, by the integer that it is. */
template <class To, class V> WEFT_DEVICE_INLINE constexpr auto cast_enumeration(V value)
{
    if constexpr (std::is_floating_point_v<V>)
        return (To)saturate<std::underlying_type_t<To>>(value);
    else
        return value;
}

/* A value on its way to a type: saturated where that is an integer and the value a floating number,
 * else unchanged. */
template <class To, class V> WEFT_DEVICE_INLINE constexpr auto cast_value(V value)
{
    if constexpr (std::is_enum_v<To>)
        return cast_enumeration<To>(value);
    else if constexpr (std::is_integral_v<To> && !std::is_same_v<To, bool> &&
                       std::is_floating_point_v<V>)
        return saturate<To>(value);
    else
        return value;
}
#define WEFT_CAST(type, value) (::weft::cast_value<type>(value))

/* double to float so that a second rounding, to a type of fewer than 23 bits, is right: towards
 * zero, with the last bit set where anything was lost ("round to odd"). */
WEFT_DEVICE_INLINE float round_to_odd(double x)
{
    float nearest_zero = machine::truncate_to_float(x);
    if ((double)nearest_zero == x || x != x)
        return nearest_zero;
    return machine::float_of(machine::bits_of(nearest_zero) | 1);
}

/* weft_to_int8(x) … weft_to_uint64(x), the names that generated C has for them too. */
#define WEFT_TO_INTEGER(name, type)        \
    WEFT_DEVICE_INLINE type name(float x)  \
    {                                      \
        return saturate<type>(x);          \
    }                                      \
    WEFT_DEVICE_INLINE type name(double x) \
    {                                      \
        return saturate<type>(x);          \
    }
#define WEFT_TO_INTEGER_i(name, type) WEFT_TO_INTEGER(name, type)
#define WEFT_TO_INTEGER_u(name, type) WEFT_TO_INTEGER(name, type)
#define WEFT_TO_INTEGER_b(name, type)
#define WEFT_TO_INTEGER_h(name, type)
#define WEFT_TO_INTEGER_f(name, type)
#define WEFT_TO_INTEGER_c(name, type)
#define WEFT_TO_INTEGER_ROW(ENUM, name, kind, part, ...) \
    WEFT_TO_INTEGER_##kind(weft_to_##name, part)
WEFT_DTYPES(WEFT_TO_INTEGER_ROW)
#undef WEFT_TO_INTEGER_ROW
#undef WEFT_TO_INTEGER_c
#undef WEFT_TO_INTEGER_f
#undef WEFT_TO_INTEGER_h
#undef WEFT_TO_INTEGER_b
#undef WEFT_TO_INTEGER_u
#undef WEFT_TO_INTEGER_i
#undef WEFT_TO_INTEGER

} // namespace weft
#endif
