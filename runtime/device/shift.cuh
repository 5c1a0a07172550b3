/* shift.cuh: vectors of narrow elements that begin anywhere in memory: of the words that they lie
 * in, or element by element. */
#ifndef WEFT_SHIFT_CUH
#define WEFT_SHIFT_CUH

#include "machine.cuh"

namespace weft
{

/* Bytes from the aligned vector of `bytes` to an address in it. */
template <int bytes> WEFT_DEVICE_INLINE uint32_t shift_of(const char *at)
{
    return (uint32_t)(uintptr_t)at % bytes;
}

/* The words that the `bytes` at an address, 8 or 16, lie in: one more than they fill, unless they
 * begin at one. Words, for the vectors that they lie in would take more registers than leave a
 * multiprocessor all its threads. */
template <int bytes> WEFT_DEVICE_INLINE void load_words(uint32_t *words, const char *from)
{
    const uint32_t shift = shift_of<4>(from);
    from -= shift;
    WEFT_UNROLL
    for (int k = 0; k < bytes / 4; k++)
        machine::load<4>(&words[k], from + 4 * k);
    machine::load<4>(&words[bytes / 4], from + bytes - (shift != 0 ? 0 : 4));
}

/* Those bytes. */
template <int bytes>
WEFT_DEVICE_INLINE void shift_bytes(void *to, const uint32_t *words, const char *from)
{
    uint32_t made[bytes / 4];
    WEFT_UNROLL
    for (int k = 0; k < bytes / 4; k++)
        made[k] = machine::shift_words(words[k], words[k + 1], shift_of<4>(from) * 8);
    ::memcpy(to, made, bytes);
}

/* Elements of one or two bytes in words, the first lowest: all move up for a new first one. */
template <int size, int count>
WEFT_DEVICE_INLINE void insert_narrow(uint32_t (&words)[count], const char *from)
{
    const uint32_t element = size == 1 ? *reinterpret_cast<const uint8_t *>(from)
                                       : *reinterpret_cast<const uint16_t *>(from);
    WEFT_UNROLL
    for (int k = count - 1; k > 0; k--)
        words[k] = machine::shift_words(words[k - 1], words[k], 32 - 8 * size);
    words[0] = words[0] << 8 * size | element;
}

/* Stores the first; all others move down. */
template <int size, int count>
WEFT_DEVICE_INLINE void take_narrow(char *to, uint32_t (&words)[count])
{
    if constexpr (size == 1)
        *reinterpret_cast<uint8_t *>(to) = (uint8_t)words[0];
    else
        *reinterpret_cast<uint16_t *>(to) = (uint16_t)words[0];
    WEFT_UNROLL
    for (int k = 0; k < count; k++)
        words[k] = machine::shift_words(words[k], k + 1 < count ? words[k + 1] : 0, 8 * size);
}

} // namespace weft
#endif
