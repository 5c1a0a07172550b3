/* control.c: control flow, data-dependent and otherwise. */
#include <weft/annotate.h>

#include <math.h>
#include <stdint.h>

WEFT_TYPEVAR(T);

/* A loop whose length depends on the data. */
WEFT_VECTORIZE("int32(int64)", "int32(uint32)")
int32_t collatz(T n)
{
    int32_t steps = 0;
    while (n > 1 && steps < 1000) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}
/* Euclid's algorithm. */
WEFT_VECTORIZE("uint16(uint16, uint16)", "uint64(uint64, uint64)")
T greatest_divisor(T a, T b)
{
    while (b) {
        T rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
/* The escape time of the Mandelbrot iteration on a point with exact coordinates. */
WEFT_VECTORIZE("int32(float32, float32)", "int32(float64, float64)")
int32_t escape_time(T x, T y)
{
    T u = 0, v = 0;
    int32_t i;
    for (i = 0; i < 20; i++) {
        T next = u * u - v * v + x;
        v = 2 * u * v + y;
        u = next;
        if (u * u + v * v > 4)
            break;
    }
    return i;
}
/* switch with fall-through, default in the middle and return from inside. */
WEFT_VECTORIZE()
int32_t switch_cases(int32_t x)
{
    int32_t y = 0;
    switch (x) {
    case -1:
        return 100;
    case 0:
    case 1:
        y += 1;
        /* fall through */
    case 2:
        y += 2;
        break;
    default:
        y = -x;
        break;
    case 5: {
        int32_t z = 7;
        y = z * x;
    }
    }
    return y;
}
/* do-while, continue, break, nested. */
WEFT_VECTORIZE()
int32_t nested_loops(int32_t n)
{
    int32_t total = 0, i = 0;
    do {
        i++;
        if (i % 3 == 0)
            continue;
        for (int j = 0, k = n; j < k; j++, k--) {
            if (j == 4)
                break;
            total += j * k + i;
        }
    } while (i < n);
    return total;
}
/* goto forward, out of two loops. */
WEFT_VECTORIZE()
int32_t leave_loops(int32_t x)
{
    int32_t found = -1;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            if (i * j == x) {
                found = 10 * i + j;
                goto done;
            }
done:
    return found;
}
/* A local array, sorted by insertion. */
WEFT_VECTORIZE("int16(int16, int16, int16, int16, int16)",
               "float32(float32, float32, float32, float32, float32)")
T median_of_five(T a, T b, T c, T d, T e)
{
    T sorted[5] = {a, b, c, d, e};
    for (int i = 1; i < 5; i++) {
        T moved = sorted[i];
        int j = i;
        for (; j > 0 && sorted[j - 1] > moved; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = moved;
    }
    return sorted[2];
}
/* Conditional and comma operators. */
WEFT_VECTORIZE()
int32_t expressions(int32_t a, int32_t b)
{
    int32_t c = (a += 2, b -= 1, a * b);
    int32_t d = a > b ? a > 5 ? 1 : 2 : b > 5 ? 3 : 4;
    c ^= d << 2 | (~a & 15);
    a++;
    --b;
    return a + b + c + -d + !a + (a && b) + (a || b);
}
/* Early returns. */
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T step_function(T x)
{
    if (x < -1)
        return -1;
    if (x < 0)
        return x / 2;
    else if (x < 1)
        return x * 2;
    return 3;
}
/* Bisection for a root of t^3 = x: exact where x is the cube of a small integer. */
WEFT_VECTORIZE()
double cube_root(double x)
{
    double low = -16, high = 16;
    for (;;) {
        double middle = (low + high) / 2, cube = middle * middle * middle;
        if (cube == x || high - low < 1e-12)
            return middle;
        if (cube < x)
            low = middle;
        else
            high = middle;
    }
}
/* Data-dependent loops over a core dimension. */
WEFT_GUVECTORIZE("(n),()->()", "int64(float32[:], float32)", "int64(float64[:], float64)")
int64_t insertion_point(int64_t n, const T sorted[n], T x)
{
    int64_t low = 0, high = n;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (sorted[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
