/* pairs.c: complex numbers, in the styles that C has. */
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <weft/annotate.h>

WEFT_VECTORIZE("complex128(complex128)")
double complex newton3(double complex z)
{
    for (int i = 0; i < 30; i++) {
        double complex f = z * z * z - 1, d = 3 * z * z;
        if (cabs(d) < 1e-12)
            break;
        z -= f / d;
    }
    return z;
}

WEFT_VECTORIZE("int32(complex64)")
int julia(float complex z)
{
    const float complex c = -0.8f + 0.156f * I;
    int n = 0;
    while (n < 200 && crealf(z) * crealf(z) + cimagf(z) * cimagf(z) < 4) {
        z = z * z + c;
        n++;
    }
    return n;
}

WEFT_VECTORIZE("float64(complex128)")
double absc(double complex z)
{
    return cabs(z) + carg(z);
}

WEFT_VECTORIZE("complex128(complex128,complex128)")
double complex cp(double complex a, double complex b)
{
    return cpow(a, b) + cexp(a) * clog(b);
}

WEFT_VECTORIZE("complex128(float64)")
double complex expi(double t)
{
    double complex s = 0, term = 1;
    for (int k = 1; k < 20; k++) {
        s += term;
        term *= I * t / k;
    }
    return s;
}

WEFT_VECTORIZE("complex64(complex64,int32)")
float complex cipow(float complex z, int n)
{
    float complex r = 1;
    while (n > 0) {
        if (n & 1)
            r *= z;
        z *= z;
        n >>= 1;
    }
    return r;
}

WEFT_VECTORIZE("bool(complex128,complex128)")
bool near(double complex a, double complex b)
{
    return a == b || cabs(a - b) < 1e-9;
}

WEFT_VECTORIZE("complex128(complex128)")
double complex poly(double complex z)
{
    static const double complex c[3] = {1, 2.5, -3};
    double complex r = 0;
    for (int i = 0; i < 3; i++)
        r = r * z + c[i];
    return r;
}

WEFT_VECTORIZE("complex128(complex128)")
double complex mobius(double complex z)
{
    return (z - 1) / (z + 1) + 1 / z;
}

WEFT_VECTORIZE("void(complex128,complex128[:],complex128[:])")
void roots_c(double complex b, double complex *r, double complex *s)
{
    double complex d = csqrt(b * b - 4);
    *r = (b + d) / 2;
    *s = (b - d) / 2;
}

/* Constants that a compiler computes. */
WEFT_VECTORIZE("complex128(complex128)")
double complex constants(double complex z)
{
    double complex t = 3.68017112855051e-2 + 5.10878114959572e-2 * I, r = 44.7 + 65.7 * I;
    const double complex once = r * t / conj(t), half = -once * (0.1 - 0.3 * I);
    while (creal(z) > 5)
        z -= r * t;
    return z * half + 1 / t + (r - t) * once;
}

WEFT_VECTORIZE("complex64(complex64)")
float complex small_constants(float complex z)
{
    float complex t = 3.68017112855051e-2f + 5.10878114959572e-2f * I, r = 44.7f + 65.7f * I;
    while (crealf(z) > 5)
        z -= r * t;
    return z * (r / t) + (r * t - 0.1f * I) / (r + t);
}
