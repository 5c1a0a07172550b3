/* tgmath_meaning.c: with <tgmath.h> a function of math has its argument's type. */
#include <weft/annotate.h>

#include <complex.h>
#include <stdint.h>
#include <tgmath.h>

WEFT_TYPEVAR(T);
WEFT_TYPEVAR(R);

/* The root of a float, rounded to float, then a double. */
WEFT_VECTORIZE()
double generic_sqrt_of_float(float x)
{
    return sqrt(x);
}
/* The size of a result tells its type. */
WEFT_VECTORIZE("int32(float32)", "int32(float64)", "int32(int32)", "int32(complex64)",
               "int32(complex128)")
int32_t generic_size(T x)
{
    return (int32_t)sizeof(exp(x));
}
/* The length of a vector, in float and double. */
WEFT_VECTORIZE("float16(float16, float16)", "float32(float32, float32)",
               "float64(float64, float64)")
T hypotenuse(T a, T b)
{
    return sqrt(a * a + b * b);
}
/* Real functions of either type. */
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T generic_real(T x)
{
    return sin(x) + cos(x) + exp(x / 4) + log(x + 9) + pow(fabs(x), (T)1.5) + floor(x) +
           fmin(x, (T)1);
}
/* The same text for complex numbers. */
WEFT_VECTORIZE("complex64(complex64)", "complex128(complex128)")
T generic_complex(T z)
{
    return exp(z) + sqrt(z) + conj(z) + sin(z);
}
/* Two type variables: a complex one and its real type. */
WEFT_VECTORIZE("float32(complex64)", "float64(complex128)")
R generic_magnitude(T z)
{
    return fabs(z) + creal(z) + cimag(z);
}
