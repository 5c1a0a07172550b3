/* lanes_core.h: core blocks of items as vectors of <weft/lanes.h>, and back. In memory item l has
 * its elements side by side; as vectors element e of item l is lane l of vector e. Elements of 32
 * and 64 bits are transposed in registers.
 *
 * A block may have fewer items than lanes: the last one stands in the others, too. */
#ifndef WEFT_LANES_CORE_H
#define WEFT_LANES_CORE_H

#include <weft/lanes.h>

#include <weft/vector/steps/part.h>
#include <weft/vector/steps/transpose.h>

/* Bytes of the vectors of a block whose core sizes are known at run time only: what is larger is
 * computed item by item. */
#define WEFT_CORE_ROOM 16384

/* A function that stands once in a file; loops that are written out. */
#if defined(__clang__)
#define WEFT_SHARED WEFT_FUNCTION __attribute__((__noinline__))
#else
#define WEFT_SHARED WEFT_FUNCTION __attribute__((__noinline__, __noclone__))
#endif
#define WEFT_WRITTEN_OUT _Pragma("GCC unroll 16")

/* Columns: as many elements as 16 bytes hold, or `width` where that is less, of `some` items, at
 * most `lanes`. In what lies side by side 16 bytes may be read beyond an element, but of the last
 * item; and may be written there where the next items come behind it. */
#define WEFT_CORE_COLUMNS(bits, lanes, quarter)                                                    \
    WEFT_VECTOR_INLINE void weft_read_columns_##bits##x##lanes(                                    \
        char *to, int64_t gap, const char *from, int64_t step, int64_t width, int64_t some)        \
    {                                                                                              \
        enum { columns = 128 / bits, quarters = lanes / columns };                                 \
        const int64_t enough = (columns - width) * (bits / 8);                                     \
        weft_i##bits##x##lanes rows[columns];                                                      \
        WEFT_WRITTEN_OUT                                                                           \
        for (int j = 0; j < columns; j++) {                                                        \
            quarter parts[quarters];                                                               \
            WEFT_WRITTEN_OUT                                                                       \
            for (int q = 0; q < quarters; q++) {                                                   \
                const int row = j + columns * q;                                                   \
                const char *at = from + (row < some ? row : some - 1) * step;                      \
                if (width == columns || (row < some - 1 && step >= enough))                        \
                    memcpy(&parts[q], at, sizeof parts[q]);                                        \
                else                                                                               \
                    parts[q] = weft_read_part_##bits(at, width);                                   \
            }                                                                                      \
            rows[j] = weft_join_##bits##x##lanes(parts);                                           \
        }                                                                                          \
        weft_squares_##bits##x##lanes(rows);                                                       \
        WEFT_WRITTEN_OUT                                                                           \
        for (int e = 0; e < columns; e++)                                                          \
            if (e < width)                                                                         \
                memcpy(to + e * gap, &rows[e], sizeof rows[e]);                                    \
    }                                                                                              \
    WEFT_VECTOR_INLINE void weft_write_columns_##bits##x##lanes(                                   \
        char *to, int64_t step, const char *from, int64_t gap, int64_t width, int64_t some)        \
    {                                                                                              \
        enum { columns = 128 / bits };                                                             \
        const int64_t enough = (columns - width) * (bits / 8);                                     \
        weft_i##bits##x##lanes rows[columns];                                                      \
        WEFT_WRITTEN_OUT                                                                           \
        for (int e = 0; e < columns; e++)                                                          \
            memcpy(&rows[e], from + (e < width ? e : 0) * gap, sizeof rows[e]);                    \
        weft_squares_##bits##x##lanes(rows);                                                       \
        WEFT_WRITTEN_OUT                                                                           \
        for (int row = 0; row < lanes; row++) {                                                    \
            const quarter part =                                                                   \
                weft_quarter_##bits##x##lanes(rows[row % columns], row / columns);                 \
            if (row < some && (width == columns ||                                                 \
                               (step == width * (bits / 8) && (some - 1 - row) * step >= enough))) \
                memcpy(to + row * step, &part, sizeof part);                                       \
            else if (row < some)                                                                   \
                weft_write_part_##bits(to + row * step, part, width);                              \
        }                                                                                          \
    }
/* Rows: as many elements as there are lanes. */
#define WEFT_CORE_ROWS(bits, lanes, words, bytes)                                                \
    WEFT_VECTOR_INLINE void weft_read_rows_##bits##x##lanes(                                     \
        char *to, int64_t gap, const char *from, int64_t step, int64_t some)                     \
    {                                                                                            \
        enum { columns = 128 / bits };                                                           \
        weft_i64x##words whole[lanes];                                                           \
        WEFT_WRITTEN_OUT                                                                         \
        for (int row = 0; row < lanes; row++)                                                    \
            memcpy(&whole[row], from + (row < some ? row : some - 1) * step, sizeof whole[row]); \
        WEFT_WRITTEN_OUT                                                                         \
        for (int j = 0; j < columns; j++)                                                        \
            weft_turn_##bytes(whole + j, columns);                                               \
        WEFT_WRITTEN_OUT                                                                         \
        for (int e = 0; e < lanes; e += columns) {                                               \
            weft_i##bits##x##lanes rows[columns];                                                \
            WEFT_WRITTEN_OUT                                                                     \
            for (int j = 0; j < columns; j++)                                                    \
                rows[j] = (weft_i##bits##x##lanes)whole[e + j];                                  \
            weft_squares_##bits##x##lanes(rows);                                                 \
            WEFT_WRITTEN_OUT                                                                     \
            for (int j = 0; j < columns; j++)                                                    \
                memcpy(to + (e + j) * gap, &rows[j], sizeof rows[j]);                            \
        }                                                                                        \
    }                                                                                            \
    WEFT_VECTOR_INLINE void weft_write_rows_##bits##x##lanes(                                    \
        char *to, int64_t step, const char *from, int64_t gap, int64_t some)                     \
    {                                                                                            \
        enum { columns = 128 / bits };                                                           \
        weft_i64x##words whole[lanes];                                                           \
        WEFT_WRITTEN_OUT                                                                         \
        for (int e = 0; e < lanes; e += columns) {                                               \
            weft_i##bits##x##lanes rows[columns];                                                \
            WEFT_WRITTEN_OUT                                                                     \
            for (int j = 0; j < columns; j++)                                                    \
                memcpy(&rows[j], from + (e + j) * gap, sizeof rows[j]);                          \
            weft_squares_##bits##x##lanes(rows);                                                 \
            WEFT_WRITTEN_OUT                                                                     \
            for (int j = 0; j < columns; j++)                                                    \
                whole[e + j] = (weft_i64x##words)rows[j];                                        \
        }                                                                                        \
        WEFT_WRITTEN_OUT                                                                         \
        for (int j = 0; j < columns; j++)                                                        \
            weft_turn_##bytes(whole + j, columns);                                               \
        WEFT_WRITTEN_OUT                                                                         \
        for (int row = 0; row < lanes; row++)                                                    \
            if (row < some)                                                                      \
                memcpy(to + row * step, &whole[row], sizeof whole[row]);                         \
    }
/* One item in all lanes. */
#define WEFT_CORE_ONE(bits, lanes)                                                          \
    WEFT_VECTOR_INLINE void weft_read_one_##bits##x##lanes(char *to, int64_t gap,           \
                                                           const char *from, int64_t count) \
    {                                                                                       \
        for (int64_t e = 0; e < count; e++) {                                               \
            int##bits##_t element;                                                          \
            memcpy(&element, from + e * (bits / 8), sizeof element);                        \
            const weft_i##bits##x##lanes all = weft_set_i##bits##x##lanes(element);         \
            memcpy(to + e * gap, &all, sizeof all);                                         \
        }                                                                                   \
    }
/* All `count` elements; vectors are `gap` bytes apart, items `step`. The last columns are taken
 * again where there are not as many left. */
#define WEFT_CORE_BLOCKS(bits, lanes)                                                              \
    WEFT_VECTOR_INLINE void weft_read_block_##bits##x##lanes(                                      \
        char *to, int64_t gap, const char *from, int64_t step, int64_t count, int64_t some)        \
    {                                                                                              \
        enum { columns = 128 / bits, size = bits / 8 };                                            \
        int64_t e = 0;                                                                             \
        if (count < columns) {                                                                     \
            if (count)                                                                             \
                weft_read_columns_##bits##x##lanes(to, gap, from, step, count, some);              \
            return;                                                                                \
        }                                                                                          \
        for (; e + lanes <= count; e += lanes)                                                     \
            weft_read_rows_##bits##x##lanes(to + e * gap, gap, from + e * size, step, some);       \
        for (; e + columns <= count; e += columns)                                                 \
            weft_read_columns_##bits##x##lanes(to + e * gap, gap, from + e * size, step, columns,  \
                                               some);                                              \
        if (e < count)                                                                             \
            weft_read_columns_##bits##x##lanes(to + (count - columns) * gap, gap,                  \
                                               from + (count - columns) * size, step, columns,     \
                                               some);                                              \
    }                                                                                              \
    WEFT_VECTOR_INLINE void weft_write_block_##bits##x##lanes(                                     \
        char *to, int64_t step, const char *from, int64_t gap, int64_t count, int64_t some)        \
    {                                                                                              \
        enum { columns = 128 / bits, size = bits / 8 };                                            \
        int64_t e = 0;                                                                             \
        if (count < columns) {                                                                     \
            if (count)                                                                             \
                weft_write_columns_##bits##x##lanes(to, step, from, gap, count, some);             \
            return;                                                                                \
        }                                                                                          \
        for (; e + lanes <= count; e += lanes)                                                     \
            weft_write_rows_##bits##x##lanes(to + e * size, step, from + e * gap, gap, some);      \
        for (; e + columns <= count; e += columns)                                                 \
            weft_write_columns_##bits##x##lanes(to + e * size, step, from + e * gap, gap, columns, \
                                                some);                                             \
        if (e < count)                                                                             \
            weft_write_columns_##bits##x##lanes(to + (count - columns) * size, step,               \
                                                from + (count - columns) * gap, gap, columns,      \
                                                some);                                             \
    }
/* Narrow elements go one by one. */
#define WEFT_CORE_SINGLES(bits, lanes)                                                      \
    WEFT_VECTOR_INLINE void weft_read_block_##bits##x##lanes(                               \
        char *to, int64_t gap, const char *from, int64_t step, int64_t count, int64_t some) \
    {                                                                                       \
        const int64_t size = bits / 8;                                                      \
        for (int l = 0; l < lanes; l++) {                                                   \
            weft_lanes_copy(to + l * size, gap, from, size, size, count);                   \
            from += l + 1 < some ? step : 0;                                                \
        }                                                                                   \
    }                                                                                       \
    WEFT_VECTOR_INLINE void weft_write_block_##bits##x##lanes(                              \
        char *to, int64_t step, const char *from, int64_t gap, int64_t count, int64_t some) \
    {                                                                                       \
        const int64_t size = bits / 8;                                                      \
        for (int64_t l = 0; l < some; l++)                                                  \
            weft_lanes_copy(to + l * step, size, from + l * size, gap, size, count);        \
    }
/* The same, which stands once in a file; read, write: written out where the number of elements is a
 * constant. */
#define WEFT_CORE_TRANSFERS(bits, lanes)                                                       \
    WEFT_SHARED void weft_read_any_##bits##x##lanes(char *to, int64_t gap, const char *from,   \
                                                    int64_t step, int64_t count, int64_t some) \
    {                                                                                          \
        if (some == 1 || step == 0)                                                            \
            weft_read_one_##bits##x##lanes(to, gap, from, count);                              \
        else if (some == lanes)                                                                \
            weft_read_block_##bits##x##lanes(to, gap, from, step, count, lanes);               \
        else                                                                                   \
            weft_read_block_##bits##x##lanes(to, gap, from, step, count, some);                \
    }                                                                                          \
    WEFT_SHARED void weft_write_any_##bits##x##lanes(char *to, int64_t step, const char *from, \
                                                     int64_t gap, int64_t count, int64_t some) \
    {                                                                                          \
        if (some == 1)                                                                         \
            weft_lanes_copy(to, bits / 8, from, gap, bits / 8, count);                         \
        else if (some == lanes)                                                                \
            weft_write_block_##bits##x##lanes(to, step, from, gap, count, lanes);              \
        else                                                                                   \
            weft_write_block_##bits##x##lanes(to, step, from, gap, count, some);               \
    }                                                                                          \
    WEFT_VECTOR_INLINE void weft_read_core_##bits##x##lanes(                                   \
        char *to, int64_t gap, const char *from, int64_t step, int64_t count, int64_t some)    \
    {                                                                                          \
        const bool constant = __builtin_constant_p(count);                                     \
        if (constant && count == 1 && some == lanes && step == bits / 8)                       \
            memcpy(to, from, lanes *(bits / 8));                                               \
        else if (constant && count > 1 && some == lanes)                                       \
            weft_read_block_##bits##x##lanes(to, gap, from, step, count, lanes);               \
        else                                                                                   \
            weft_read_any_##bits##x##lanes(to, gap, from, step, count, some);                  \
    }                                                                                          \
    WEFT_VECTOR_INLINE void weft_write_core_##bits##x##lanes(                                  \
        char *to, int64_t step, const char *from, int64_t gap, int64_t count, int64_t some)    \
    {                                                                                          \
        const bool constant = __builtin_constant_p(count);                                     \
        if (constant && count == 1 && some == lanes && step == bits / 8)                       \
            memcpy(to, from, lanes *(bits / 8));                                               \
        else if (constant && count > 1 && some == lanes)                                       \
            weft_write_block_##bits##x##lanes(to, step, from, gap, count, lanes);              \
        else                                                                                   \
            weft_write_any_##bits##x##lanes(to, step, from, gap, count, some);                 \
    }

#define WEFT_CORE_WIDE(bits, lanes, quarter, words, bytes) \
    WEFT_CORE_COLUMNS(bits, lanes, quarter)                \
    WEFT_CORE_ROWS(bits, lanes, words, bytes)              \
    WEFT_CORE_ONE(bits, lanes) WEFT_CORE_BLOCKS(bits, lanes) WEFT_CORE_TRANSFERS(bits, lanes)
/* clang-format off */
#define WEFT_CORE_NARROW(lanes)                                                       \
    WEFT_CORE_ONE(8, lanes) WEFT_CORE_SINGLES(8, lanes) WEFT_CORE_TRANSFERS(8, lanes) \
    WEFT_CORE_ONE(16, lanes) WEFT_CORE_SINGLES(16, lanes) WEFT_CORE_TRANSFERS(16, lanes)
/* clang-format on */
#if defined(__AVX512F__)
WEFT_CORE_WIDE(32, 16, weft_i32x4, 8, 64)
WEFT_CORE_WIDE(32, 8, weft_i32x4, 4, 32)
WEFT_CORE_WIDE(64, 8, weft_i64x2, 8, 64)
WEFT_CORE_NARROW(16)
WEFT_CORE_NARROW(8)
#elif defined(__AVX2__)
WEFT_CORE_WIDE(32, 8, weft_i32x4, 4, 32)
WEFT_CORE_WIDE(32, 4, weft_i32x4, 2, 16)
WEFT_CORE_WIDE(64, 4, weft_i64x2, 4, 32)
WEFT_CORE_NARROW(8)
WEFT_CORE_NARROW(4)
#else
WEFT_CORE_WIDE(32, 4, weft_i32x4, 2, 16)
WEFT_CORE_NARROW(4)
#endif
#undef WEFT_CORE_COLUMNS
#undef WEFT_CORE_ROWS
#undef WEFT_CORE_ONE
#undef WEFT_CORE_BLOCKS
#undef WEFT_CORE_SINGLES
#undef WEFT_CORE_TRANSFERS
#undef WEFT_CORE_WIDE
#undef WEFT_CORE_NARROW

/* "weft_read_core_32x8" of "weft_read_core_" and f32 */
#define WEFT_CORE_NAME(begin, element) WEFT_CORE_NAME_(begin, WEFT_CORE_BITS_##element)
#define WEFT_CORE_NAME_(begin, bits)   WEFT_CORE_NAME__(begin, bits)
#define WEFT_CORE_NAME__(begin, bits)  WEFT_LANES_NAME(begin##bits##x)
#define WEFT_CORE_BITS_i8              8
#define WEFT_CORE_BITS_u8              8
#define WEFT_CORE_BITS_i16             16
#define WEFT_CORE_BITS_u16             16
#define WEFT_CORE_BITS_i32             32
#define WEFT_CORE_BITS_u32             32
#define WEFT_CORE_BITS_f32             32
#define WEFT_CORE_BITS_i64             64
#define WEFT_CORE_BITS_u64             64
#define WEFT_CORE_BITS_f64             64

#endif
