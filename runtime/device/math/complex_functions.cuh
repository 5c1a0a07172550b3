/* complex_functions.cuh: the names of <complex.h>. Those that <tgmath.h> makes type-generic (creal,
 * conj, …) differ between weft::math and weft::tgmath; the others are the same for both. */
#ifndef WEFT_COMPLEX_FUNCTIONS_CUH
#define WEFT_COMPLEX_FUNCTIONS_CUH

#include "complex_trigonometric.cuh"
#include "math_table.h"

namespace weft
{

WEFT_DEVICE static const weft_complex64 I = {0, 1}, _Complex_I = {0, 1};

WEFT_DEVICE_INLINE weft_complex128 CMPLX(double x, double y)
{
    return {x, y};
}
WEFT_DEVICE_INLINE weft_complex64 CMPLXF(float x, float y)
{
    return {x, y};
}

#define WEFT_COMPLEX_UNARY(name)                                   \
    WEFT_DEVICE_INLINE weft_complex128 c##name(weft_complex128 z)  \
    {                                                              \
        return functions::name(z);                                 \
    }                                                              \
    WEFT_DEVICE_INLINE weft_complex64 c##name##f(weft_complex64 z) \
    {                                                              \
        return functions::name(z);                                 \
    }
WEFT_MATH_UNARY_COMPLEX(WEFT_COMPLEX_UNARY)
#undef WEFT_COMPLEX_UNARY

WEFT_DEVICE_INLINE weft_complex128 cpow(weft_complex128 z, weft_complex128 w)
{
    return functions::pow(z, w);
}
WEFT_DEVICE_INLINE weft_complex64 cpowf(weft_complex64 z, weft_complex64 w)
{
    return functions::pow(z, w);
}
WEFT_DEVICE_INLINE double cabs(weft_complex128 z)
{
    return functions::magnitude(z);
}
WEFT_DEVICE_INLINE float cabsf(weft_complex64 z)
{
    return functions::magnitude(z);
}
WEFT_DEVICE_INLINE float cargf(weft_complex64 z)
{
    return functions::angle(z);
}
WEFT_DEVICE_INLINE float crealf(weft_complex64 z)
{
    return z.re;
}
WEFT_DEVICE_INLINE float cimagf(weft_complex64 z)
{
    return z.im;
}
WEFT_DEVICE_INLINE weft_complex64 conjf(weft_complex64 z)
{
    return functions::conjugate(z);
}
WEFT_DEVICE_INLINE weft_complex64 cprojf(weft_complex64 z)
{
    return functions::project(z);
}

namespace math
{

WEFT_DEVICE_INLINE double carg(weft_complex128 z)
{
    return functions::angle(z);
}
WEFT_DEVICE_INLINE double creal(weft_complex128 z)
{
    return z.re;
}
WEFT_DEVICE_INLINE double cimag(weft_complex128 z)
{
    return z.im;
}
WEFT_DEVICE_INLINE weft_complex128 conj(weft_complex128 z)
{
    return functions::conjugate(z);
}
WEFT_DEVICE_INLINE weft_complex128 cproj(weft_complex128 z)
{
    return functions::project(z);
}

} // namespace math
} // namespace weft
#endif
