/* transpose.c: elements from columns to rows, in squares of as many as a vector of 16 bytes has:
 * each target has instructions for these, and wider vectors would wait for the same lines. */
#include "transpose.h"

#include <string.h>

enum { VECTOR = 16, LINE = 64 };

/* One side's elements and the other's; those of the source's column are neighbours, and those of
 * the target's row, where squares are made of them. */
typedef struct tile {
    char *to;
    const char *from;
    transpose_steps to_steps, from_steps;
    int64_t rows, items;
    int64_t column, next; /* bytes of a column of the source, and from it to what is prefetched; 0:
                             nothing is */
} tile;

/* The lanes of two vectors in turn, from their first halves, and from their second. */
#define LOW_1      0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_1     8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define LOW_2      0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_2     4, 12, 5, 13, 6, 14, 7, 15
#define LOW_4      0, 4, 1, 5
#define HIGH_4     2, 6, 3, 7
#define LOW_8      0, 2
#define HIGH_8     1, 3
#define LANES(...) __VA_ARGS__

/* The line in which it begins is here already: it is the last one of what is copied now.
 * always_inline: gcc takes a function that only asks for memory for one that does nothing. */
static inline __attribute__((always_inline)) void prefetch_column(const tile *of, const char *from)
{
    if (of->next)
        for (int64_t at = LINE - 1; at < of->column + LINE - 1; at += LINE)
            __builtin_prefetch(from + of->next + at, 0, 2); /* the second cache has room for it */
}

#define DEFINE_MOVE(SIZE)                                                                   \
    static void move_##SIZE(const tile *of)                                                 \
    {                                                                                       \
        for (int64_t item = 0; item < of->items; item++) {                                  \
            char *to = of->to + item * of->to_steps.item;                                   \
            const char *from = of->from + item * of->from_steps.item;                       \
            prefetch_column(of, from);                                                      \
            for (int64_t row = 0; row < of->rows; row++)                                    \
                memcpy(to + row * of->to_steps.row, from + row * of->from_steps.row, SIZE); \
        }                                                                                   \
    }

/* log2 of the lanes times, halves of all vectors are put together in turn: then they are
 * transposed. The last squares of a row or column begin earlier where they would not be whole. */
#define DEFINE_SQUARES(SIZE, TYPE)                                                              \
    typedef TYPE lanes_##SIZE __attribute__((vector_size(VECTOR), aligned(1), may_alias));      \
    static inline __attribute__((always_inline)) void square_##SIZE(                            \
        char *to, int64_t to_step, const char *from, int64_t from_step)                         \
    {                                                                                           \
        enum { COUNT = VECTOR / SIZE };                                                         \
        lanes_##SIZE x[COUNT], y[COUNT];                                                        \
        _Pragma("GCC unroll 16") for (int k = 0; k < COUNT; k++) x[k] =                         \
            *(const lanes_##SIZE *)(from + k * from_step);                                      \
        _Pragma("GCC unroll 4") for (int done = 1; done < COUNT; done *= 2)                     \
        {                                                                                       \
            _Pragma("GCC unroll 8") for (int k = 0; k < COUNT / 2; k++)                         \
            {                                                                                   \
                y[2 * k] = __builtin_shufflevector(x[k], x[k + COUNT / 2], LANES(LOW_##SIZE));  \
                y[2 * k + 1] =                                                                  \
                    __builtin_shufflevector(x[k], x[k + COUNT / 2], LANES(HIGH_##SIZE));        \
            }                                                                                   \
            _Pragma("GCC unroll 16") for (int k = 0; k < COUNT; k++) x[k] = y[k];               \
        }                                                                                       \
        _Pragma("GCC unroll 16") for (int k = 0; k < COUNT; k++) *                              \
            (lanes_##SIZE *)(to + k * to_step) = x[k];                                          \
    }                                                                                           \
    static void squares_##SIZE(const tile *of)                                                  \
    {                                                                                           \
        enum { COUNT = VECTOR / SIZE };                                                         \
        if (of->rows < COUNT || of->items < COUNT) {                                            \
            move_##SIZE(of);                                                                    \
            return;                                                                             \
        }                                                                                       \
        for (int64_t next = 0; next < of->items; next += COUNT) {                               \
            const int64_t item = next + COUNT > of->items ? of->items - COUNT : next;           \
            char *to = of->to + item * SIZE;                                                    \
            const char *from = of->from + item * of->from_steps.item;                           \
            for (int k = 0; k < COUNT; k++)                                                     \
                prefetch_column(of, from + k * of->from_steps.item);                            \
            int64_t row = 0;                                                                    \
            for (; row + COUNT <= of->rows; row += COUNT)                                       \
                square_##SIZE(to + row * of->to_steps.row, of->to_steps.row, from + row * SIZE, \
                              of->from_steps.item);                                             \
            row = of->rows - COUNT;                                                             \
            if (of->rows % COUNT)                                                               \
                square_##SIZE(to + row * of->to_steps.row, of->to_steps.row, from + row * SIZE, \
                              of->from_steps.item);                                             \
        }                                                                                       \
    }
DEFINE_MOVE(1)
DEFINE_MOVE(2)
DEFINE_MOVE(4)
DEFINE_MOVE(8)
DEFINE_MOVE(16)
DEFINE_SQUARES(1, uint8_t)
DEFINE_SQUARES(2, uint16_t)
DEFINE_SQUARES(4, uint32_t)
DEFINE_SQUARES(8, uint64_t)

typedef void copy_tile(const tile *of);

/* By the size of an element. */
static const struct {
    copy_tile *move, *squares;
} copies[VECTOR + 1] = {
    [1] = {move_1, squares_1}, [2] = {move_2, squares_2}, [4] = {move_4, squares_4},
    [8] = {move_8, squares_8}, [16] = {move_16, move_16},
};

static void swap_sides(tile *of)
{
    const int64_t rows = of->rows;
    of->rows = of->items;
    of->items = rows;
    of->to_steps = (transpose_steps){of->to_steps.row, of->to_steps.item};
    of->from_steps = (transpose_steps){of->from_steps.row, of->from_steps.item};
}

/* Begins with the last row. */
static void reverse_rows(tile *of)
{
    of->to += (of->rows - 1) * of->to_steps.row;
    of->from += (of->rows - 1) * of->from_steps.row;
    of->to_steps.row = -of->to_steps.row;
    of->from_steps.row = -of->from_steps.row;
}

int64_t transpose_rows(const char *first, int64_t step, int64_t column, int64_t most)
{
    const int64_t behind = (int64_t)((uintptr_t)first % (uintptr_t)column);
    const int64_t count = step > 0 ? (column - behind + step - 1) / step : behind / -step + 1;
    return count < most ? count : most;
}

void transpose_copy(char *to, transpose_steps to_steps, const char *from,
                    transpose_steps from_steps, int64_t rows, int64_t items, int size,
                    bool prefetches)
{
    tile of = {to, from, to_steps, from_steps, rows, items, 0, 0};
    if (prefetches) {
        of.next = rows * from_steps.row;
        of.column = of.next < 0 ? -of.next : of.next;
    }
    if (from_steps.item == size || from_steps.item == -size)
        swap_sides(&of);
    if (of.from_steps.row < 0)
        reverse_rows(&of);
    if (of.from_steps.row == size && of.to_steps.item == size)
        copies[size].squares(&of);
    else
        copies[size].move(&of);
}
