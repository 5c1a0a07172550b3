/* arithmetic.c: the arithmetic, comparison, logical and bitwise ufuncs that ship.
 *
 * Results are NumPy's: integers wrap, an integer division by zero is 0, a NaN propagates through
 * minimum and maximum, remainder has the sign of the divisor. float16 and bfloat16 are computed in
 * float. Loops stand from narrow to wide, because the first one that takes the inputs is used.
 *
 * T is double when this file is compiled by itself, so integer bodies avoid %: a remainder is what
 * the truncated quotient leaves. */
#include <weft/annotate.h>

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <tgmath.h>

WEFT_TYPEVAR(T); /* the type of the operands */
WEFT_TYPEVAR(R); /* the real type that belongs to a complex T */

/* ---- lists of prototypes ---- */

#define SIGNED_1 "int8(int8)", "int16(int16)", "int32(int32)", "int64(int64)"
#define UNSIGNED_1 "uint8(uint8)", "uint16(uint16)", "uint32(uint32)", "uint64(uint64)"
#define INTEGERS_1                                                                           \
    "int8(int8)", "uint8(uint8)", "int16(int16)", "uint16(uint16)", "int32(int32)",          \
        "uint32(uint32)", "int64(int64)", "uint64(uint64)"
#define FLOATS_1                                                                             \
    "float16(float16)", "bfloat16(bfloat16)", "float32(float32)", "float64(float64)"
#define COMPLEX_1 "complex64(complex64)", "complex128(complex128)"

#define SIGNED_2                                                                             \
    "int8(int8, int8)", "int16(int16, int16)", "int32(int32, int32)", "int64(int64, int64)"
#define UNSIGNED_2                                                                           \
    "uint8(uint8, uint8)", "uint16(uint16, uint16)", "uint32(uint32, uint32)",               \
        "uint64(uint64, uint64)"
#define INTEGERS_2                                                                           \
    "int8(int8, int8)", "uint8(uint8, uint8)", "int16(int16, int16)",                        \
        "uint16(uint16, uint16)", "int32(int32, int32)", "uint32(uint32, uint32)",           \
        "int64(int64, int64)", "uint64(uint64, uint64)"
#define FLOATS_2                                                                             \
    "float16(float16, float16)", "bfloat16(bfloat16, bfloat16)",                             \
        "float32(float32, float32)", "float64(float64, float64)"
#define COMPLEX_2                                                                            \
    "complex64(complex64, complex64)", "complex128(complex128, complex128)"

#define INTEGERS_3                                                                           \
    "int8(int8, int8, int8)", "uint8(uint8, uint8, uint8)", "int16(int16, int16, int16)",    \
        "uint16(uint16, uint16, uint16)", "int32(int32, int32, int32)",                      \
        "uint32(uint32, uint32, uint32)", "int64(int64, int64, int64)",                      \
        "uint64(uint64, uint64, uint64)"
#define FLOATS_3                                                                             \
    "float16(float16, float16, float16)", "bfloat16(bfloat16, bfloat16, bfloat16)",          \
        "float32(float32, float32, float32)", "float64(float64, float64, float64)"

#define REAL_PREDICATES_1                                                                    \
    "bool(bool)", "bool(int8)", "bool(uint8)", "bool(int16)", "bool(uint16)", "bool(int32)", \
        "bool(uint32)", "bool(int64)", "bool(uint64)", "bool(float16)", "bool(bfloat16)",    \
        "bool(float32)", "bool(float64)"
#define COMPLEX_PREDICATES_1 "bool(complex64)", "bool(complex128)"
#define REAL_PREDICATES_2                                                                    \
    "bool(bool, bool)", "bool(int8, int8)", "bool(uint8, uint8)", "bool(int16, int16)",      \
        "bool(uint16, uint16)", "bool(int32, int32)", "bool(uint32, uint32)",                \
        "bool(int64, int64)", "bool(uint64, uint64)", "bool(float16, float16)",              \
        "bool(bfloat16, bfloat16)", "bool(float32, float32)", "bool(float64, float64)"
#define COMPLEX_PREDICATES_2 "bool(complex64, complex64)", "bool(complex128, complex128)"

/* ---- sums and products ---- */

/* a or b: the sum of truth values. */
WEFT_NAME("add") WEFT_VECTORIZE("bool(bool, bool)")
bool add_bool(bool a, bool b) { return a || b; }

/* a + b. */
WEFT_VECTORIZE(INTEGERS_2, FLOATS_2, COMPLEX_2)
T add(T a, T b) { return (T)(a + b); }

/* a - b. */
WEFT_VECTORIZE(INTEGERS_2, FLOATS_2, COMPLEX_2)
T subtract(T a, T b) { return (T)(a - b); }

/* a and b: the product of truth values. */
WEFT_NAME("multiply") WEFT_VECTORIZE("bool(bool, bool)")
bool multiply_bool(bool a, bool b) { return a && b; }

/* a * b. */
WEFT_VECTORIZE(INTEGERS_2, FLOATS_2, COMPLEX_2)
T multiply(T a, T b) { return (T)(a * b); }

/* a * b + c with a single rounding. */
WEFT_NAME("fma") WEFT_VECTORIZE(FLOATS_3)
T fused_multiply_add(T a, T b, T c) { return fma(a, b, c); }

/* a * a. */
WEFT_VECTORIZE(INTEGERS_1, FLOATS_1, COMPLEX_1)
T square(T a) { return (T)(a * a); }

/* -a; unsigned integers and the least signed one wrap. */
WEFT_VECTORIZE(INTEGERS_1, FLOATS_1, COMPLEX_1)
T negative(T a) { return (T)-a; }

/* The complex conjugate of a. */
WEFT_VECTORIZE(COMPLEX_1)
T conjugate(T a) { return conj(a); }

/* ---- quotients ---- */

/* a / b of integers, as float64. */
WEFT_NAME("divide")
WEFT_VECTORIZE("float64(int8, int8)", "float64(uint8, uint8)", "float64(int16, int16)",
               "float64(uint16, uint16)", "float64(int32, int32)", "float64(uint32, uint32)",
               "float64(int64, int64)", "float64(uint64, uint64)")
double divide_integers(T a, T b) { return (double)a / (double)b; }

/* a / b. */
WEFT_VECTORIZE(FLOATS_2, COMPLEX_2)
T divide(T a, T b) { return a / b; }

/* The largest integer not above a / b; 0 where b is 0. */
WEFT_NAME("floor_divide") WEFT_VECTORIZE(SIGNED_2)
T floor_divide_signed(T a, T b)
{
    if (b == 0)
        return 0;
    if (b == -1)
        return (T)-a; /* the least integer divided by -1 traps: it wraps instead */
    T quotient = (T)(a / b);
    T rest = (T)(a - quotient * b);
    return (T)(quotient - (rest != 0 && (rest < 0) != (b < 0)));
}

/* a / b without remainder; 0 where b is 0. */
WEFT_NAME("floor_divide") WEFT_VECTORIZE(UNSIGNED_2)
T floor_divide_unsigned(T a, T b) { return b == 0 ? 0 : (T)(a / b); }

/* The largest whole number not above a / b, consistent with remainder(a, b). */
WEFT_VECTORIZE(FLOATS_2)
T floor_divide(T a, T b)
{
    if (b == 0)
        return a / b;
    T rest = fmod(a, b);
    T quotient = (a - rest) / b; /* whole, but for rounding */
    if (rest != 0 && (rest < 0) != (b < 0))
        quotient -= 1;
    if (quotient == 0)
        return copysign(quotient, a / b);
    T whole = floor(quotient);
    return quotient - whole > (T)0.5 ? whole + 1 : whole;
}

/* The remainder of floor_divide, with the sign of b; 0 where b is 0. */
WEFT_NAME("remainder") WEFT_VECTORIZE(SIGNED_2)
T remainder_signed(T a, T b)
{
    if (b == 0 || b == -1)
        return 0;
    T quotient = (T)(a / b);
    T rest = (T)(a - quotient * b);
    return rest != 0 && (rest < 0) != (b < 0) ? (T)(rest + b) : rest;
}

/* The remainder of a / b; 0 where b is 0. */
WEFT_NAME("remainder") WEFT_VECTORIZE(UNSIGNED_2)
T remainder_unsigned(T a, T b)
{
    if (b == 0)
        return 0;
    T quotient = (T)(a / b);
    return (T)(a - quotient * b);
}

/* The remainder of floor_divide, with the sign of b; NaN where b is 0. */
WEFT_NAME("remainder") WEFT_VECTORIZE(FLOATS_2)
T remainder_float(T a, T b)
{
    T rest = fmod(a, b);
    if (b == 0)
        return rest;
    if (rest == 0)
        return copysign((T)0, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}

/* The remainder of a / b rounded towards zero, with the sign of a; 0 where b is 0. */
WEFT_NAME("fmod") WEFT_VECTORIZE(SIGNED_2)
T fmod_signed(T a, T b)
{
    if (b == 0 || b == -1)
        return 0;
    T quotient = (T)(a / b);
    return (T)(a - quotient * b);
}

/* The remainder of a / b; 0 where b is 0. */
WEFT_NAME("fmod") WEFT_VECTORIZE(UNSIGNED_2)
T fmod_unsigned(T a, T b)
{
    if (b == 0)
        return 0;
    T quotient = (T)(a / b);
    return (T)(a - quotient * b);
}

/* The remainder of a / b rounded towards zero, with the sign of a; NaN where b is 0. */
WEFT_NAME("fmod") WEFT_VECTORIZE(FLOATS_2)
T fmod_float(T a, T b) { return fmod(a, b); }

/* 1 / a in integers: 0 but for 1 and -1, and 0 where a is 0. */
WEFT_NAME("reciprocal") WEFT_VECTORIZE(SIGNED_1)
T reciprocal_signed(T a) { return a == 1 || a == -1 ? a : 0; }

/* 1 / a in integers: 1 where a is 1, else 0. */
WEFT_NAME("reciprocal") WEFT_VECTORIZE(UNSIGNED_1)
T reciprocal_unsigned(T a) { return a == 1; }

/* 1 / a. */
WEFT_VECTORIZE(FLOATS_1, COMPLEX_1)
T reciprocal(T a) { return 1 / a; }

/* ---- powers ---- */

/* a to the power of b by repeated squaring, wrapping. A negative power is 1 / a^-b in integers. */
WEFT_NAME("power") WEFT_VECTORIZE(SIGNED_2)
T power_signed(T a, T b)
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

/* a to the power of b by repeated squaring, wrapping. */
WEFT_NAME("power") WEFT_VECTORIZE(UNSIGNED_2)
T power_unsigned(T a, T b)
{
    T half = (T)(b / 2);
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

/* a to the power of b, as pow of the C library. */
WEFT_VECTORIZE(FLOATS_2, COMPLEX_2)
T power(T a, T b) { return pow(a, b); }

/* ---- sign and size ---- */

/* The truth value itself. */
WEFT_NAME("absolute") WEFT_VECTORIZE("bool(bool)")
bool absolute_bool(bool a) { return a; }

/* |a|; the least integer wraps to itself. */
WEFT_NAME("absolute") WEFT_VECTORIZE(INTEGERS_1)
T absolute_integer(T a) { return a < 0 ? (T)-a : a; }

/* |a|. */
WEFT_VECTORIZE(FLOATS_1)
T absolute(T a) { return fabs(a); }

/* |a|, the distance from 0, a real number. */
WEFT_NAME("absolute") WEFT_VECTORIZE("float32(complex64)", "float64(complex128)")
R absolute_complex(T a) { return fabs(a); }

/* -1, 0 or 1. */
WEFT_NAME("sign") WEFT_VECTORIZE(INTEGERS_1)
T sign_integer(T a) { return (T)((a > 0) - (a < 0)); }

/* -1, 0 or 1; NaN where a is NaN. */
WEFT_VECTORIZE(FLOATS_1)
T sign(T a) { return a != a ? a : (T)((a > 0) - (a < 0)); }

/* The smaller one; false before true. */
WEFT_NAME("minimum") WEFT_VECTORIZE("bool(bool, bool)")
bool minimum_bool(bool a, bool b) { return a && b; }

/* The smaller one; NaN if either is NaN. */
WEFT_VECTORIZE(INTEGERS_2, FLOATS_2)
T minimum(T a, T b) { return a < b || a != a ? a : b; }

/* The larger one; true after false. */
WEFT_NAME("maximum") WEFT_VECTORIZE("bool(bool, bool)")
bool maximum_bool(bool a, bool b) { return a || b; }

/* The larger one; NaN if either is NaN. */
WEFT_VECTORIZE(INTEGERS_2, FLOATS_2)
T maximum(T a, T b) { return a > b || a != a ? a : b; }

/* a, but at least low and at most high; high wins where they cross. NaN propagates. */
WEFT_VECTORIZE(INTEGERS_3, FLOATS_3)
T clip(T a, T low, T high)
{
    T raised = a > low || a != a ? a : low;
    return raised < high || raised != raised ? raised : high;
}

/* ---- comparisons ---- */

/* a == b. */
WEFT_VECTORIZE(REAL_PREDICATES_2, COMPLEX_PREDICATES_2)
bool equal(T a, T b) { return a == b; }

/* a != b. */
WEFT_VECTORIZE(REAL_PREDICATES_2, COMPLEX_PREDICATES_2)
bool not_equal(T a, T b) { return a != b; }

/* a < b. */
WEFT_VECTORIZE(REAL_PREDICATES_2)
bool less(T a, T b) { return a < b; }

/* a <= b. */
WEFT_VECTORIZE(REAL_PREDICATES_2)
bool less_equal(T a, T b) { return a <= b; }

/* a > b. */
WEFT_VECTORIZE(REAL_PREDICATES_2)
bool greater(T a, T b) { return a > b; }

/* a >= b. */
WEFT_VECTORIZE(REAL_PREDICATES_2)
bool greater_equal(T a, T b) { return a >= b; }

/* ---- truth values: every number but 0 is true ---- */

/* Whether both are true. */
WEFT_VECTORIZE(REAL_PREDICATES_2, COMPLEX_PREDICATES_2)
bool logical_and(T a, T b) { return a != 0 && b != 0; }

/* Whether one or both are true. */
WEFT_VECTORIZE(REAL_PREDICATES_2, COMPLEX_PREDICATES_2)
bool logical_or(T a, T b) { return a != 0 || b != 0; }

/* Whether exactly one is true. */
WEFT_VECTORIZE(REAL_PREDICATES_2, COMPLEX_PREDICATES_2)
bool logical_xor(T a, T b) { return (a != 0) != (b != 0); }

/* Whether a is false. */
WEFT_VECTORIZE(REAL_PREDICATES_1, COMPLEX_PREDICATES_1)
bool logical_not(T a) { return a == 0; }

/* ---- bits ---- */

/* The bits set in both. */
WEFT_VECTORIZE("bool(bool, bool)", INTEGERS_2)
T bitwise_and(T a, T b) { return (T)((int64_t)a & (int64_t)b); }

/* The bits set in one or both. */
WEFT_VECTORIZE("bool(bool, bool)", INTEGERS_2)
T bitwise_or(T a, T b) { return (T)((int64_t)a | (int64_t)b); }

/* The bits set in exactly one. */
WEFT_VECTORIZE("bool(bool, bool)", INTEGERS_2)
T bitwise_xor(T a, T b) { return (T)((int64_t)a ^ (int64_t)b); }

/* Not a. */
WEFT_NAME("invert") WEFT_VECTORIZE("bool(bool)")
bool invert_bool(bool a) { return !a; }

/* Every bit of a turned over. */
WEFT_VECTORIZE(INTEGERS_1)
T invert(T a) { return (T)~(int64_t)a; }

/* a shifted up by b bits; 0 where b is negative or not below the width of a. */
WEFT_VECTORIZE(INTEGERS_2)
T left_shift(T a, T b)
{
    return (uint64_t)b < 8 * sizeof(T) ? (T)((uint64_t)a << (uint64_t)b) : 0;
}

/* a shifted down by b bits, keeping its sign; where b is negative or not below the width of a, 0 or,
 * for a negative a, -1. */
WEFT_NAME("right_shift") WEFT_VECTORIZE(SIGNED_2)
T right_shift_signed(T a, T b)
{
    if ((uint64_t)b < 8 * sizeof(T))
        return (T)((int64_t)a >> (int64_t)b);
    return a < 0 ? -1 : 0;
}

/* a shifted down by b bits; 0 where b is not below the width of a. */
WEFT_NAME("right_shift") WEFT_VECTORIZE(UNSIGNED_2)
T right_shift_unsigned(T a, T b)
{
    return (uint64_t)b < 8 * sizeof(T) ? (T)((uint64_t)a >> (uint64_t)b) : 0;
}
