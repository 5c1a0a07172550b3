/* julia.c: complex numbers in a loop whose length differs from point to point. */
#include <weft/annotate.h>

#include <complex.h>
#include <stdint.h>

/** The number of steps of z -> z² + c that stay within 2, at most `limit`. */
WEFT_VECTORIZE("int32(complex128, complex128, int32)")
int32_t julia(double complex z, double complex c, int32_t limit)
{
    int32_t steps = 0;
    while (steps < limit && creal(z) * creal(z) + cimag(z) * cimag(z) <= 4) {
        z = z * z + c;
        steps++;
    }
    return steps;
}
