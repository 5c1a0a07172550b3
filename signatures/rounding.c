/* rounding.c: rounding, the parts, signs and neighbours of numbers, and what kind they are of.
 * Results are NumPy's; float16 and bfloat16 are computed in float. */
#include <weft/annotate.h>

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <tgmath.h>

#include "prototypes.h"

WEFT_TYPEVAR(T); /* the type of the operands */

/* ---- to a whole number ---- */

/** The largest whole number not above a. */
WEFT_NAME("floor") WEFT_VECTORIZE("bool(bool)", INTEGERS_1)
T floor_of_whole(T a) { return a; }

/** The largest whole number not above a. */
WEFT_NAME("floor") WEFT_VECTORIZE(FLOATS_1)
T floor_of(T a) { return floor(a); }

/** The least whole number not below a. */
WEFT_NAME("ceil") WEFT_VECTORIZE("bool(bool)", INTEGERS_1)
T ceiling_of_whole(T a) { return a; }

/** The least whole number not below a. */
WEFT_NAME("ceil") WEFT_VECTORIZE(FLOATS_1)
T ceiling_of(T a) { return ceil(a); }

/** a without its fraction. */
WEFT_NAME("trunc") WEFT_VECTORIZE("bool(bool)", INTEGERS_1)
T truncated_whole(T a) { return a; }

/** a without its fraction. */
WEFT_NAME("trunc") WEFT_VECTORIZE(FLOATS_1)
T truncated(T a) { return trunc(a); }

/** The nearest whole number; halves go to the even one. */
WEFT_NAME("rint") WEFT_VECTORIZE(FLOATS_1)
T nearest(T a) { return rint(a); }

/** The nearest whole number of each part; halves go to the even one. */
WEFT_NAME("rint") WEFT_VECTORIZE(COMPLEX_1)
T nearest_complex(T a) { return CMPLX(rint(creal(a)), rint(cimag(a))); }

/* ---- parts ---- */

/** The fraction and the whole part of a, both with its sign. */
WEFT_NAME("modf") WEFT_VECTORIZE(FLOATS_1_2)
void fraction_and_whole(T a, T *fraction, T *whole)
{
    *whole = trunc(a);
    *fraction = copysign(isinf(a) ? 0 : a - trunc(a), a);
}

/* By their bits, which are vectors; the library's frexp and ldexp are called for each. */

/** f and e with a = f 2^e and f from 1/2 to below 1; of 0, infinities and NaN a and 0. */
WEFT_NAME("frexp")
WEFT_VECTORIZE("void(float16, float16[:], int32[:])", "void(bfloat16, bfloat16[:], int32[:])",
               "void(float32, float32[:], int32[:])")
void fraction_and_exponent(float a, float *fraction, int32_t *exponent)
{
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    const uint32_t size = bits & 0x7fffffff;
    const bool is_small = size < 0x00800000, is_number = size - 1 < 0x7f7fffff;
    const float normal = is_small ? a * 0x1p25f : a;
    memcpy(&bits, &normal, sizeof bits);
    *exponent = is_number ? (int32_t)(bits >> 23 & 0xff) - (is_small ? 126 + 25 : 126) : 0;
    bits = (bits & 0x807fffff) | 0x3f000000;
    float half;
    memcpy(&half, &bits, sizeof half);
    *fraction = is_number ? half : a + a;
}

/** f and e with a = f 2^e and f from 1/2 to below 1; of 0, infinities and NaN a and 0. */
WEFT_NAME("frexp") WEFT_VECTORIZE("void(float64, float64[:], int32[:])")
void fraction_and_exponent_double(double a, double *fraction, int32_t *exponent)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    const uint64_t size = bits & 0x7fffffffffffffff;
    const bool is_small = size < 0x0010000000000000, is_number = size - 1 < 0x7fefffffffffffff;
    const double normal = is_small ? a * 0x1p54 : a;
    memcpy(&bits, &normal, sizeof bits);
    *exponent = is_number ? (int32_t)(bits >> 52 & 0x7ff) - (is_small ? 1022 + 54 : 1022) : 0;
    bits = (bits & 0x800fffffffffffff) | 0x3fe0000000000000;
    double half;
    memcpy(&half, &bits, sizeof half);
    *fraction = is_number ? half : a + a;
}

/* 2^b of a double that has it. */
static inline double power_of_two(int32_t b)
{
    const uint64_t bits = (uint64_t)(1023 + b) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* A double has all that a float is scaled to before that is rounded; what is beyond 2^300 is beyond
 * every float. */
static inline float scaled_float(float a, int32_t b)
{
    const int32_t near = b < -300 ? -300 : b > 300 ? 300 : b;
    return (float)((double)a * power_of_two(near));
}

/* Where 2^b is no double, by three steps: of those down each is so far that what is rounded by one
 * of them is 0 in the end. */
static inline double scaled_double(double a, int32_t b)
{
    const int32_t near = b < -2200 ? -2200 : b > 2200 ? 2200 : b;
    const int32_t third = near < -1022 || near > 1023 ? near * 21846 >> 16 : 0;
    return a * power_of_two(third) * power_of_two(third) * power_of_two(near - 2 * third);
}

/** a 2^b. */
WEFT_NAME("ldexp")
WEFT_VECTORIZE("float16(float16, int32)", "bfloat16(bfloat16, int32)", "float32(float32, int32)")
float scaled(float a, int32_t b) { return scaled_float(a, b); }

/** a 2^b. */
WEFT_NAME("ldexp") WEFT_VECTORIZE("float64(float64, int32)")
double scaled_of_double(double a, int32_t b) { return scaled_double(a, b); }

/** a 2^b. */
WEFT_NAME("ldexp")
WEFT_VECTORIZE("float16(float16, int64)", "bfloat16(bfloat16, int64)", "float32(float32, int64)")
float scaled_far(float a, int64_t b)
{
    return scaled_float(a, b > 5000 ? 5000 : b < -5000 ? -5000 : (int32_t)b);
}

/** a 2^b. */
WEFT_NAME("ldexp") WEFT_VECTORIZE("float64(float64, int64)")
double scaled_far_of_double(double a, int64_t b)
{
    return scaled_double(a, b > 5000 ? 5000 : b < -5000 ? -5000 : (int32_t)b);
}

/* ---- signs ---- */

/** |a|, of integers as a float. */
WEFT_NAME("fabs") WEFT_VECTORIZE(FLOATS_1)
T size_of(T a) { return fabs(a); }

/** a itself. */
WEFT_VECTORIZE(INTEGERS_1, FLOATS_1, COMPLEX_1)
T positive(T a) { return a; }

/** |a| with the sign of b. */
WEFT_NAME("copysign") WEFT_VECTORIZE(FLOATS_2)
T with_sign(T a, T b) { return copysign(a, b); }

/** Whether a has a minus, as -0 has. */
WEFT_NAME("signbit") WEFT_VECTORIZE(FLOAT_PREDICATES_1)
bool has_minus(T a) { return copysign((T)1, a) < 0; }

/** 0 of a negative a, b where a is 0, 1 of a positive a; NaN where a is NaN. */
WEFT_VECTORIZE(FLOATS_2)
T heaviside(T a, T b) { return a != a ? a : a == 0 ? b : (T)(a > 0); }

/* ---- kinds ---- */

/** Whether a is NaN. */
WEFT_NAME("isnan") WEFT_VECTORIZE(WHOLE_PREDICATES_1)
bool is_nan_whole(T a) { return a != a; }

/** Whether a is NaN. */
WEFT_NAME("isnan") WEFT_VECTORIZE(FLOAT_PREDICATES_1)
bool is_nan(T a) { return isnan(a); }

/** Whether a part of a is NaN. */
WEFT_NAME("isnan") WEFT_VECTORIZE(COMPLEX_PREDICATES_1)
bool is_nan_complex(T a) { return isnan(creal(a)) || isnan(cimag(a)); }

/** Whether a is infinite. */
WEFT_NAME("isinf") WEFT_VECTORIZE(WHOLE_PREDICATES_1)
bool is_infinite_whole(T a) { return a != a; }

/** Whether a is infinite. */
WEFT_NAME("isinf") WEFT_VECTORIZE(FLOAT_PREDICATES_1)
bool is_infinite(T a) { return isinf(a); }

/** Whether a part of a is infinite. */
WEFT_NAME("isinf") WEFT_VECTORIZE(COMPLEX_PREDICATES_1)
bool is_infinite_complex(T a) { return isinf(creal(a)) || isinf(cimag(a)); }

/** Whether a is neither infinite nor NaN. */
WEFT_NAME("isfinite") WEFT_VECTORIZE(WHOLE_PREDICATES_1)
bool is_finite_whole(T a) { return a == a; }

/** Whether a is neither infinite nor NaN. */
WEFT_NAME("isfinite") WEFT_VECTORIZE(FLOAT_PREDICATES_1)
bool is_finite(T a) { return isfinite(a); }

/** Whether no part of a is infinite or NaN. */
WEFT_NAME("isfinite") WEFT_VECTORIZE(COMPLEX_PREDICATES_1)
bool is_finite_complex(T a) { return isfinite(creal(a)) && isfinite(cimag(a)); }

/* ---- neighbours ---- */

/* The bits of a neighbour are one more or one less, but by 0 and infinity; one choice after the other
 * makes vectors. */

/** The next number from a towards b. */
WEFT_NAME("nextafter") WEFT_VECTORIZE("float16(float16, float16)")
float next_half(float a, float b)
{
    const bool outward = isless(a, b) == isgreater(a, 0);
    uint32_t bits; /* the last one of a float16 is 0x2000 here, but for small numbers */
    memcpy(&bits, &a, sizeof bits);
    const uint32_t size = bits & 0x7fffffff;
    bits = outward ? bits + 0x2000 : bits - 0x2000;
    float next;
    memcpy(&next, &bits, sizeof next);
    const float small = copysign(isless(a, b) ? a + 0x1p-24f : a - 0x1p-24f, a);
    next = size < 0x38800000 + (uint32_t)!outward ? small : next;
    next = size == 0x7f800000 ? copysign(65504.0f, a) : next;
    next = size == 0 ? copysign(0x1p-24f, b) : next;
    next = a == b ? b : next;
    return a != a || b != b ? a + b : next;
}

/** The next number from a towards b. */
WEFT_NAME("nextafter") WEFT_VECTORIZE("float32(float32, float32)")
float next_single(float a, float b)
{
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    bits = isless(a, b) == isgreater(a, 0) ? bits + 1 : bits - 1;
    float next;
    memcpy(&next, &bits, sizeof next);
    next = a == 0 ? copysign(0x1p-149f, b) : next;
    next = a == b ? b : next;
    return a != a || b != b ? a + b : next;
}

/** The next number from a towards b. */
WEFT_NAME("nextafter") WEFT_VECTORIZE("float64(float64, float64)")
double next_double(double a, double b)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    bits = isless(a, b) == isgreater(a, 0) ? bits + 1 : bits - 1;
    double next;
    memcpy(&next, &bits, sizeof next);
    next = a == 0 ? copysign(0x1p-1074, b) : next;
    next = a == b ? b : next;
    return a != a || b != b ? a + b : next;
}

/** The distance from a to the next number above. */
WEFT_NAME("spacing") WEFT_VECTORIZE("float16(float16)")
float spacing_of_half(float a)
{
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    const uint32_t size = bits & 0x7fffffff;
    const uint32_t exponent = (isless(a, 0) ? size - 1 : size) & 0x7f800000;
    float power; /* of two, of the numbers between a and the next one */
    memcpy(&power, &exponent, sizeof power);
    float step = exponent < 0x38800000 ? 0x1p-24f : power * 0x1p-10f;
    step = isgreaterequal(a, 65504) ? INFINITY : step;
    return size >= 0x7f800000 ? NAN : step;
}

/** The distance from a to the next number away from 0, with the sign of a; of a float16 to the next
 * number above. */
WEFT_NAME("spacing") WEFT_VECTORIZE("float32(float32)")
float spacing_of_single(float a)
{
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    const uint32_t size = bits & 0x7fffffff, exponent = bits & 0x7f800000;
    float power; /* of two, not above |a| */
    memcpy(&power, &exponent, sizeof power);
    float step = exponent == 0 ? 0x1p-149f : power * 0x1p-23f;
    step = size == 0x7f7fffff ? INFINITY : step;
    step = size >= 0x7f800000 ? NAN : step;
    return isless(a, 0) ? -step : step;
}

/** The distance from a to the next number away from 0, with the sign of a; of a float16 to the next
 * number above. */
WEFT_NAME("spacing") WEFT_VECTORIZE("float64(float64)")
double spacing_of_double(double a)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    const uint64_t size = bits & 0x7fffffffffffffff, exponent = bits & 0x7ff0000000000000;
    double power; /* of two, not above |a| */
    memcpy(&power, &exponent, sizeof power);
    double step = exponent == 0 ? 0x1p-1074 : power * 0x1p-52;
    step = size == 0x7fefffffffffffff ? (double)INFINITY : step;
    step = size >= 0x7ff0000000000000 ? (double)NAN : step;
    return isless(a, 0) ? -step : step;
}

/* ---- the greater one of a number and NaN ---- */

/** The smaller one; of a number and NaN the number. */
WEFT_NAME("fmin") WEFT_OPTIONS(reorderable) WEFT_VECTORIZE("bool(bool, bool)")
bool smaller_number_bool(bool a, bool b) { return a && b; }

/** The smaller one. */
WEFT_NAME("fmin") WEFT_VECTORIZE(INTEGERS_2)
T smaller_number_integer(T a, T b) { return a < b ? a : b; }

/** The smaller one; of a number and NaN the number. */
WEFT_NAME("fmin") WEFT_VECTORIZE(FLOATS_2)
T smaller_number(T a, T b)
{
    T chosen = isless(b, a) ? b : a; /* one choice after the other: vectors of any operands */
    return a != a ? b : chosen;
}

/** The larger one; of a number and NaN the number. */
WEFT_NAME("fmax") WEFT_OPTIONS(reorderable) WEFT_VECTORIZE("bool(bool, bool)")
bool larger_number_bool(bool a, bool b) { return a || b; }

/** The larger one. */
WEFT_NAME("fmax") WEFT_VECTORIZE(INTEGERS_2)
T larger_number_integer(T a, T b) { return a > b ? a : b; }

/** The larger one; of a number and NaN the number. */
WEFT_NAME("fmax") WEFT_VECTORIZE(FLOATS_2)
T larger_number(T a, T b)
{
    T chosen = isgreater(b, a) ? b : a; /* one choice after the other: vectors of any operands */
    return a != a ? b : chosen;
}
