/* types.cuh: how each dtype lies in memory (storage) and what a body sees (value). A dtype is named
 * by the tag weft::dtype::NAME, and bool by itself. */
#ifndef WEFT_TYPES_CUH
#define WEFT_TYPES_CUH

#include "convert.cuh"

/* The value types, by dtype name: what WEFT_VALUE(float16) pastes together. */
#define WEFT_OWN_b(part)                          bool
#define WEFT_OWN_i(part)                          part
#define WEFT_OWN_u(part)                          part
#define WEFT_OWN_h(part)                          part
#define WEFT_OWN_f(part)                          part
#define WEFT_OWN_c(part)                          weft::complex<part>
#define WEFT_OWN_ROW(ENUM, name, kind, part, ...) typedef WEFT_OWN_##kind(part) weft_own_##ENUM;
#define WEFT_VALUE_ROW(ENUM, name, kind, part, VALUE, ...) \
    typedef weft_own_##VALUE weft_value_##name;
WEFT_DTYPES(WEFT_OWN_ROW)
WEFT_DTYPES(WEFT_VALUE_ROW)
#undef WEFT_OWN_ROW
#undef WEFT_VALUE_ROW

/* The type that a body has for a dtype. */
#define WEFT_VALUE(dtype)  WEFT_VALUE_(dtype)
#define WEFT_VALUE_(dtype) weft_value_##dtype

namespace weft
{

/* The pieces of a dtype; each specialisation has storage, value, get and put. */
template <class D> struct dtype_traits;

/* Most dtypes are stored as what they are. */
template <class V> struct plain_traits {
    using storage = V;
    using value = V;
    static constexpr bool is_short = false;
    static WEFT_DEVICE_INLINE value get(storage x) { return x; }
    static WEFT_DEVICE_INLINE storage put(value x) { return x; }
};

/* Any byte that is not 0 is true. */
template <> struct dtype_traits<bool> {
    using storage = uint8_t;
    using value = bool;
    static constexpr bool is_short = false;
    static WEFT_DEVICE_INLINE value get(storage x) { return x != 0; }
    static WEFT_DEVICE_INLINE storage put(value x) { return x ? 1 : 0; }
};

/* The short floating formats are stored only; bodies compute in float. GPUs have instructions for
 * float16. */
template <class S, int significant> struct short_traits {
    using storage = S;
    using value = float;
    static constexpr bool is_short = true;
    static constexpr int width = 8 * (int)sizeof(S), digits = significant;
    static constexpr bool is_float16 = width == 16 && digits == 11;
    static WEFT_DEVICE_INLINE value get(storage x)
    {
        if constexpr (is_float16)
            return machine::float16_to_float(x);
        else
            return weft_widen(x, width, digits);
    }
    static WEFT_DEVICE_INLINE storage put(value x)
    {
        if constexpr (is_float16)
            return machine::float_to_float16(x);
        else
            return (storage)weft_narrow(x, width, digits);
    }
};

/* By kind; bool has no tag. */
#define WEFT_TRAITS(name, ...)                                   \
    namespace dtype                                              \
    {                                                            \
    struct name;                                                 \
    }                                                            \
    template <> struct dtype_traits<dtype::name> : __VA_ARGS__ { \
    };
#define WEFT_TRAITS_b(name, value, part, digits)
#define WEFT_TRAITS_i(name, value, part, digits) WEFT_TRAITS(name, plain_traits<value>)
#define WEFT_TRAITS_u(name, value, part, digits) WEFT_TRAITS(name, plain_traits<value>)
#define WEFT_TRAITS_f(name, value, part, digits) WEFT_TRAITS(name, plain_traits<value>)
#define WEFT_TRAITS_c(name, value, part, digits) WEFT_TRAITS(name, plain_traits<value>)
#define WEFT_TRAITS_h(name, value, part, digits) WEFT_TRAITS(name, short_traits<part, digits>)
#define WEFT_TRAITS_ROW(ENUM, name, kind, part, VALUE, digits, npy) \
    WEFT_TRAITS_##kind(name, weft_value_##name, part, digits)
WEFT_DTYPES(WEFT_TRAITS_ROW)
#undef WEFT_TRAITS_ROW

/* An index: its value is its address, and the element behind it is 1 byte away. */
template <class V> struct index_value {
    V number;
    WEFT_DEVICE_INLINE operator V() const { return number; }
    static WEFT_DEVICE_INLINE index_value at(const char *place)
    {
        return {(V)((uint64_t)(uintptr_t)place - WEFT_INDEX_ORIGIN)};
    }
};
template <class T> inline constexpr bool is_index_value = false;
template <class V> inline constexpr bool is_index_value<index_value<V>> = true;

template <class V> struct index_traits {
    using storage = uint8_t;
    using value = index_value<V>;
    static constexpr bool is_short = false;
};
WEFT_TRAITS(index_int64, index_traits<int64_t>)
WEFT_TRAITS(index_uint64, index_traits<uint64_t>)

} // namespace weft

typedef weft::index_value<int64_t> weft_value_index_int64;
typedef weft::index_value<uint64_t> weft_value_index_uint64;
#endif
