/* complex_numbers.c: complex arithmetic and the functions of <complex.h>. */
#include <weft/annotate.h>

#include <complex.h>
#include <stdbool.h>

WEFT_TYPEVAR(T);

/* The product; some compilers make empty code of it. */
WEFT_VECTORIZE("complex64(complex64, complex64)", "complex128(complex128, complex128)")
T complex_product(T a, T b)
{
    return a * b;
}
/* All four operations, compound ones too. */
WEFT_VECTORIZE("complex64(complex64, complex64)", "complex128(complex128, complex128)")
T complex_operations(T a, T b)
{
    T sum = a;
    sum += b;
    sum *= 2;
    sum -= a / (b + 8);
    return -sum;
}
/* Parts, and a number made of parts. */
WEFT_VECTORIZE()
double complex complex_swap_parts(double complex z)
{
    return cimag(z) + creal(z) * I;
}
/* The same in float, with the macro. */
WEFT_VECTORIZE()
float complex complex_swap_floats(float complex z)
{
    return CMPLXF(cimagf(z), crealf(z));
}
/* Real numbers that C makes of complex ones, in each place: a first value, an assignment, an
 * argument, an element, a result. */
static double plus_one(double x)
{
    return x + 1;
}
WEFT_VECTORIZE()
double complex_dropped(double complex z, float complex w)
{
    double first = z + 1, table[2] = {-z, 0};
    float second;
    second = w;
    table[1] = plus_one(z * I);
    return z + first + second + (table[0] + table[1]);
}
/* Conversions between real and complex numbers. */
WEFT_VECTORIZE()
void complex_convert(float x, double complex z, double complex *wide, float *real,
                     float complex *narrow)
{
    *wide = x;
    *real = (float)creal(z);
    *narrow = (float complex)z;
}
/* Comparison. */
WEFT_VECTORIZE("bool(complex64, complex64)", "bool(complex128, complex128)")
bool complex_equal(T a, T b)
{
    return a == b && !(a != b);
}
/* The functions. */
WEFT_VECTORIZE()
void complex_functions(double complex z, double complex *a, double complex *b, double complex *c,
                       double complex *d, double *e)
{
    *a = cexp(z) + clog(z + 4);
    *b = csqrt(z) + cpow(z + 4, 2);
    *c = csin(z) + ccos(z) + ctan(z / 4);
    *d = csinh(z) + ccosh(z) + conj(z) + cproj(z);
    *e = cabs(z) + carg(z);
}
/* A product over a core dimension. */
WEFT_GUVECTORIZE("(n),(n)->()", "complex64(complex64[:], complex64[:])",
                 "complex128(complex128[:], complex128[:])")
T complex_inner(size_t n, const T x[n], const T y[n])
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}
/* Arrays of complex numbers are written part by part. */
WEFT_GUVECTORIZE("(n)->(n)")
void complex_turn(int n, const double complex x[n], double complex y[n])
{
    double complex by = 1;
    for (int i = 0; i < n; i++) {
        y[i] = x[i] * by;
        by *= I;
    }
}
