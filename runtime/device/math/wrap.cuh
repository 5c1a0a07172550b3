/* wrap.cuh: signed arithmetic that wraps. The device compiler takes signed overflow for impossible
 * and has no -fwrapv; here sums, differences and products of signed integers are computed in the
 * unsigned type, and the least integer is divided by 1 instead of -1. Everything else is computed
 * as written, so that one text serves all bindings of a type variable. */
#ifndef WEFT_WRAP_CUH
#define WEFT_WRAP_CUH

#include <limits>
#include <type_traits>

#include "convert.cuh"
#include "machine.cuh"

namespace weft::wrap
{

/* The type that C computes two operands in, if both are arithmetic. */
template <class A, class B> using common = decltype(A() + B());

/* Whether that is a signed integer. */
template <class A, class B> WEFT_DEVICE_INLINE constexpr bool is_signed()
{
    if constexpr ((std::is_integral_v<A> || std::is_enum_v<A>)&&(std::is_integral_v<B> ||
                                                                 std::is_enum_v<B>))
        return std::is_signed_v<common<A, B>>;
    else
        return false;
}

#define WEFT_WRAPPED(name, op)                                                         \
    template <class A, class B> WEFT_DEVICE_INLINE constexpr auto name(A a, B b)       \
    {                                                                                  \
        if constexpr (is_signed<A, B>()) {                                             \
            using bits = std::make_unsigned_t<common<A, B>>;                           \
            return (common<A, B>)((bits)a op(bits) b);                                 \
        } else {                                                                       \
            return a op b;                                                             \
        }                                                                              \
    }                                                                                  \
    template <class A, class B> WEFT_DEVICE_INLINE constexpr A &name##_into(A &a, B b) \
    {                                                                                  \
        if constexpr (is_signed<A, B>())                                               \
            a = (A)name(a, b);                                                         \
        else                                                                           \
            a op## = b;                                                                \
        return a;                                                                      \
    }
WEFT_WRAPPED(add, +)
WEFT_WRAPPED(subtract, -)
WEFT_WRAPPED(multiply, *)
#undef WEFT_WRAPPED

template <class A> WEFT_DEVICE_INLINE constexpr auto negate(A a)
{
    if constexpr (is_signed<A, A>())
        return subtract(0, a);
    else
        return -a;
}

/* a++ and a--; ++a and --a are sums that are stored. */
template <class A> WEFT_DEVICE_INLINE constexpr A step(A &a, int by)
{
    A before = a;
    add_into(a, by);
    return before;
}

/* What a is divided by for b: the least integer by -1 is itself and leaves 0, as by 1. */
template <class A, class B> WEFT_DEVICE_INLINE constexpr common<A, B> divisor(A a, B b)
{
    using number = common<A, B>;
    constexpr number least = std::numeric_limits<number>::min();
    return ((number)a == least) & ((number)b == (number)-1) ? (number)1 : (number)b;
}

#define WEFT_DIVIDED(name, op)                                                         \
    template <class A, class B> WEFT_DEVICE_INLINE constexpr auto name(A a, B b)       \
    {                                                                                  \
        if constexpr (is_signed<A, B>())                                               \
            return (common<A, B>)a op divisor(a, b);                                   \
        else                                                                           \
            return a op b;                                                             \
    }                                                                                  \
    template <class A, class B> WEFT_DEVICE_INLINE constexpr A &name##_into(A &a, B b) \
    {                                                                                  \
        if constexpr (is_signed<A, B>())                                               \
            a = (A)name(a, b);                                                         \
        else                                                                           \
            a op## = b;                                                                \
        return a;                                                                      \
    }
WEFT_DIVIDED(divide, /)
WEFT_DIVIDED(remainder, %)
#undef WEFT_DIVIDED

/* A store of what is floating, perhaps: that saturates on its way to an integer. */
#define WEFT_STORED_AT(name)                                                         \
    template <class A, class B> WEFT_DEVICE_INLINE constexpr A &name##_at(A &a, B b) \
    {                                                                                \
        if constexpr (std::is_arithmetic_v<A>)                                       \
            a = (A)cast_value<A>(name(a, b));                                        \
        else                                                                         \
            name##_into(a, b);                                                       \
        return a;                                                                    \
    }
WEFT_STORED_AT(add)
WEFT_STORED_AT(subtract)
WEFT_STORED_AT(multiply)
WEFT_STORED_AT(divide)
WEFT_STORED_AT(remainder)
#undef WEFT_STORED_AT

} // namespace weft::wrap

#define WEFT_ADD(a, b)           (::weft::wrap::add(a, b))
#define WEFT_SUBTRACT(a, b)      (::weft::wrap::subtract(a, b))
#define WEFT_MULTIPLY(a, b)      (::weft::wrap::multiply(a, b))
#define WEFT_NEGATE(a)           (::weft::wrap::negate(a))
#define WEFT_ADD_TO(a, b)        (::weft::wrap::add_into(a, b))
#define WEFT_SUBTRACT_FROM(a, b) (::weft::wrap::subtract_into(a, b))
#define WEFT_MULTIPLY_BY(a, b)   (::weft::wrap::multiply_into(a, b))
#define WEFT_INCREMENT(a)        (::weft::wrap::add_into(a, 1))
#define WEFT_DECREMENT(a)        (::weft::wrap::subtract_into(a, 1))
#define WEFT_POST_INCREMENT(a)   (::weft::wrap::step(a, 1))
#define WEFT_POST_DECREMENT(a)   (::weft::wrap::step(a, -1))
#define WEFT_DIVIDE(a, b)        (::weft::wrap::divide(a, b))
#define WEFT_REMAINDER(a, b)     (::weft::wrap::remainder(a, b))
#define WEFT_DIVIDE_BY(a, b)     (::weft::wrap::divide_into(a, b))
#define WEFT_REMAINDER_BY(a, b)  (::weft::wrap::remainder_into(a, b))
#define WEFT_ADD_AT(a, b)        (::weft::wrap::add_at(a, b))
#define WEFT_SUBTRACT_AT(a, b)   (::weft::wrap::subtract_at(a, b))
#define WEFT_MULTIPLY_AT(a, b)   (::weft::wrap::multiply_at(a, b))
#define WEFT_DIVIDE_AT(a, b)     (::weft::wrap::divide_at(a, b))
#define WEFT_REMAINDER_AT(a, b)  (::weft::wrap::remainder_at(a, b))

#endif
