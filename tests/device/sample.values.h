/* sample.values.h: per dtype the C type that a body sees, and how it is read and written. */
#ifndef SAMPLE_VALUES_H
#define SAMPLE_VALUES_H

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/half.h"

#define VALUE(name, type)                                   \
    typedef type value_##name;                              \
    static inline value_##name get_##name(const char *from) \
    {                                                       \
        type x;                                             \
        memcpy(&x, from, sizeof x);                         \
        return x;                                           \
    }                                                       \
    static inline void put_##name(char *to, type x)         \
    {                                                       \
        memcpy(to, &x, sizeof x);                           \
    }
VALUE(int8, int8_t)
VALUE(int16, int16_t)
VALUE(int32, int32_t)
VALUE(int64, int64_t)
VALUE(uint8, uint8_t)
VALUE(uint16, uint16_t)
VALUE(uint32, uint32_t)
VALUE(uint64, uint64_t)
VALUE(float32, float)
VALUE(float64, double)
VALUE(complex64, float complex)
VALUE(complex128, double complex)
#undef VALUE

typedef bool value_bool;
static inline value_bool get_bool(const char *from)
{
    return *from != 0;
}
static inline void put_bool(char *to, value_bool x)
{
    *to = x;
}

#define HALF_VALUE(name, digits)                          \
    typedef float value_##name;                           \
    static inline float get_##name(const char *from)      \
    {                                                     \
        uint16_t bits;                                    \
        memcpy(&bits, from, sizeof bits);                 \
        return (float)half_widen(bits, 16, digits);       \
    }                                                     \
    static inline void put_##name(char *to, float x)      \
    {                                                     \
        uint16_t bits = (uint16_t)half_narrow((double)x, 16, digits); \
        memcpy(to, &bits, sizeof bits);                   \
    }
HALF_VALUE(float16, 11)
HALF_VALUE(bfloat16, 8)
#undef HALF_VALUE

#endif
