/* complex_product.c: C's own complex numbers, on every target. */
#include <weft/annotate.h>

#include <complex.h>

/** z w. */
WEFT_VECTORIZE()
float complex complex_product(float complex z, float complex w) { return z * w; }

/** The iterate z² + c and its distance from 0: a complex and a real result. */
WEFT_VECTORIZE()
void complex_iterate(double complex z, double complex c, double complex *next, double *distance)
{
    *next = z * z + c;
    *distance = cabs(*next);
}
