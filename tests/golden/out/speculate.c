/* flags: --targets=gpu */
/* Of which loops devices speculate steps. */
#include <weft/annotate.h>
#include <math.h>
#include <stdint.h>

WEFT_TYPEVAR(T);

/* These do. */
WEFT_VECTORIZE("int32(float32, int32)", "int32(float64, int32)")
int32_t halvings(T x, int32_t most)
{
    int32_t k = 0;
    while (k < most && x > 1) {
        x = x * (T)0.5;
        k++;
    }
    return k;
}

WEFT_VECTORIZE()
uint64_t steps(uint64_t n)
{
    uint64_t k = 0;
    while (n != 1 && 1000 > k) {
        uint64_t odd = 3 * n + 1;
        if (n & 1)
            n = odd;
        else
            n = n ^ 5;
        k += 1;
    }
    return k;
}

/* These do not: a step divides, shifts, calls, reads memory, jumps; a value saturates; the counter
 * skips, the limit moves, the counter or its limit is of another type; there is no block. */
WEFT_VECTORIZE()
int32_t not_so(int32_t n, int32_t most, double x)
{
    int32_t k = 0, table[2] = {n, most};
    while (k < most && n != 0) { n = n / 3; k++; }
    while (k < most && n != 0) { n = n >> 1; k++; }
    while (k < most && x > 1) { x = sqrt(x); k++; }
    while (k < most && n != 5) { n = table[k & 1]; k++; }
    while (k < most && n != 5) { if (n == 3) break; n = n ^ k; k++; }
    while (k < most && n != 5) { n = (int32_t)x; x = x + 1; k++; }
    while (k < most && n != 5) { n = n ^ k; k += 2; }
    while (k < most && n != 5) { n = n ^ k; if (n & 1) k++; }
    while (k < most && n != 5) { most = most ^ n; k++; }
    while (k < x && n != 5) { n = n ^ k; k++; }
    while (k < most && n++ != 5) { k++; }
    while (k < most && n != 5) k++;
    return k + n;
}
