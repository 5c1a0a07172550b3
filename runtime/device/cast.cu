/* cast.cu: libweft's own kernels: copies between any two dtypes, any byte steps, any alignment,
 * either byte order, by the rules of cast.h. One kernel per dtype written; the dtype read is chosen
 * at run time, alike for all threads. */
#include <weft/dtypes.h>

#include "math/convert.cuh"
#include "math/division.cuh"
#include "math/types.cuh"

namespace weft
{

/* Storage with its bytes in the other order. */
template <class S> WEFT_DEVICE_INLINE S swap_bytes(S x)
{
    unsigned char bytes[sizeof(S)], swapped[sizeof(S)];
    ::memcpy(bytes, &x, sizeof(S));
    WEFT_UNROLL
    for (int k = 0; k < (int)sizeof(S); k++)
        swapped[k] = bytes[(int)sizeof(S) - 1 - k];
    ::memcpy(&x, swapped, sizeof(S));
    return x;
}

template <class F> WEFT_DEVICE_INLINE complex<F> swap_bytes(complex<F> z)
{
    return {swap_bytes(z.re), swap_bytes(z.im)};
}

template <class S> WEFT_DEVICE_INLINE S load_element(const char *from, bool aligned, bool swapped)
{
    S x;
    if (aligned) {
        x = *reinterpret_cast<const S *>(from);
    } else {
        unsigned char bytes[sizeof(S)];
        WEFT_UNROLL
        for (int k = 0; k < (int)sizeof(S); k++)
            bytes[k] = (unsigned char)from[k];
        ::memcpy(&x, bytes, sizeof(S));
    }
    return swapped ? swap_bytes(x) : x;
}

template <class S> WEFT_DEVICE_INLINE void store_element(char *to, S x, bool aligned, bool swapped)
{
    if (swapped)
        x = swap_bytes(x);
    if (aligned) {
        *reinterpret_cast<S *>(to) = x;
        return;
    }
    unsigned char bytes[sizeof(S)];
    ::memcpy(bytes, &x, sizeof(S));
    WEFT_UNROLL
    for (int k = 0; k < (int)sizeof(S); k++)
        to[k] = (char)bytes[k];
}

/* As double, so that a later rounding to fewer bits is right: the bits of a large integer that
 * double cannot hold are folded into one that it can. */
template <class V> WEFT_DEVICE_INLINE double widest(V x)
{
    if constexpr (std::is_integral_v<V> && sizeof(V) == 8) {
        uint64_t size = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
        if (size >> 53 != 0)
            size = (size & ~(uint64_t)0xFFF) | ((size & 0xFFF) != 0 ? 0x1000 : 0);
        return x < 0 ? -(double)size : (double)size;
    } else {
        return (double)x;
    }
}

/* A value as storage of dtype D. Real parts alone go on to real dtypes; whether a complex number is
 * 0, both parts say. */
template <class D, class V> WEFT_DEVICE_INLINE typename dtype_traits<D>::storage convert(V x)
{
    using traits = dtype_traits<D>;
    using value = typename traits::value;
    if constexpr (std::is_same_v<D, bool>)
        return traits::put((bool)x);
    else if constexpr (numbers::is_complex<value>)
        return value(x);
    else if constexpr (numbers::is_complex<V>)
        return convert<D>(x.re);
    else if constexpr (traits::is_short && std::is_same_v<V, float>)
        return traits::put(x);
    else if constexpr (traits::is_short)
        return traits::put(round_to_odd(widest(x)));
    else if constexpr (std::is_integral_v<value> && std::is_floating_point_v<V>)
        return saturate<value>(x);
    else
        return (value)x;
}

/* One element of dtype From to one of dtype To; equal dtypes keep their bits. */
template <class To, class From>
WEFT_DEVICE_INLINE void cast_element(char *to, const char *from, const weft_gpu_cast &params)
{
    using storage = typename dtype_traits<From>::storage;
    storage x = load_element<storage>(from, params.from_aligned != 0, params.from_swapped != 0);
    if constexpr (std::is_same_v<To, From> && !std::is_same_v<To, bool>)
        store_element(to, x, params.to_aligned != 0, params.to_swapped != 0);
    else
        store_element(to, convert<To>(dtype_traits<From>::get(x)), params.to_aligned != 0,
                      params.to_swapped != 0);
}

template <class To>
WEFT_DEVICE_INLINE void cast_from(char *to, const char *from, const weft_gpu_cast &params)
{
    switch (params.from_dtype) {
#define WEFT_FROM(ENUM, name, ...)                \
    case WEFT_##ENUM:                             \
        cast_element<To, name>(to, from, params); \
        break;
        using namespace dtype;
        WEFT_DTYPES(WEFT_FROM)
#undef WEFT_FROM
    }
}

template <class To> WEFT_DEVICE_INLINE void run_cast(const weft_gpu_cast &params)
{
    uint32_t index = machine::block_index() * WEFT_GPU_THREADS + machine::thread_index();
    if (index >= params.loop.count)
        return;
    const char *from = params.operands[0].at.data;
    char *to = params.operands[1].at.data;
    const char *mask = params.operands[2].at.data;
    WEFT_UNROLL
    for (uint32_t axis = 0; axis < WEFT_GPU_RANK; axis++) {
        bool last = axis + 1 >= params.loop.rank;
        uint32_t quotient = last ? 0 : divide(index, params.loop.axes[axis]);
        from += (int64_t)index * params.operands[0].steps[axis];
        to += (int64_t)index * params.operands[1].steps[axis];
        if (mask)
            mask += (int64_t)index * params.operands[2].steps[axis];
        index = quotient;
        if (last)
            break;
    }
    if (!mask || *mask != 0)
        cast_from<To>(to, from, params);
}

} // namespace weft

/* weft_cast_to_float32 and so on. */
#define WEFT_CAST_KERNEL(ENUM, name, ...)                             \
    WEFT_KERNEL(weft_cast_to_##name, WEFT_GPU_THREADS, weft_gpu_cast) \
    {                                                                 \
        using namespace ::weft::dtype;                                \
        ::weft::run_cast<name>(params);                               \
    }
WEFT_DTYPES(WEFT_CAST_KERNEL)
