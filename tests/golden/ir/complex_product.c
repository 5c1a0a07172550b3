#include <weft/annotate.h>
#include <complex.h>
#include <math.h>

WEFT_VECTORIZE()
float complex complex_product(float complex a, float complex b) { return a * conjf(b); }

WEFT_VECTORIZE()
double rotate(double complex z, double angle)
{
    const double complex turn = cos(angle) + I * sin(angle);
    return cimag(z * (double complex)turn);
}
