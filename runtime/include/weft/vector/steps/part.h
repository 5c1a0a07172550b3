/* part.h: the first elements of 16 bytes in memory: no byte beyond them is touched. What is read is
 * 0 behind them. */
#ifndef WEFT_VECTOR_PART_H
#define WEFT_VECTOR_PART_H

#include <weft/vector.h>

WEFT_VECTOR_INLINE weft_i32x4 weft_read_part_32(const char *from, int64_t count)
{
    int32_t pair[2] = {0}, last = 0;
    if (count & 4) {
        weft_i32x4 whole;
        memcpy(&whole, from, sizeof whole);
        return whole;
    }
    if (count & 1)
        memcpy(&last, from + (count & 2) * 4, 4);
    if (!(count & 2))
        return (weft_i32x4){last, 0, 0, 0};
    memcpy(pair, from, 8);
    return (weft_i32x4){pair[0], pair[1], last, 0};
}

WEFT_VECTOR_INLINE void weft_write_part_32(char *to, weft_i32x4 vector, int64_t count)
{
    const int32_t last = count & 2 ? vector[2] : vector[0];
    if (count & 4)
        memcpy(to, &vector, sizeof vector);
    if (count & 2)
        memcpy(to, &(int32_t[2]){vector[0], vector[1]}, 8);
    if (count & 1)
        memcpy(to + (count & 2) * 4, &last, 4);
}

WEFT_VECTOR_INLINE weft_i64x2 weft_read_part_64(const char *from, int64_t count)
{
    weft_i64x2 whole = {0};
    if (count & 2)
        memcpy(&whole, from, 16);
    else
        memcpy(&whole, from, 8);
    return whole;
}

WEFT_VECTOR_INLINE void weft_write_part_64(char *to, weft_i64x2 vector, int64_t count)
{
    if (count & 2)
        memcpy(to, &vector, 16);
    else
        memcpy(to, &vector, 8);
}

#endif
