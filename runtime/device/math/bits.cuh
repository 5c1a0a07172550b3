/* bits.cuh: the compiler's functions on bits, which C bodies use and device code does not have all
 * of. Of 0, leading and trailing zeros are undefined, as in C. */
#ifndef WEFT_BITS_CUH
#define WEFT_BITS_CUH

#include "machine.cuh"

namespace weft::bits
{

WEFT_DEVICE_INLINE int popcount(uint64_t x)
{
    return machine::bit_count(x);
}
WEFT_DEVICE_INLINE int parity(uint64_t x)
{
    return machine::bit_count(x) & 1;
}
WEFT_DEVICE_INLINE int leading_zeros(uint64_t x, int width)
{
    return machine::leading_zeros(x) - (64 - width);
}
WEFT_DEVICE_INLINE int trailing_zeros(uint64_t x)
{
    return machine::bit_count((x & (0 - x)) - 1);
}
WEFT_DEVICE_INLINE int find_first(uint64_t x)
{
    return x == 0 ? 0 : trailing_zeros(x) + 1;
}

WEFT_DEVICE_INLINE uint16_t swap16(uint16_t x)
{
    return (uint16_t)(x << 8 | x >> 8);
}
WEFT_DEVICE_INLINE uint32_t swap32(uint32_t x)
{
    return (uint32_t)swap16((uint16_t)x) << 16 | swap16((uint16_t)(x >> 16));
}
WEFT_DEVICE_INLINE uint64_t swap64(uint64_t x)
{
    return (uint64_t)swap32((uint32_t)x) << 32 | swap32((uint32_t)(x >> 32));
}

} // namespace weft::bits

#define __builtin_popcount(x)   ::weft::bits::popcount((unsigned int)(x))
#define __builtin_popcountl(x)  ::weft::bits::popcount((unsigned long)(x))
#define __builtin_popcountll(x) ::weft::bits::popcount((unsigned long long)(x))
#define __builtin_parity(x)     ::weft::bits::parity((unsigned int)(x))
#define __builtin_parityl(x)    ::weft::bits::parity((unsigned long)(x))
#define __builtin_parityll(x)   ::weft::bits::parity((unsigned long long)(x))
#define __builtin_clz(x)        ::weft::bits::leading_zeros((unsigned int)(x), 32)
#define __builtin_clzl(x)       ::weft::bits::leading_zeros((unsigned long)(x), 64)
#define __builtin_clzll(x)      ::weft::bits::leading_zeros((unsigned long long)(x), 64)
#define __builtin_ctz(x)        ::weft::bits::trailing_zeros((unsigned int)(x))
#define __builtin_ctzl(x)       ::weft::bits::trailing_zeros((unsigned long)(x))
#define __builtin_ctzll(x)      ::weft::bits::trailing_zeros((unsigned long long)(x))
#define __builtin_ffs(x)        ::weft::bits::find_first((unsigned int)(x))
#define __builtin_ffsl(x)       ::weft::bits::find_first((unsigned long)(x))
#define __builtin_ffsll(x)      ::weft::bits::find_first((unsigned long long)(x))
#define __builtin_bswap16(x)    ::weft::bits::swap16(x)
#define __builtin_bswap32(x)    ::weft::bits::swap32(x)
#define __builtin_bswap64(x)    ::weft::bits::swap64(x)

#endif
