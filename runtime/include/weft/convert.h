/* convert.h: conversions that C lacks or leaves undefined, for the library, generated C and the
 * device code: the short floating formats, and floating numbers to integers. */
#ifndef WEFT_CONVERT_H
#define WEFT_CONVERT_H

#include <stdint.h>
#include <string.h>

#include <weft/dtypes.h>

#ifndef WEFT_CONVERSION /* the device code has its own */
#define WEFT_CONVERSION static inline __attribute__((__always_inline__))
#endif

WEFT_CONVERSION float weft_float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

WEFT_CONVERSION uint32_t weft_bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ---- short formats ----
 * Of `width` bits: a sign, 2 to 8 bits of exponent, and digits - 1 of the significand, encoded as
 * IEEE 754 has it. */

/* The value of these bits: exact; a NaN keeps its payload, and becomes quiet, but for that of a
 * float that is cut off. */
WEFT_CONVERSION float weft_widen(uint32_t bits, int width, int digits)
{
    int bias = (1 << (width - digits - 1)) - 1, shift = 24 - digits;
    if (bias == 127) /* a float that is cut off */
        return weft_float_of_bits(bits << shift);
    uint32_t sign = bits >> (width - 1) << 31, rest = bits & ((1u << (width - 1)) - 1);
    uint32_t infinity = (2u * (uint32_t)bias + 1) << (digits - 1);
    uint32_t rebias = (uint32_t)(127 - bias) << 23;
    if (rest < 1u << (digits - 1)) { /* subnormal: a multiple of the least number */
        float least = weft_float_of_bits((uint32_t)(129 - bias - digits) << 23);
        return weft_float_of_bits(sign | weft_bits_of_float((float)rest * least));
    }
    if (rest >= infinity) /* infinity and NaN to the top */
        rebias *= 2;
    const uint32_t quiet = rest > infinity ? 0x400000 : 0;
    return weft_float_of_bits(sign | ((rest << shift) + rebias) | quiet);
}

/* The nearest number's bits, ties to even; beyond the range infinity. A NaN keeps the top of its
 * payload, and becomes quiet. */
WEFT_CONVERSION uint32_t weft_narrow(float value, int width, int digits)
{
    int bias = (1 << (width - digits - 1)) - 1, shift = 24 - digits;
    uint32_t bits = weft_bits_of_float(value), size = bits & 0x7fffffff;
    uint32_t up = (1u << (shift - 1)) - 1 + (bits >> shift & 1);
    if (bias == 127)
        return (size > 0x7f800000 ? bits | 0x400000 : bits + up) >> shift;
    uint32_t sign = bits >> 31 << (width - 1);
    if (size >= (uint32_t)(128 + bias) << 23) {
        uint32_t infinity = (2u * (uint32_t)bias + 1) << (digits - 1), quiet = 1u << (digits - 2);
        uint32_t payload = size >> shift & ((quiet << 1) - 1);
        return sign | infinity | (size > 0x7f800000 ? quiet | payload : 0);
    }
    if (size < (uint32_t)(128 - bias) << 23) {
        /* Subnormal: added to a number whose last place is the format's, it is rounded to that. */
        uint32_t unit = (uint32_t)(152 - bias - digits) << 23;
        float sum = weft_float_of_bits(size) + weft_float_of_bits(unit);
        return sign | (weft_bits_of_float(sum) - unit);
    }
    return sign | ((size + up - ((uint32_t)(127 - bias) << 23)) >> shift);
}

/* ---- floating point to integer: truncated, saturating, NaN is 0, on every target ----
 * weft_to_int8 … weft_to_uint64; of a float weft_to_int8_of_float …, whose vectors have twice the
 * lanes. The device code has templates of its own (convert.cuh). */

#ifndef __cplusplus
/* value brought between `low`, which is negative or 0, and `most`, which is positive; NaN becomes 0
 * where `low` is that, else one of the two. gcc makes of such choices paths of what one tells of
 * the other, and vectors with a mask for each: it chooses bits, which lie as their numbers do where
 * one is positive, and, of negative ones, by size. */
WEFT_CONVERSION float weft_between_float(float value, float low, float most)
{
#if defined(__clang__)
    value = value > low ? value : low;
    return value < most ? value : most;
#else
#if defined(__x86_64__) && !defined(__SSE4_1__) /* which has no less of two unsigned numbers */
    const int is_by_size = 0;
#else
    const int is_by_size = low < 0;
#endif
    if (!is_by_size)
        value = value > low ? value : low;
    const int32_t bits = (int32_t)weft_bits_of_float(value),
                  most_bits = (int32_t)weft_bits_of_float(most);
    const uint32_t size = (uint32_t)(bits < most_bits ? bits : most_bits),
                   low_size = weft_bits_of_float(low);
    return weft_float_of_bits(is_by_size && low_size < size ? low_size : size);
#endif
}

WEFT_CONVERSION double weft_between_double(double value, double low, double most)
{
    value = value > low ? value : low;
#if defined(__clang__) || \
    (defined(__x86_64__) && !defined(__SSE4_2__)) /* which compares no vectors of 64 bits */
    return value < most ? value : most;
#else
    int64_t bits, most_bits;
    memcpy(&bits, &value, sizeof bits);
    memcpy(&most_bits, &most, sizeof most_bits);
    bits = bits < most_bits ? bits : most_bits;
    memcpy(&value, &bits, sizeof value);
    return value;
#endif
}

/* An integer that was a floating number. Of (double)(int64_t)x gcc makes trunc(x), which is -0
 * where C has 0, unless bits are joined in between that it does not know: those of a variable that
 * could be written to from outside of C. */
#if defined(__clang__)
#define WEFT_WHOLE(type, value) ((type)(value))
#else
static int64_t weft_no_bits __attribute__((__used__));
#define WEFT_WHOLE(type, value) ((type)((type)(value) | (type)weft_no_bits))
#endif

/* Whether a value is no NaN, by a comparison that raises the flag for one: bounds by size have
 * none, the others do. Of x <= infinity gcc would make x == x, which raises nothing. */
#if defined(__clang__)
#define WEFT_IS_NUMBER(value) ((value) == (value))
#else
static float weft_infinity __attribute__((__used__)) = __builtin_inff();
#define WEFT_IS_NUMBER(value) ((value) <= weft_infinity)
#endif

/* digits: of the integer; places: of the floating type. `above`, the first number that is too
 * large, is a power of two. Values are brought between the bounds, where the type has the number
 * before it, or one so close that the digits that it lacks are set for all values beyond. */
#define WEFT_SATURATE(name, type, real, places, low, digits)                                     \
    WEFT_CONVERSION type name(real value)                                                        \
    {                                                                                            \
        const real above = (real)(UINT64_C(1) << ((digits)-1)) * 2;                              \
        if ((digits) - (places) < 8) {                                                           \
            const int lacked = (digits) > (places) ? (1 << (((digits) - (places)) & 7)) - 1 : 0; \
            const real bounded = weft_between_##real(value, low, above - (real)(lacked + 1));    \
            const real known = (low) == 0 || WEFT_IS_NUMBER(value) ? bounded : 0;                \
            const type whole = (low) == 0 ? (type)known : WEFT_WHOLE(type, known);               \
            return lacked ? (type)(whole | (type)(-(value >= above) & lacked)) : whole;          \
        }                                                                                        \
        if (!(value > (low)))                                                                    \
            return value <= (low) ? (type)(low) : 0;                                             \
        return value < above ? (low) == 0 ? (type)value : WEFT_WHOLE(type, value)                \
                             : (type)(UINT64_MAX >> (64 - (digits)));                            \
    }
#define WEFT_SATURATE_i(name, type, digits)                                                    \
    WEFT_SATURATE(name, type, double, 53, (double)(UINT64_C(1) << ((digits)-1)) * -2, digits)  \
    WEFT_SATURATE(name##_of_float, type, float, 24, (float)(UINT64_C(1) << ((digits)-1)) * -2, \
                  digits)
#define WEFT_SATURATE_u(name, type, digits)            \
    WEFT_SATURATE(name, type, double, 53, 0.0, digits) \
    WEFT_SATURATE(name##_of_float, type, float, 24, 0.0f, digits)
#define WEFT_SATURATE_b(name, type, digits)
#define WEFT_SATURATE_h(name, type, digits)
#define WEFT_SATURATE_f(name, type, digits)
#define WEFT_SATURATE_c(name, type, digits)
#define WEFT_SATURATE_ROW(ENUM, name, kind, part, VALUE, digits, npy) \
    WEFT_SATURATE_##kind(weft_to_##name, part, digits)
WEFT_DTYPES(WEFT_SATURATE_ROW)
#undef WEFT_SATURATE_ROW
#endif

#endif
