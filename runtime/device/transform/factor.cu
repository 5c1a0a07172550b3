/* factor.cu: libweft's own kernels: what transforms have made, times a number, in place, any byte
 * steps. */
#include "factor.h"

#include "../math/division.cuh"
#include "../math/types.cuh"

namespace weft
{

template <class R> WEFT_DEVICE_INLINE R times(R x, R factor)
{
    return x * factor;
}
template <class R> WEFT_DEVICE_INLINE complex<R> times(complex<R> z, R factor)
{
    return {z.re * factor, z.im * factor};
}

/* T: of the elements; R: of the factors. */
template <class T, class R> WEFT_DEVICE_INLINE void run_factor(const weft_gpu_scaling &params)
{
    uint32_t index = machine::block_index() * WEFT_GPU_THREADS + machine::thread_index();
    if (index >= params.loop.count)
        return;
    const char *from = params.operands[0].at.data;
    char *to = params.operands[1].at.data;
    WEFT_UNROLL
    for (uint32_t axis = 0; axis < WEFT_GPU_RANK; axis++) {
        bool last = axis + 1 >= params.loop.rank;
        uint32_t quotient = last ? 0 : divide(index, params.loop.axes[axis]);
        from += (int64_t)index * params.operands[0].steps[axis];
        to += (int64_t)index * params.operands[1].steps[axis];
        index = quotient;
        if (last)
            break;
    }
    R factor = (R)params.number;
    if (!params.is_number && *reinterpret_cast<const R *>(from) != 0)
        factor = *reinterpret_cast<const R *>(from);
    T *element = reinterpret_cast<T *>(to);
    *element = times(*element, factor);
}

} // namespace weft

/* weft_factor_complex64 and so on. */
#define WEFT_FACTOR_KERNEL(name, T, R)                                  \
    WEFT_KERNEL(weft_factor_##name, WEFT_GPU_THREADS, weft_gpu_scaling) \
    {                                                                   \
        using namespace ::weft;                                         \
        run_factor<T, R>(params);                                       \
    }
WEFT_FACTOR_KERNEL(float32, float, float)
WEFT_FACTOR_KERNEL(float64, double, double)
WEFT_FACTOR_KERNEL(complex64, complex<float>, float)
WEFT_FACTOR_KERNEL(complex128, complex<double>, double)
