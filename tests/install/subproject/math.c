#include <weft/annotate.h>

#include <math.h>

/** The length of the hypotenuse. */
WEFT_VECTORIZE()
double hypotenuse(double a, double b)
{
    return sqrt(a * a + b * b);
}
