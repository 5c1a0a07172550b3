/* ranges.c: a function that takes longer for some numbers than for others. */
#include <stdint.h>

#include <weft/annotate.h>

/** How many steps of Collatz (half an even number, 3 n + 1 of an odd one) lead from a + b to 1. */
WEFT_VECTORIZE("int32(int64, int64)")
int32_t collatz(int64_t a, int64_t b)
{
    int32_t steps = 0;
    for (int64_t n = a + b; n > 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}
