/* arithmetic.c: the arithmetic ufuncs that ship.
 *
 * Results are NumPy's: integers wrap, an integer division by zero is 0, a NaN propagates through
 * minimum and maximum and raises no floating-point flag, remainder has the sign of the divisor.
 * float16 and bfloat16 are computed in float.
 *
 * T is double when this file is compiled by itself, so integer bodies avoid %: a remainder is what
 * the truncated quotient leaves. */
#include <weft/annotate.h>

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <tgmath.h>

#include "prototypes.h"

WEFT_TYPEVAR(T); /* the type of the operands */
WEFT_TYPEVAR(R); /* the real type that belongs to a complex T */

/* ---- sums and products ---- */

/** a + b; of truth values, a or b. */
WEFT_NAME("add") WEFT_OPTIONS(identity(0), reorderable, widening)
WEFT_VECTORIZE("bool(bool, bool)")
bool add_bool(bool a, bool b) { return a || b; }

/** a + b. */
WEFT_VECTORIZE(INTEGERS_2, FLOATS_2, COMPLEX_2)
T add(T a, T b) { return (T)(a + b); }

/** a - b. */
WEFT_VECTORIZE(INTEGERS_2, FLOATS_2, COMPLEX_2)
T subtract(T a, T b) { return (T)(a - b); }

/** a * b; of truth values, a and b. */
WEFT_NAME("multiply") WEFT_OPTIONS(identity(1), reorderable, widening)
WEFT_VECTORIZE("bool(bool, bool)")
bool multiply_bool(bool a, bool b) { return a && b; }

/** a * b. */
WEFT_VECTORIZE(INTEGERS_2, FLOATS_2, COMPLEX_2)
T multiply(T a, T b) { return (T)(a * b); }

/** a * b + c with a single rounding. */
WEFT_NAME("fma") WEFT_VECTORIZE(FLOATS_3)
T fused_multiply_add(T a, T b, T c) { return fma(a, b, c); }

/** a * a. */
WEFT_VECTORIZE(INTEGERS_1, FLOATS_1, COMPLEX_1)
T square(T a) { return (T)(a * a); }

/** -a; unsigned integers and the least signed one wrap. */
WEFT_VECTORIZE(INTEGERS_1, FLOATS_1, COMPLEX_1)
T negative(T a) { return (T)-a; }

/** The complex conjugate of a. */
WEFT_VECTORIZE(COMPLEX_1)
T conjugate(T a) { return conj(a); }

/* ---- quotients ---- */

/** a / b; of integers, in float64. */
WEFT_NAME("divide")
WEFT_VECTORIZE("float64(int8, int8)", "float64(uint8, uint8)", "float64(int16, int16)",
               "float64(uint16, uint16)", "float64(int32, int32)", "float64(uint32, uint32)",
               "float64(int64, int64)", "float64(uint64, uint64)")
double divide_integers(T a, T b) { return (double)a / (double)b; }

/** a / b. */
WEFT_VECTORIZE(FLOATS_2)
T divide(T a, T b) { return a / b; }

/** a / b; over 0, each part by itself, so that infinities come out. */
WEFT_NAME("divide") WEFT_VECTORIZE(COMPLEX_2)
T divide_complex(T a, T b) { return b == 0 ? a / fabs(creal(b)) : a / b; }

/* ⌊a / b⌋ of integers. Processors divide one item after the other, slowly; so each is multiplied by
 * the reciprocal of b, which is computed once where b is one number for all items. No result is
 * rounded wrongly: (a ± 1/2) / b is 1 / 2 |b| or more from any integer, and all errors together are
 * far less. The last sum has the integer in its low bits. b == 0: 0. */

/* -2^16 < a < 2^16, and so b; modulo 2^16. */
static inline int32_t floor_quotient_of_short(int32_t a, int32_t b)
{
    const float half = b < 0 ? -0.5f : 0.5f, inverse = b == 0 ? 0 : 1 / (float)b;
    const float sum = (float)a * inverse + (half * inverse - 0.5f) + 0x1.8p23f;
    int32_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return bits;
}

/* a and b of int32; modulo 2^32. */
static inline uint32_t floor_quotient_of_signed(double a, double b)
{
    const double half = b < 0 ? -0.5 : 0.5, inverse = b == 0 ? 0 : 1 / b;
    const double sum = (a + half) * inverse - 0.5 + 0x1.8p52;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return (uint32_t)bits;
}

/* 2^52 + a, which processors make of an unsigned number in one step, and a in none. */
static inline double raised_word(uint32_t a)
{
    const uint64_t bits = UINT64_C(0x4330000000000000) | a;
    double raised;
    memcpy(&raised, &bits, sizeof raised);
    return raised;
}

static inline uint32_t floor_quotient_of_unsigned(uint32_t a, uint32_t b)
{
    const double inverse = b == 0 ? 0 : 1 / (raised_word(b) - 0x1p52);
    const double sum = (raised_word(a) - (0x1p52 - 0.5)) * inverse - 0.5 + 0x1.8p52;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return (uint32_t)bits;
}

static inline T floor_quotient_of_word(T a, T b)
{
    if ((T)-1 < 0)
        return (T)floor_quotient_of_signed((double)a, (double)b);
    else
        return (T)floor_quotient_of_unsigned((uint32_t)a, (uint32_t)b);
}

static inline uint64_t bits_of(double a)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

/* a / b by two steps, the first to a multiple of 4096: the reciprocal is too small by less than 2^-49 of
 * itself, so that neither quotient is too large, and both together are too small by 1 at most. Sums with
 * powers of two have the integers in their low bits; where a tie goes to the even one, 0 stays 0.
 * b == 0: a number. */
static inline uint64_t quotient_by_steps(uint64_t a, uint64_t b)
{
    const double inverse = b == 0 ? 0 : 1 / (double)b * (1 - 0x1p-50);
    const double raised = 0x1p64 + 8192, about = (double)a * inverse - 2048 + raised;
    const uint64_t most = (bits_of(about) - bits_of(raised)) << 12;
    const uint64_t rest = a - most * b;
    const uint64_t more = bits_of((double)rest * inverse - 0.5 + 0x1.8p52) - bits_of(0x1.8p52);
    return most + more + (rest - more * b >= b);
}

/* All bits of a negative number, none of others. */
static inline uint64_t sign_bits(T a)
{
    return (T)-1 < 0 ? (uint64_t)((int64_t)a >> 63) : 0;
}

/* Elsewhere as processors divide. */
static inline T floor_quotient_of_long(T a, T b)
{
    if (WEFT_LONG_VECTORS) {
        const uint64_t below = sign_bits(b), other = sign_bits(a) ^ below; /* than above 0 */
        const uint64_t size = ((uint64_t)a ^ sign_bits(a)) - sign_bits(a);
        const uint64_t by = ((uint64_t)b ^ below) - below;
        const uint64_t whole = quotient_by_steps(size + (other & (by - 1)), by);
        return b == 0 ? 0 : (T)((whole ^ other) - other);
    } else {
        if (b == 0)
            return 0;
        T quotient = (T)(a / b);
        T rest = (T)(a - quotient * b);
        return (T)(quotient - (rest != 0 && (rest < 0) != (b < 0)));
    }
}

/** The largest integer not above a / b; of integers 0 where b is 0. */
WEFT_NAME("floor_divide")
WEFT_VECTORIZE("int8(int8, int8)", "uint8(uint8, uint8)", "int16(int16, int16)",
               "uint16(uint16, uint16)")
T floor_divide_short(T a, T b) { return (T)floor_quotient_of_short((int32_t)a, (int32_t)b); }

/** The largest integer not above a / b; of integers 0 where b is 0. */
WEFT_NAME("floor_divide")
WEFT_VECTORIZE("int32(int32, int32)", "uint32(uint32, uint32)")
T floor_divide_word(T a, T b) { return floor_quotient_of_word(a, b); }

/** The largest integer not above a / b; of integers 0 where b is 0. */
WEFT_NAME("floor_divide")
WEFT_VECTORIZE("int64(int64, int64)", "uint64(uint64, uint64)")
T floor_divide_long(T a, T b) { return floor_quotient_of_long(a, b); }

/** The largest whole number not above a / b, consistent with remainder(a, b). */
WEFT_VECTORIZE(FLOATS_2)
T floor_divide(T a, T b)
{
    if (b == 0)
        return a / b;
    T rest = fmod(a, b);
    T quotient = (a - rest) / b; /* whole, but for rounding */
    if (rest != 0 && isless(rest, 0) != isless(b, 0))
        quotient -= 1;
    if (quotient == 0)
        return copysign(quotient, a / b);
    T whole = floor(quotient);
    return isgreater(quotient - whole, (T)0.5) ? whole + 1 : whole;
}

/** The remainder of floor_divide, with the sign of b; where b is 0, 0 of integers and NaN of
 * floats. */
WEFT_NAME("remainder")
WEFT_VECTORIZE("int8(int8, int8)", "uint8(uint8, uint8)", "int16(int16, int16)",
               "uint16(uint16, uint16)")
T remainder_short(T a, T b)
{
    return b == 0 ? 0 : (T)(a - (T)floor_quotient_of_short((int32_t)a, (int32_t)b) * b);
}

/** The remainder of floor_divide, with the sign of b; where b is 0, 0 of integers and NaN of
 * floats. */
WEFT_NAME("remainder")
WEFT_VECTORIZE("int32(int32, int32)", "uint32(uint32, uint32)")
T remainder_word(T a, T b)
{
    return b == 0 ? 0 : (T)(a - floor_quotient_of_word(a, b) * b);
}

/** The remainder of floor_divide, with the sign of b; where b is 0, 0 of integers and NaN of
 * floats. */
WEFT_NAME("remainder")
WEFT_VECTORIZE("int64(int64, int64)", "uint64(uint64, uint64)")
T remainder_long(T a, T b)
{
    return b == 0 ? 0 : (T)(a - floor_quotient_of_long(a, b) * b);
}

/** The remainder of floor_divide, with the sign of b; NaN where b is 0. */
WEFT_NAME("remainder") WEFT_VECTORIZE(FLOATS_2)
T remainder_float(T a, T b)
{
    T rest = fmod(a, b);
    if (b == 0)
        return rest;
    if (rest == 0)
        return copysign((T)0, b);
    return isless(rest, 0) != isless(b, 0) ? rest + b : rest;
}

/** floor_divide(a, b) and remainder(a, b). */
WEFT_NAME("divmod")
WEFT_VECTORIZE("void(int8, int8, int8[:], int8[:])", "void(uint8, uint8, uint8[:], uint8[:])",
               "void(int16, int16, int16[:], int16[:])", "void(uint16, uint16, uint16[:], uint16[:])")
void divmod_short(T a, T b, T *quotient, T *rest)
{
    const T whole = (T)floor_quotient_of_short((int32_t)a, (int32_t)b);
    *quotient = whole;
    *rest = b == 0 ? 0 : (T)(a - whole * b);
}

/** floor_divide(a, b) and remainder(a, b). */
WEFT_NAME("divmod")
WEFT_VECTORIZE("void(int32, int32, int32[:], int32[:])", "void(uint32, uint32, uint32[:], uint32[:])")
void divmod_word(T a, T b, T *quotient, T *rest)
{
    const T whole = (T)-1 < 0 ? (T)floor_quotient_of_signed((double)a, (double)b)
                              : (T)floor_quotient_of_unsigned((uint32_t)a, (uint32_t)b);
    *quotient = whole;
    *rest = b == 0 ? 0 : (T)(a - whole * b);
}

/** floor_divide(a, b) and remainder(a, b). */
WEFT_NAME("divmod")
WEFT_VECTORIZE("void(int64, int64, int64[:], int64[:])", "void(uint64, uint64, uint64[:], uint64[:])")
void divmod_long(T a, T b, T *quotient, T *rest)
{
    const T whole = floor_quotient_of_long(a, b);
    *quotient = whole;
    *rest = b == 0 ? 0 : (T)(a - whole * b);
}

/** floor_divide(a, b) and remainder(a, b). */
WEFT_NAME("divmod") WEFT_VECTORIZE(FLOATS_2_2)
void divmod_float(T a, T b, T *quotient, T *rest)
{
    *quotient = floor_divide(a, b);
    *rest = remainder_float(a, b);
}

/** The remainder of a / b rounded towards zero, with the sign of a; where b is 0, 0 of integers and
 * NaN of floats. */
WEFT_NAME("fmod")
WEFT_VECTORIZE("int8(int8, int8)", "uint8(uint8, uint8)", "int16(int16, int16)",
               "uint16(uint16, uint16)")
T fmod_short(T a, T b)
{
    const T rest = b == 0 ? 0 : (T)(a - (T)floor_quotient_of_short((int32_t)a, (int32_t)b) * b);
    return rest != 0 && (a < 0) != (b < 0) ? (T)(rest - b) : rest;
}

/** The remainder of a / b rounded towards zero, with the sign of a; where b is 0, 0 of integers and
 * NaN of floats. */
WEFT_NAME("fmod")
WEFT_VECTORIZE("int32(int32, int32)", "uint32(uint32, uint32)")
T fmod_word(T a, T b)
{
    const T rest = b == 0 ? 0 : (T)(a - floor_quotient_of_word(a, b) * b);
    return rest != 0 && (a < 0) != (b < 0) ? (T)(rest - b) : rest;
}

/** The remainder of a / b rounded towards zero, with the sign of a; where b is 0, 0 of integers and
 * NaN of floats. */
WEFT_NAME("fmod")
WEFT_VECTORIZE("int64(int64, int64)", "uint64(uint64, uint64)")
T fmod_long(T a, T b)
{
    if (WEFT_LONG_VECTORS) {
        const uint64_t size = ((uint64_t)a ^ sign_bits(a)) - sign_bits(a);
        const uint64_t by = ((uint64_t)b ^ sign_bits(b)) - sign_bits(b);
        const uint64_t rest = size - quotient_by_steps(size, by) * by;
        return b == 0 ? 0 : (T)((rest ^ sign_bits(a)) - sign_bits(a));
    } else {
        if (b == 0)
            return 0;
        T quotient = (T)(a / b);
        return (T)(a - quotient * b);
    }
}

/** The remainder of a / b rounded towards zero, with the sign of a; NaN where b is 0. */
WEFT_NAME("fmod") WEFT_VECTORIZE(FLOATS_2)
T fmod_float(T a, T b) { return fmod(a, b); }

/** 1 / a; in integers 0 but for 1 and -1. */
WEFT_NAME("reciprocal") WEFT_VECTORIZE(SIGNED_1)
T reciprocal_signed(T a) { return a == 1 || a == -1 ? a : 0; }

/** 1 / a in integers: 1 where a is 1, else 0. */
WEFT_NAME("reciprocal") WEFT_VECTORIZE(UNSIGNED_1)
T reciprocal_unsigned(T a) { return a == 1; }

/** 1 / a. */
WEFT_VECTORIZE(FLOATS_1)
T reciprocal(T a) { return 1 / a; }

/** 1 / a by Smith's method, in which 1 has no imaginary part: the signs of zeros are those of
 * conj(a). */
WEFT_NAME("reciprocal") WEFT_VECTORIZE(COMPLEX_1)
T reciprocal_complex(T a)
{
    T ratio, size; /* real numbers of T's precision */
    if (fabs(creal(a)) >= fabs(cimag(a))) {
        ratio = cimag(a) / creal(a);
        size = creal(a) + cimag(a) * creal(ratio);
        return CMPLX(1 / creal(size), -creal(ratio) / creal(size));
    }
    ratio = creal(a) / cimag(a);
    size = cimag(a) + creal(a) * creal(ratio);
    return CMPLX(creal(ratio) / creal(size), -1 / creal(size));
}

/* ---- sign and size ---- */

/** |a|, the distance from 0, real where a is complex; the least integer wraps to itself. */
WEFT_NAME("absolute") WEFT_VECTORIZE("bool(bool)")
bool absolute_bool(bool a) { return a; }

/** |a|; the least integer wraps to itself. */
WEFT_NAME("absolute") WEFT_VECTORIZE(INTEGERS_1)
T absolute_integer(T a) { return a < 0 ? (T)-a : a; }

/** |a|. */
WEFT_VECTORIZE(FLOATS_1)
T absolute(T a) { return fabs(a); }

/** |a|, the distance from 0, a real number. */
WEFT_NAME("absolute") WEFT_VECTORIZE("float32(complex64)", "float64(complex128)")
R absolute_complex(T a) { return fabs(a); }

/** -1, 0 or 1; NaN where a is NaN. */
WEFT_NAME("sign") WEFT_VECTORIZE(INTEGERS_1)
T sign_integer(T a) { return a > 0 ? 1 : a < 0 ? (T)-1 : 0; }

/** -1, 0 or 1; NaN where a is NaN. */
WEFT_VECTORIZE(FLOATS_1)
T sign(T a) { return a != a ? a : (T)((a > 0) - (a < 0)); }

/** The smaller one; NaN if either is NaN; false before true. */
WEFT_NAME("minimum") WEFT_OPTIONS(reorderable) WEFT_VECTORIZE("bool(bool, bool)")
bool minimum_bool(bool a, bool b) { return a && b; }

/** The smaller one. */
WEFT_NAME("minimum") WEFT_VECTORIZE(INTEGERS_2)
T minimum_integer(T a, T b) { return a < b ? a : b; }

/** The smaller one; NaN if either is NaN. */
WEFT_VECTORIZE(FLOATS_2)
T minimum(T a, T b)
{
    T chosen = isless(a, b) ? a : b; /* one choice after the other: in reductions these become vectors */
    return a != a ? a : chosen;
}

/** The larger one; NaN if either is NaN; true after false. */
WEFT_NAME("maximum") WEFT_OPTIONS(reorderable) WEFT_VECTORIZE("bool(bool, bool)")
bool maximum_bool(bool a, bool b) { return a || b; }

/** The larger one. */
WEFT_NAME("maximum") WEFT_VECTORIZE(INTEGERS_2)
T maximum_integer(T a, T b) { return a > b ? a : b; }

/** The larger one; NaN if either is NaN. */
WEFT_VECTORIZE(FLOATS_2)
T maximum(T a, T b)
{
    T chosen = isgreater(a, b) ? a : b; /* one choice after the other: in reductions these become vectors */
    return a != a ? a : chosen;
}

/** a, but at least low and at most high; high wins where they cross; false before true. */
WEFT_NAME("clip") WEFT_VECTORIZE("bool(bool, bool, bool)")
bool clip_bool(bool a, bool low, bool high) { return (a || low) && high; }

/** a, but at least low and at most high; high wins where they cross. */
WEFT_NAME("clip") WEFT_VECTORIZE(INTEGERS_3)
T clip_integer(T a, T low, T high)
{
    T raised = a > low ? a : low;
    return raised < high ? raised : high;
}

/** a, but at least low and at most high; high wins where they cross. NaN propagates. */
WEFT_VECTORIZE(FLOATS_3)
T clip(T a, T low, T high) /* one choice after the other: gcc 12 makes no vectors of || */
{
    T raised = isgreater(a, low) ? a : low;
    T held = isless(raised, high) ? raised : high;
    held = low != low ? low : held;
    return a != a ? a : held;
}
