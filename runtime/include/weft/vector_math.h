/* vector_math.h: mathematical functions of vectors, for generated code: weft_exp_f64x8(x).
 *
 * Each function is one algorithm, whose bits depend on nothing but the argument: not on the
 * instruction set, nor on the number of lanes, nor on -ffp-contract. So sums of products are
 * written as weft_fma_…, and a product that a sum could follow is a weft_mul_… or hidden on its
 * way out. NaN gives NaN, infinities, zeros and subnormal numbers what C says; errno and
 * floating-point flags are not kept. tests/vector_math has the greatest errors.
 *
 * Each header of a family is read once for each number of lanes, with the macros of
 * vector/begin.h. */
#ifndef WEFT_VECTOR_MATH_H
#define WEFT_VECTOR_MATH_H

#include <weft/vector.h>

#include <weft/vector/steps/tables.h>

/* X(C name, number of arguments) of all functions, in double and, with C's suffix f, in float;
 * loghypot, which C does not have, is the real part of clog. */
/* clang-format off */
#define WEFT_VECTOR_MATH(X)                                                              \
    X(exp, 1) X(exp2, 1) X(expm1, 1)                                                     \
    X(log, 1) X(log2, 1) X(log10, 1) X(log1p, 1)                                         \
    X(sin, 1) X(cos, 1) X(tan, 1)                                                        \
    X(asin, 1) X(acos, 1) X(atan, 1)                                                     \
    X(sinh, 1) X(cosh, 1) X(tanh, 1)                                                     \
    X(asinh, 1) X(acosh, 1) X(atanh, 1)                                                  \
    X(erf, 1) X(erfc, 1) X(tgamma, 1) X(lgamma, 1)                                       \
    X(cbrt, 1) X(sqrt, 1)                                                                \
    X(fabs, 1) X(rint, 1) X(nearbyint, 1) X(round, 1) X(floor, 1) X(ceil, 1) X(trunc, 1) \
    X(pow, 2) X(atan2, 2) X(hypot, 2) X(loghypot, 2)                                     \
    X(copysign, 2) X(fmin, 2) X(fmax, 2) X(fdim, 2) X(fmod, 2)                                    \
    X(fma, 3)
/* clang-format on */

/* Doubles in a register. */
#if defined(__AVX512F__)
#define WEFT_VECTOR_F64_LANES 8
#elif defined(__AVX__)
#define WEFT_VECTOR_F64_LANES 4
#else
#define WEFT_VECTOR_F64_LANES 2
#endif

#define WEFT_MATH_INLINE         static inline __attribute__((__always_inline__))
#define WEFT_MATH_RARE           static __attribute__((__noinline__, __unused__))
#define WEFT_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* Lanes of the functions below: those of registers; all that there are where tests ask for them. */
#define WEFT_LANES_HERE 2
#if WEFT_VECTOR_F64_LANES == 2 || defined(WEFT_VECTOR_MATH_ALL_LANES)
#include <weft/vector/steps/f64.h>

#include <weft/vector/steps/f32.h>
#endif
#undef WEFT_LANES_HERE
#define WEFT_LANES_HERE 4
#if WEFT_VECTOR_F64_LANES == 4 || \
    (WEFT_VECTOR_F64_LANES == 8 && defined(WEFT_VECTOR_MATH_ALL_LANES))
#include <weft/vector/steps/f64.h>
#endif
#if WEFT_VECTOR_F64_LANES <= 4 || defined(WEFT_VECTOR_MATH_ALL_LANES)
#include <weft/vector/steps/f32.h>
#endif
#undef WEFT_LANES_HERE
#define WEFT_LANES_HERE 8
#if WEFT_VECTOR_F64_LANES == 8
#include <weft/vector/steps/f64.h>
#endif
#if WEFT_VECTOR_F64_LANES >= 4
#include <weft/vector/steps/f32.h>
#endif
#undef WEFT_LANES_HERE
#define WEFT_LANES_HERE 16
#if WEFT_VECTOR_F64_LANES == 8
#include <weft/vector/steps/f32.h>
#endif
#undef WEFT_LANES_HERE

#undef WEFT_MATH_INLINE
#undef WEFT_MATH_RARE
#undef WEFT_UNLIKELY

#endif
