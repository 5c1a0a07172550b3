/* division.cuh: division of loop indices by extents, by one multiplication.
 * With s = ceil(log2 d) and m = floor(2^32 (2^s - d) / d) + 1, every n < 2^31 has
 * n / d = (high(n m) + n) >> s (Granlund and Montgomery, 1994); the sum does not overflow. */
#ifndef WEFT_DIVISION_CUH
#define WEFT_DIVISION_CUH

#include "machine.cuh"
#include "params.h"

namespace weft
{

/* The quotient; `index` becomes the remainder. */
WEFT_DEVICE_INLINE uint32_t divide(uint32_t &index, const weft_gpu_division &by)
{
    uint32_t quotient = (machine::multiply_high(index, by.multiplier) + index) >> by.shift;
    index -= quotient * by.extent;
    return quotient;
}

} // namespace weft
#endif
