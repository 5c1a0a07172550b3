/* types.cuh: how each dtype lies in memory (storage) and what a body sees (value). A dtype is named
 * by the tag weft::dtype::NAME, and bool by itself. */
#ifndef WEFT_TYPES_CUH
#define WEFT_TYPES_CUH

#include "convert.cuh"

/* The value types, by dtype name: what WEFT_VALUE(float16) pastes together. */
typedef bool weft_value_bool;
typedef int8_t weft_value_int8;
typedef int16_t weft_value_int16;
typedef int32_t weft_value_int32;
typedef int64_t weft_value_int64;
typedef uint8_t weft_value_uint8;
typedef uint16_t weft_value_uint16;
typedef uint32_t weft_value_uint32;
typedef uint64_t weft_value_uint64;
typedef float weft_value_float16;
typedef float weft_value_bfloat16;
typedef float weft_value_float32;
typedef double weft_value_float64;
typedef weft_complex64 weft_value_complex64;
typedef weft_complex128 weft_value_complex128;

/* The type that a body has for a dtype. */
#define WEFT_VALUE(dtype) WEFT_VALUE_(dtype)
#define WEFT_VALUE_(dtype) weft_value_##dtype

namespace weft {

/* The pieces of a dtype; each specialisation has storage, value, get and put. */
template <class D> struct dtype_traits;

/* Most dtypes are stored as what they are. */
template <class V> struct plain_traits {
    using storage = V;
    using value = V;
    static WEFT_DEVICE_INLINE value get(storage x) { return x; }
    static WEFT_DEVICE_INLINE storage put(value x) { return x; }
};

#define WEFT_PLAIN_DTYPE(name)   \
    namespace dtype {            \
    struct name;                 \
    }                            \
    template <> struct dtype_traits<dtype::name> : plain_traits<weft_value_##name> {};
WEFT_PLAIN_DTYPE(int8)
WEFT_PLAIN_DTYPE(int16)
WEFT_PLAIN_DTYPE(int32)
WEFT_PLAIN_DTYPE(int64)
WEFT_PLAIN_DTYPE(uint8)
WEFT_PLAIN_DTYPE(uint16)
WEFT_PLAIN_DTYPE(uint32)
WEFT_PLAIN_DTYPE(uint64)
WEFT_PLAIN_DTYPE(float32)
WEFT_PLAIN_DTYPE(float64)
WEFT_PLAIN_DTYPE(complex64)
WEFT_PLAIN_DTYPE(complex128)
#undef WEFT_PLAIN_DTYPE

namespace dtype {
struct float16;
struct bfloat16;
} // namespace dtype

/* Any byte that is not 0 is true. */
template <> struct dtype_traits<bool> {
    using storage = uint8_t;
    using value = bool;
    static WEFT_DEVICE_INLINE value get(storage x) { return x != 0; }
    static WEFT_DEVICE_INLINE storage put(value x) { return x ? 1 : 0; }
};

/* The 16-bit formats are stored only; bodies compute in float. */
template <> struct dtype_traits<dtype::float16> {
    using storage = uint16_t;
    using value = float;
    static WEFT_DEVICE_INLINE value get(storage x) { return machine::float16_to_float(x); }
    static WEFT_DEVICE_INLINE storage put(value x) { return machine::float_to_float16(x); }
};

template <> struct dtype_traits<dtype::bfloat16> {
    using storage = uint16_t;
    using value = float;
    static WEFT_DEVICE_INLINE value get(storage x) { return bfloat16_to_float(x); }
    static WEFT_DEVICE_INLINE storage put(value x) { return float_to_bfloat16(x); }
};

} // namespace weft
#endif
