/* complex.h: <complex.h> as the generator reads it: the C library of GNU has CMPLX for gcc alone,
 * which is asked for by its version, not for libclang. */
#include_next <complex.h>
#if defined __USE_ISOC11 && !defined CMPLX
#define CMPLX(x, y)  __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))
#endif
