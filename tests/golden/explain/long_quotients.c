/* Loops that divide integers of 64 bits are no vectors of items: lanes would divide one after the
 * other. Of 32 bits they are, and so are those that divide once, or by a size. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/annotate.h>

WEFT_VECTORIZE("int64(int64, int64)")
int64_t divisor_long(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

WEFT_VECTORIZE("int32(int32, int32)")
int32_t divisor_word(int32_t a, int32_t b)
{
    while (b != 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

WEFT_VECTORIZE("int64(int64, int64)")
int64_t halvings(int64_t a, int64_t b)
{
    int64_t left = b == 0 ? 0 : a / b, count = 0;
    for (; left > 1; left /= 2)
        count++;
    return count;
}

/** A function of the library in the loop is worth more than the quotient costs. */
WEFT_VECTORIZE("float64(float64, int64)")
double powers(double x, int64_t n)
{
    double sum = 0;
    for (int64_t k = 1; k < n; k++)
        sum += exp(x) * (double)(n / k);
    return sum;
}

WEFT_GUVECTORIZE("(n),(3)->(n)", "void(float64[:], float64[:], float64[:])")
void ring(size_t n, const double x[n], const double w[3], double y[n])
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < 3; k++)
            sum += x[(i + k) % n] * w[k];
        y[i] = sum;
    }
}
