/* half.h: the two 16-bit floating formats, to and from double. Both directions go through double,
 * which holds every value of either, so that a conversion rounds once, to nearest even. */
#ifndef WEFT_HALF_H
#define WEFT_HALF_H

#include <stdint.h>
#include <string.h>

/* The value of a format with `mantissa` stored bits under a sign and 15 - mantissa exponent
 * bits. */
static inline double half_widen(uint16_t half, int mantissa)
{
    int bias = (1 << (14 - mantissa)) - 1;
    uint64_t sign = (uint64_t)(half >> 15) << 63;
    int exponent = (half & 0x7fff) >> mantissa;
    uint64_t fraction = half & ((1u << mantissa) - 1u);
    uint64_t bits;
    double value;
    if (exponent == 2 * bias + 1) { /* infinity, NaN */
        bits = (uint64_t)0x7ff << 52 | fraction << (52 - mantissa);
    } else if (exponent) {
        bits = (uint64_t)(exponent - bias + 1023) << 52 | fraction << (52 - mantissa);
    } else { /* subnormal: fraction × 2^(1 - bias - mantissa), exact */
        uint64_t unit = (uint64_t)(1 - bias - mantissa + 1023) << 52;
        double scale;
        memcpy(&scale, &unit, sizeof scale);
        value = (double)fraction * scale;
        memcpy(&bits, &value, sizeof bits);
    }
    bits |= sign;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The nearest number of such a format; beyond its range infinity. */
static inline uint16_t half_narrow(double value, int mantissa)
{
    int bias = (1 << (14 - mantissa)) - 1;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 63 << 15);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
    uint16_t infinity = (uint16_t)((2 * bias + 1) << mantissa);
    if (exponent == 1024 && fraction) /* NaN: keep the top of the payload, make it quiet */
        return (uint16_t)(sign | infinity | 1u << (mantissa - 1) | fraction >> (52 - mantissa));
    if (exponent > bias)
        return (uint16_t)(sign | infinity);
    if (exponent < -bias - mantissa)
        return sign;
    int shift = 52 - mantissa;
    uint64_t kept = 0; /* exponent field of the result, above its fraction */
    if (exponent > -bias) {
        kept = (uint64_t)(exponent + bias) << mantissa;
    } else { /* subnormal: the leading 1 becomes explicit */
        fraction |= (uint64_t)1 << 52;
        shift += 1 - bias - exponent;
    }
    kept += fraction >> shift;
    uint64_t rest = fraction & (((uint64_t)1 << shift) - 1);
    uint64_t tie = (uint64_t)1 << (shift - 1);
    kept += rest > tie || (rest == tie && (kept & 1)); /* a carry makes the next exponent */
    return (uint16_t)(sign | kept);
}

enum { HALF_FLOAT16 = 10, HALF_BFLOAT16 = 7 }; /* stored mantissa bits */

#endif
