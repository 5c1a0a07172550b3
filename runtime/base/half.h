/* half.h: the short floating formats of <weft/convert.h> to and from double. No step raises a
 * floating-point flag that the call would report. */
#ifndef WEFT_HALF_H
#define WEFT_HALF_H

#include <weft/convert.h>

/* Exact; a NaN that signals still does. */
static inline double half_widen(uint32_t half, int width, int digits)
{
    float value = weft_widen(half, width, digits);
    uint32_t bits = weft_bits_of_float(value);
    if ((bits & 0x7fffffff) <= 0x7f800000)
        return (double)value;
    uint64_t wide =
        (uint64_t)(bits >> 31) << 63 | (uint64_t)0x7ff << 52 | (uint64_t)(bits & 0x7fffff) << 29;
    double result;
    memcpy(&result, &wide, sizeof result);
    return result;
}

/* The float towards zero with its last bit set where anything is lost ("round to odd"): what is
 * then rounded to fewer bits is as if rounded once. */
static inline float half_round_to_odd(double value)
{
    const uint64_t top = (uint64_t)1 << 52, infinity = (uint64_t)0x7ff << 52;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t sign = (uint32_t)(bits >> 63) << 31, kept;
    bits &= ~((uint64_t)1 << 63);
    int shift = 29, exponent = (int)(bits >> 52) - 1023;
    if (bits >= infinity) /* NaN: the top of the payload, quiet */
        return weft_float_of_bits(
            sign | 0x7f800000 |
            (bits > infinity ? 0x400000 | (uint32_t)(bits >> shift & 0x3fffff) : 0));
    if (exponent > 127)
        return weft_float_of_bits(sign | 0x7f7fffff);
    if (exponent < -126) { /* subnormal: the leading 1 becomes explicit */
        shift = -97 - exponent;
        bits = shift < 53 ? (bits & (top - 1)) | top : bits != 0;
        shift = shift < 53 ? shift : 53;
    } else {
        bits -= (uint64_t)(1023 - 127) << 52;
    }
    kept = (uint32_t)(bits >> shift) | ((bits & (((uint64_t)1 << shift) - 1)) != 0);
    return weft_float_of_bits(sign | kept);
}

/* The nearest number of a short format; beyond its range infinity. */
static inline uint32_t half_narrow(double value, int width, int digits)
{
    return weft_narrow(half_round_to_odd(value), width, digits);
}

#endif
