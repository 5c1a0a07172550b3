/* speculated_kernels.c: loops whose steps devices speculate, and some that they must not, for
 * gpu_wrapping: three inputs each, which go through extreme values, and results that tell of each step. */
#include <weft/annotate.h>

#include <stdint.h>

WEFT_TYPEVAR(T);

/* Up to 63 steps from any number on, up to the largest. */
static int32_t limit_behind(int32_t from, int32_t distance)
{
    return from > INT32_MAX - (distance & 63) ? INT32_MAX : from + (distance & 63);
}

/** Steps before a sum that wraps comes to what ends it. */
WEFT_VECTORIZE("int32(int32, int32, int32)")
int32_t to_the_limit(int32_t from, int32_t distance, int32_t by)
{
    const int32_t limit = limit_behind(from, distance);
    int32_t k = from, sum = distance;
    while (k < limit && sum != -7) {
        sum = sum * 5 + by;
        k++;
    }
    return k ^ sum;
}

/** The same of 64 bits, the other way round, by k += 1. */
WEFT_VECTORIZE("int64(int64, int64, int64)")
int64_t turned(int64_t from, int64_t distance, int64_t by)
{
    int64_t limit = from > INT64_MAX - (distance & 63) ? INT64_MAX : from + (distance & 63);
    int64_t k = from, sum = distance;
    while (limit > k && (sum & 0x3f) != 0x21) {
        k += 1;
        sum = 3 * sum - by;
    }
    return k + 77 * sum;
}

/** Any unsigned limit; what is behind 40 steps has ended. */
WEFT_VECTORIZE("uint32(uint32, uint32, uint32)", "uint64(uint64, uint64, uint64)")
T of_unsigned(T limit, T x, T y)
{
    uint32_t k = 0, most = (uint32_t)limit;
    T left = 40 + (y & 7);
    while (k < most && left != 0) {
        if (x & 1)
            x = 3 * x + 1;
        else
            x = x ^ y;
        left = left - 1;
        ++k;
    }
    return x + k;
}

/** Floating numbers; each step is seen. */
WEFT_VECTORIZE("int64(int32, int32, int32)")
WEFT_OPTIONS(strict)
int64_t of_floats(int32_t a, int32_t b, int32_t most)
{
    const float x = (float)(a % 1000) / 400, y = (float)(b % 1000) / 400;
    float real = 0, imaginary = 0;
    int32_t steps = 0;
    most = (most & 127) - 3;
    while (steps < most && real * real + imaginary * imaginary < 4) {
        float next = real * real - imaginary * imaginary + x;
        imaginary = 2 * real * imaginary + y;
        real = next;
        steps++;
    }
    return (int64_t)(1e9 * (double)real) + 3 * (int64_t)(1e9 * (double)imaginary) + steps;
}

/** A literal limit, a condition that is behind `||`, and a loop in a loop. */
WEFT_VECTORIZE("float64(float64, float64, int32)")
WEFT_OPTIONS(strict)
double nested(double x, double y, int32_t n)
{
    double sum = 0;
    x = x < 1000 && x > -1000 ? x : 3;
    y = y < 1000 && y > -1000 ? y : 5;
    for (int32_t outer = 0; outer < 3; outer++) {
        int32_t k = outer + (n & 15);
        double term = x;
        while (k < 50 && (term < 100 || term > 1e6)) {
            term = term * 1.25 + (term < y ? 1 : 0.5);
            k++;
        }
        sum = sum * 2 + term + k;
    }
    return sum;
}

/** A limit that moves, a counter that is counted twice, a step that divides: as written. */
WEFT_VECTORIZE("int32(int32, int32, int32)")
int32_t as_written(int32_t a, int32_t b, int32_t c)
{
    int32_t k = 0, most = a & 63, x = b, y = c & 0xffff;
    while (k < most && x != 0) {
        x = x - 5;
        most = most - (x & 1);
        k++;
    }
    while (k < 90 && x != 0) {
        x = x - 3;
        k++;
        if (x & 1)
            k++;
    }
    while (k < 200 && y != 0) {
        x = x + 1000 / y;
        y = y - 1;
        k++;
    }
    return x + k + y;
}
