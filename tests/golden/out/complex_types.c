/* Every spelling of a complex type becomes one of ours. */
#include <weft/annotate.h>
#include <complex.h>

#define UNIT (double _Complex)(I)

typedef float complex signal;

static double complex const table[1] = {1};

static float complex helper(float complex z, const signal w) { return z * (complex float)w; }

WEFT_VECTORIZE()
complex double types(double complex z, float _Complex w)
{
    const double complex a = z;
    double const complex b = (double complex)w, c[2] = {sizeof(float complex), 1};
    register complex double d = a + b * c[0] + table[0] + UNIT;
    return d + helper(w, w);
}
