/* indices.c: functions of the numbers of items, whose values are these numbers. */
#include <stddef.h>
#include <stdint.h>
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

/** The number of the item. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE()
uint64_t number(uint64_t i)
{
    return i;
}

/** The same, narrow. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("int8(int8)")
int8_t byte(int8_t x, int64_t i)
{
    return (int8_t)((x & 0) + (i & 127));
}

/** The places along the last two axes, as one number. */
WEFT_OPTIONS(index(row, -2), index(column, -1))
WEFT_VECTORIZE("float64(float64)", "float32(float32)")
T grid(T x, size_t row, size_t column)
{
    return x + 1000 * (T)row + (T)column;
}

/** Vectors of items: a branch. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("int64(int64)")
int64_t folded(int64_t x, int64_t i)
{
    int64_t sum = 0;
    for (int64_t k = 0; k < 3 + (i & 1); k++)
        sum += x & 1 ? -i : i;
    return sum;
}

/** Items that leave their loop one by one: the steps to 1 of Collatz' sequence from i + 1. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("int64(int64)")
int64_t collatz(int64_t x, int64_t i)
{
    int64_t n = i + 1, steps = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps + x;
}

/** Core dimensions. */
WEFT_OPTIONS(index(i), index(column, -1))
WEFT_GUVECTORIZE("(n)->(n)", "void(int64[:], int64[:])")
void shifted(size_t n, const int64_t x[n], int64_t i, int64_t column, int64_t y[n])
{
    for (size_t k = 0; k < n; k++)
        y[k] = x[k] + 10 * i + column;
}
