// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
#include <complex.h>
WEFT_VECTORIZE()
double complex extend(double complex z)
{
    double re = __real__ z, im = __imag__ z;
    return ~z + 2.0i * re + im;
}
