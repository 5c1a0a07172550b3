/* mandelbrot.c: a loop whose length differs from point to point. */
#include <weft/annotate.h>

#include <stdint.h>

/** The number of steps of z -> z² + c that stay within 2, at most `limit`; c = x + i y. */
WEFT_VECTORIZE("int32(float64, float64, int32)")
int32_t mandelbrot(double x, double y, int32_t limit)
{
    double real = 0, imaginary = 0;
    int32_t steps = 0;
    while (steps < limit && real * real + imaginary * imaginary <= 4) {
        double next = real * real - imaginary * imaginary + x;
        imaginary = 2 * real * imaginary + y;
        real = next;
        steps++;
    }
    return steps;
}
