/* math_table.h: the functions of <math.h> by shape, once for all headers that define them. */
#ifndef WEFT_MATH_TABLE_H
#define WEFT_MATH_TABLE_H

/* X(name): double name(double), float namef(float), and for these a complex function cname too. */
/* clang-format off */
#define WEFT_MATH_UNARY_COMPLEX(X)                                                  \
    X(acos) X(asin) X(atan) X(acosh) X(asinh) X(atanh) X(cos) X(sin) X(tan) X(cosh) \
    X(sinh) X(tanh) X(exp) X(log) X(sqrt)
/* clang-format on */

/* X(name): double name(double), float namef(float). */
/* clang-format off */
#define WEFT_MATH_UNARY(X)                                                               \
    X(cbrt) X(ceil) X(erf) X(erfc) X(exp2) X(expm1) X(floor) X(lgamma) X(log10) X(log1p) \
    X(log2) X(logb) X(nearbyint) X(rint) X(round) X(tgamma) X(trunc)
/* clang-format on */

/* The same, but not type-generic under <tgmath.h>. */
#define WEFT_MATH_UNARY_PLAIN(X) X(exp10) X(j0) X(j1) X(y0) X(y1)

/* X(name): double name(double, double), float namef(float, float). */
#define WEFT_MATH_BINARY(X) \
    X(atan2) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(nextafter) X(remainder)

/* X(result, name): of one double or float. */
#define WEFT_MATH_TO_INTEGER(X) \
    X(int, ilogb) X(long, lrint) X(long long, llrint) X(long, lround) X(long long, llround)

/* X(type, name): double name(double, type). */
#define WEFT_MATH_SCALE(X) X(int, ldexp) X(int, scalbn) X(long, scalbln)

#endif
