/* bits.c: the bitwise ufuncs that ship, and divisors of integers. Bits go through 64 of them because
 * T is double when this file is compiled by itself; the compiler narrows them again. */
#include <weft/annotate.h>

#include <stdbool.h>
#include <stdint.h>

#include "prototypes.h"

WEFT_TYPEVAR(T); /* the type of the operands */

/** The bits set in both. */
WEFT_OPTIONS(identity(-1), reorderable)
WEFT_VECTORIZE("bool(bool, bool)", INTEGERS_2)
T bitwise_and(T a, T b) { return (T)((int64_t)a & (int64_t)b); }

/** The bits set in one or both. */
WEFT_OPTIONS(identity(0), reorderable)
WEFT_VECTORIZE("bool(bool, bool)", INTEGERS_2)
T bitwise_or(T a, T b) { return (T)((int64_t)a | (int64_t)b); }

/** The bits set in exactly one. */
WEFT_OPTIONS(identity(0), reorderable)
WEFT_VECTORIZE("bool(bool, bool)", INTEGERS_2)
T bitwise_xor(T a, T b) { return (T)((int64_t)a ^ (int64_t)b); }

/** Every bit of a turned over; of a truth value, not a. */
WEFT_NAME("invert") WEFT_VECTORIZE("bool(bool)")
bool invert_bool(bool a) { return !a; }

/** Every bit of a turned over. */
WEFT_VECTORIZE(INTEGERS_1)
T invert(T a) { return (T)~(int64_t)a; }

/* Shifts of 32 bits are vectors where those of 64 are none. */

/** a shifted up by b bits; 0 where b is negative or not below the width of a. */
WEFT_NAME("left_shift")
WEFT_VECTORIZE("int8(int8, int8)", "uint8(uint8, uint8)", "int16(int16, int16)",
               "uint16(uint16, uint16)", "int32(int32, int32)", "uint32(uint32, uint32)")
T left_shift_word(T a, T b)
{
    return (uint64_t)b < 8 * sizeof(T) ? (T)((uint32_t)a << (uint32_t)b) : 0;
}

/** a shifted up by b bits; 0 where b is negative or not below the width of a. */
WEFT_NAME("left_shift")
WEFT_VECTORIZE("int64(int64, int64)", "uint64(uint64, uint64)")
T left_shift_long(T a, T b)
{
    return (uint64_t)b < 8 * sizeof(T) ? (T)((uint64_t)a << (uint64_t)b) : 0;
}

/** a shifted down by b bits, keeping its sign; where b is negative or not below the width of a, 0
 * or, for a negative a, -1. */
WEFT_NAME("right_shift")
WEFT_VECTORIZE("int8(int8, int8)", "uint8(uint8, uint8)", "int16(int16, int16)",
               "uint16(uint16, uint16)", "int32(int32, int32)", "uint32(uint32, uint32)")
T right_shift_word(T a, T b)
{
    if ((uint64_t)b >= 8 * sizeof(T))
        return a < 0 ? (T)-1 : 0;
    return (T)-1 < 0 ? (T)((int32_t)a >> (uint32_t)b) : (T)((uint32_t)a >> (uint32_t)b);
}

/** a shifted down by b bits, keeping its sign; where b is negative or not below the width of a, 0
 * or, for a negative a, -1. */
WEFT_NAME("right_shift")
WEFT_VECTORIZE("int64(int64, int64)", "uint64(uint64, uint64)")
T right_shift_long(T a, T b)
{
    if ((uint64_t)b >= 8 * sizeof(T))
        return a < 0 ? (T)-1 : 0;
    return (T)-1 < 0 ? (T)((int64_t)a >> (uint64_t)b) : (T)((uint64_t)a >> (uint64_t)b);
}

/** How many bits of |a| are set. */
WEFT_NAME("bitwise_count") WEFT_VECTORIZE("uint8(int8)", "uint8(uint8)")
uint8_t bitwise_count_short(T a)
{
    uint8_t bits = (uint8_t)(a < 0 ? (T)-a : a);
    bits = (uint8_t)(bits - (bits >> 1 & 0x55));
    bits = (uint8_t)((bits & 0x33) + (bits >> 2 & 0x33));
    return (uint8_t)((bits + (bits >> 4)) & 0x0f);
}

/** How many bits of |a| are set. */
WEFT_NAME("bitwise_count") WEFT_VECTORIZE("uint8(int16)", "uint8(uint16)")
uint8_t bitwise_count_half(T a)
{
    uint16_t bits = (uint16_t)(a < 0 ? (T)-a : a);
    bits = (uint16_t)(bits - (bits >> 1 & 0x5555));
    bits = (uint16_t)((bits & 0x3333) + (bits >> 2 & 0x3333));
    bits = (uint16_t)((bits + (bits >> 4)) & 0x0f0f);
    return (uint8_t)(bits + (bits >> 8));
}

/** How many bits of |a| are set. */
WEFT_NAME("bitwise_count")
WEFT_VECTORIZE("uint8(int32)", "uint8(uint32)")
uint8_t bitwise_count_word(T a)
{
    uint32_t bits = a < 0 ? 0 - (uint32_t)a : (uint32_t)a;
    bits -= bits >> 1 & UINT32_C(0x55555555);
    bits = (bits & UINT32_C(0x33333333)) + (bits >> 2 & UINT32_C(0x33333333));
    bits = (bits + (bits >> 4)) & UINT32_C(0x0f0f0f0f);
    return (uint8_t)(bits * UINT32_C(0x01010101) >> 24);
}

/** How many bits of |a| are set. */
WEFT_NAME("bitwise_count") WEFT_VECTORIZE("uint8(int64)", "uint8(uint64)")
uint8_t bitwise_count_long(T a)
{
    uint64_t bits = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint8_t)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* ---- divisors ---- */

/* Of 8 and 16 bits in 32, which are vectors; those of 64 are divided one after the other. */

static inline int32_t gcd_of_short(int32_t a, int32_t b)
{
    while (b != 0) {
        const int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static inline T gcd_of(T a, T b)
{
    while (b != 0) {
        T quotient = (T)(a / b), rest = (T)(a - quotient * b);
        a = b;
        b = rest;
    }
    return a < 0 ? (T)-a : a;
}

static inline T lcm_of(T a, T b)
{
    T divisor = gcd_of(a, b);
    if (divisor == 0)
        return 0;
    T multiple = (T)(a / divisor * b);
    return (a < 0) == (b < 0) ? multiple : (T)-multiple;
}

/** The greatest common divisor of |a| and |b|; 0 of two zeros. */
WEFT_NAME("gcd") WEFT_OPTIONS(identity(0), reorderable)
WEFT_VECTORIZE("int8(int8, int8)", "uint8(uint8, uint8)", "int16(int16, int16)",
               "uint16(uint16, uint16)")
T gcd_short(T a, T b) { return (T)gcd_of_short((int32_t)a, (int32_t)b); }

/** The greatest common divisor of |a| and |b|; 0 of two zeros. */
WEFT_NAME("gcd") WEFT_OPTIONS(identity(0), reorderable)
WEFT_VECTORIZE("int32(int32, int32)", "uint32(uint32, uint32)")
T gcd_word(T a, T b) { return gcd_of(a, b); }

/** The greatest common divisor of |a| and |b|; 0 of two zeros. */
WEFT_NAME("gcd") WEFT_OPTIONS(identity(0), reorderable)
WEFT_VECTORIZE("int64(int64, int64)", "uint64(uint64, uint64)")
T gcd_long(T a, T b) { return gcd_of(a, b); }

/** The least common multiple of |a| and |b|. */
WEFT_NAME("lcm") WEFT_OPTIONS(reorderable)
WEFT_VECTORIZE("int8(int8, int8)", "uint8(uint8, uint8)", "int16(int16, int16)",
               "uint16(uint16, uint16)")
T lcm_short(T a, T b)
{
    const int32_t x = (int32_t)a, y = (int32_t)b, divisor = gcd_of_short(x, y);
    if (divisor == 0)
        return 0;
    const uint32_t multiple = (uint32_t)(x / divisor) * (uint32_t)y;
    return (T)(int32_t)((x < 0) == (y < 0) ? multiple : 0 - multiple);
}

/** The least common multiple of |a| and |b|. */
WEFT_NAME("lcm") WEFT_OPTIONS(reorderable)
WEFT_VECTORIZE("int32(int32, int32)", "uint32(uint32, uint32)")
T lcm_word(T a, T b) { return lcm_of(a, b); }

/** The least common multiple of |a| and |b|. */
WEFT_NAME("lcm") WEFT_OPTIONS(reorderable)
WEFT_VECTORIZE("int64(int64, int64)", "uint64(uint64, uint64)")
T lcm_long(T a, T b) { return lcm_of(a, b); }
