/* transpose.cuh: blocks of elements of one and two bytes, transposed on their way to shared memory:
 * a thread has 16 bytes of each of some columns, and makes words of their rows of them. */
#ifndef WEFT_TRANSPOSE_CUH
#define WEFT_TRANSPOSE_CUH

#include "machine.cuh"
#include "params.h"

namespace weft
{

/* Where a byte of a row of a block lies in shared memory. Units of 16 bytes change places, so that
 * threads that store words of one column, and those that load units of one row, meet in no bank. */
template <int size> WEFT_DEVICE_INLINE uint32_t transposed_place(uint32_t row, uint32_t byte)
{
    return row * WEFT_GPU_TRANSPOSE_BYTES + (byte ^ row / (16 / size) % 8 * 16);
}

/* Words of 4 / size columns become those of as many rows. */
template <int size> WEFT_DEVICE_INLINE void transpose_words(uint32_t (&words)[4 / size])
{
    if constexpr (size == 2) {
        const uint32_t first = words[0], second = words[1];
        words[0] = machine::choose_bytes(first, second, 0x5410);
        words[1] = machine::choose_bytes(first, second, 0x7632);
    } else {
        const uint32_t a = machine::choose_bytes(words[0], words[1], 0x5140),
                       b = machine::choose_bytes(words[2], words[3], 0x5140),
                       c = machine::choose_bytes(words[0], words[1], 0x7362),
                       d = machine::choose_bytes(words[2], words[3], 0x7362);
        words[0] = machine::choose_bytes(a, b, 0x5410);
        words[1] = machine::choose_bytes(a, b, 0x7632);
        words[2] = machine::choose_bytes(c, d, 0x5410);
        words[3] = machine::choose_bytes(c, d, 0x7632);
    }
}

/* Brings a block whose columns lie `step` bytes apart, each contiguous from a multiple of 16 bytes
 * on. */
template <class S, uint32_t columns>
WEFT_DEVICE_INLINE void transpose_block(char *room, const char *from, int64_t step)
{
    constexpr int size = sizeof(S);
    constexpr uint32_t across = 4 / size, length = 16 / size,
                       lanes = WEFT_GPU_TRANSPOSE_ROWS / length, words = columns / across,
                       side_by_side = WEFT_GPU_THREADS / lanes,
                       turns = words > side_by_side ? words / side_by_side : 1;
    const uint32_t row = machine::thread_index() % lanes * length,
                   first = machine::thread_index() / lanes;
    uint32_t held[turns][across][4];
    if (first >= words)
        return;
    WEFT_UNROLL
    for (uint32_t t = 0; t < turns; t++)
        WEFT_UNROLL
    for (uint32_t c = 0; c < across; c++)
        machine::load<16>(held[t][c],
                          from + ((first + t * side_by_side) * across + c) * step + row * size);
    WEFT_UNROLL
    for (uint32_t t = 0; t < turns; t++)
        WEFT_UNROLL
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t transposed[across];
        WEFT_UNROLL
        for (uint32_t c = 0; c < across; c++)
            transposed[c] = held[t][c][k];
        transpose_words<size>(transposed);
        WEFT_UNROLL
        for (uint32_t r = 0; r < across; r++)
            machine::store<4>(
                room + transposed_place<size>(row + k * across + r, (first + t * side_by_side) * 4),
                &transposed[r]);
    }
}

/* Brings the part of a block that is there, element by element. */
template <class S, uint32_t block_columns>
WEFT_DEVICE_INLINE void transpose_part(char *room, const char *from, int64_t step, uint32_t columns,
                                       uint32_t rows)
{
    constexpr uint32_t size = sizeof(S);
    const uint32_t row = machine::thread_index() % WEFT_GPU_TRANSPOSE_ROWS;
    if (row >= rows)
        return;
    WEFT_ROLLED
    for (uint32_t column = machine::thread_index() / WEFT_GPU_TRANSPOSE_ROWS;
         column < block_columns && column < columns;
         column += WEFT_GPU_THREADS / WEFT_GPU_TRANSPOSE_ROWS)
        *reinterpret_cast<S *>(room + transposed_place<size>(row, column * size)) =
            *reinterpret_cast<const S *>(from + (int64_t)column * step + row * size);
}

} // namespace weft
#endif
