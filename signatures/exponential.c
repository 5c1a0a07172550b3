/* exponential.c: powers, roots, exponential functions and logarithms that ship.
 *
 * Results are NumPy's but for rounding; float16 and bfloat16 are computed in float. */
#include <weft/annotate.h>

#include <complex.h>
#include <stdint.h>
#include <tgmath.h>

#include "prototypes.h"

WEFT_TYPEVAR(T); /* the type of the operands */

/* ---- powers ---- */

/* Of 8 and 16 bits in 32, which are vectors. */
static inline uint32_t power_of_word(uint32_t a, int32_t b)
{
    uint32_t result = 1;
    for (; b > 0; b >>= 1) {
        if (b & 1)
            result *= a;
        a *= a;
    }
    return result;
}

/** a to the power of b. Integers: by repeated squaring, wrapping; a negative power is 1 / a^-b. */
WEFT_NAME("power")
WEFT_VECTORIZE("int8(int8, int8)", "uint8(uint8, uint8)", "int16(int16, int16)",
               "uint16(uint16, uint16)")
T power_short(T a, T b)
{
    const int32_t base = (int32_t)a, exponent = (int32_t)b;
    if (exponent < 0)
        return base == 1 ? 1 : base == -1 ? (T)(exponent & 1 ? -1 : 1) : 0;
    return (T)(int32_t)power_of_word((uint32_t)base, exponent);
}

/** a to the power of b. Integers: by repeated squaring, wrapping; a negative power is 1 / a^-b. */
WEFT_NAME("power")
WEFT_VECTORIZE("int32(int32, int32)", "uint32(uint32, uint32)", "int64(int64, int64)",
               "uint64(uint64, uint64)")
T power_integer(T a, T b)
{
    T half = (T)(b / 2);
    if (b < 0)
        return a == 1 ? 1 : a == -1 ? (T)(half * 2 == b ? 1 : -1) : 0;
    T result = 1;
    while (b > 0) {
        if (half * 2 != b)
            result = (T)(result * a);
        a = (T)(a * a);
        b = half;
        half = (T)(b / 2);
    }
    return result;
}

/** a to the power of b, as pow of the C library. */
WEFT_VECTORIZE(FLOATS_2)
T power(T a, T b) { return pow(a, b); }

/** a to the power of b: 1 where b is 0, of 0 else 0 or, where b does not lie right of 0, NaN. Whole
 * powers below 100 by repeated squaring. */
WEFT_NAME("power") WEFT_VECTORIZE(COMPLEX_2)
T power_complex(T a, T b)
{
    if (b == 0)
        return 1;
    if (a == 0)
        return creal(b) > 0 ? 0 : a / fabs(a);
    if (cimag(b) != 0 || fabs(creal(b)) >= 100 || floor(creal(b)) != creal(b))
        return pow(a, b);
    T result = 1, square = a;
    for (int rest = (int)fabs(creal(b)); rest > 0; rest /= 2) {
        if (rest % 2)
            result = result == 1 ? square : result * square; /* 1 times an infinity has a NaN */
        if (rest > 1)
            square *= square;
    }
    return creal(b) < 0 ? 1 / result : result;
}

/** a to the power of b, in float64. */
WEFT_NAME("float_power") WEFT_VECTORIZE("float64(float64, float64)")
T float_power(T a, T b) { return pow(a, b); }

/** a to the power of b, as power. */
WEFT_NAME("float_power") WEFT_VECTORIZE("complex128(complex128, complex128)")
T float_power_complex(T a, T b) { return power_complex(a, b); }

/* ---- roots ---- */

/** The square root of a, not left of 0; NaN of negative real numbers. */
WEFT_NAME("sqrt") WEFT_VECTORIZE(FLOATS_1, COMPLEX_1)
T square_root(T a) { return sqrt(a); }

/** The real cube root of a. */
WEFT_NAME("cbrt") WEFT_VECTORIZE(FLOATS_1)
T cube_root(T a) { return cbrt(a); }

/* ---- exponential functions ---- */

/** e to the power of a. */
WEFT_NAME("exp") WEFT_VECTORIZE(FLOATS_1)
T exponential(T a) { return exp(a); }

/** e to the power of a. */
WEFT_NAME("exp") WEFT_VECTORIZE(COMPLEX_1)
T exponential_complex(T a) { return exp(a); }

/** 2 to the power of a. */
WEFT_NAME("exp2") WEFT_VECTORIZE(FLOATS_1)
T exponential_of_2(T a) { return exp2(a); }

/** 2 to the power of a. */
WEFT_NAME("exp2") WEFT_VECTORIZE(COMPLEX_1)
T exponential_of_2_complex(T a) { return exp(a * 0x1.62e42fefa39efp-1); }

/** e to the power of a, less 1, exact near 0. */
WEFT_NAME("expm1") WEFT_VECTORIZE(FLOATS_1)
T exponential_less_1(T a) { return expm1(a); }

/** e to the power of a, less 1, exact near 0. */
WEFT_NAME("expm1") WEFT_VECTORIZE(COMPLEX_1)
T exponential_less_1_complex(T a)
{
    T half = sin(cimag(a) / 2);
    T real = expm1(creal(a)) * cos(cimag(a)) - 2 * creal(half) * creal(half);
    return CMPLX(creal(real), exp(creal(a)) * sin(cimag(a)));
}

/* ---- logarithms ---- */

/** The natural logarithm of a; NaN of negative numbers. */
WEFT_NAME("log") WEFT_VECTORIZE(FLOATS_1)
T logarithm(T a) { return log(a); }

/** The natural logarithm of a, whose imaginary part lies from -pi to pi. */
WEFT_NAME("log") WEFT_VECTORIZE(COMPLEX_1)
T logarithm_complex(T a) { return log(a); }

/** The logarithm of a to the base 2. */
WEFT_NAME("log2") WEFT_VECTORIZE(FLOATS_1)
T logarithm_to_2(T a) { return log2(a); }

/** The logarithm of a to the base 2. */
WEFT_NAME("log2") WEFT_VECTORIZE(COMPLEX_1)
T logarithm_to_2_complex(T a) { return log(a) * 0x1.71547652b82fep0; }

/** The logarithm of a to the base 10. */
WEFT_NAME("log10") WEFT_VECTORIZE(FLOATS_1)
T logarithm_to_10(T a) { return log10(a); }

/** The logarithm of a to the base 10. */
WEFT_NAME("log10") WEFT_VECTORIZE(COMPLEX_1)
T logarithm_to_10_complex(T a) { return log(a) * 0x1.bcb7b1526e50ep-2; }

/** The natural logarithm of 1 + a, exact near 0. */
WEFT_NAME("log1p") WEFT_VECTORIZE(FLOATS_1)
T logarithm_of_1_and(T a) { return log1p(a); }

/** The natural logarithm of 1 + a. */
WEFT_NAME("log1p") WEFT_VECTORIZE(COMPLEX_1)
T logarithm_of_1_and_complex(T a)
{
    return CMPLX(log(hypot(creal(a) + 1, cimag(a))), atan2(cimag(a), creal(a) + 1));
}

/** The logarithm of e^a + e^b, without overflow on the way. */
WEFT_OPTIONS(identity(-INFINITY), reorderable)
WEFT_VECTORIZE(FLOATS_2)
T logaddexp(T a, T b)
{
    T larger = isgreater(a, b) ? a : b;
    return a == b ? a + (T)0x1.62e42fefa39efp-1 : larger + log1p(exp(-fabs(a - b)));
}

/** The logarithm to the base 2 of 2^a + 2^b, without overflow on the way. */
WEFT_OPTIONS(identity(-INFINITY), reorderable)
WEFT_VECTORIZE(FLOATS_2)
T logaddexp2(T a, T b)
{
    T larger = isgreater(a, b) ? a : b;
    return a == b ? a + 1 : larger + (T)0x1.71547652b82fep0 * log1p(exp2(-fabs(a - b)));
}
