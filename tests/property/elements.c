#include "elements.h"

#include <math.h>
#include <string.h>

int random_below(random_source *source, int limit)
{
    uint64_t x = source->state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (int)((x ^ x >> 31) % (uint64_t)limit);
}

bool random_chance(random_source *source, int percent)
{
    return random_below(source, 100) < percent;
}

/* Reverses a number of bytes in place. */
static void reverse(unsigned char *bytes, int count)
{
    for (int k = 0; k < count / 2; k++) {
        unsigned char byte = bytes[k];
        bytes[k] = bytes[count - 1 - k];
        bytes[count - 1 - k] = byte;
    }
}

/* Bytes of the parts that a byte swap reverses, and how many there are. */
static int part_bytes(weft_dtype dtype, int *count)
{
    *count = dtype == WEFT_COMPLEX64 || dtype == WEFT_COMPLEX128 ? 2 : 1;
    return (int)weft_dtype_size(dtype) / *count;
}

/* A 16-bit float with `mantissa` stored bits, normal or zero. */
static double half_value(uint16_t bits, int mantissa)
{
    int bias = mantissa == 10 ? 15 : 127;
    if ((bits & 0x7fff) == 0)
        return bits ? -0.0 : 0.0;
    double value = ldexp(1 + (bits & ((1 << mantissa) - 1)) / (double)(1 << mantissa),
                         ((bits & 0x7fff) >> mantissa) - bias);
    return bits & 0x8000 ? -value : value;
}

static uint16_t half_bits(double value, int mantissa)
{
    int bias = mantissa == 10 ? 15 : 127, exponent;
    if (value == 0)
        return signbit(value) ? 0x8000 : 0;
    double fraction = frexp(fabs(value), &exponent) * 2 - 1;
    return (uint16_t)((value < 0 ? 0x8000 : 0) | (exponent - 1 + bias) << mantissa |
                      (int)(fraction * (1 << mantissa)));
}

#define FOR_INTEGERS(X) \
    X(INT8, int8_t)     \
    X(INT16, int16_t)   \
    X(INT32, int32_t)   \
    X(INT64, int64_t) X(UINT8, uint8_t) X(UINT16, uint16_t) X(UINT32, uint32_t) X(UINT64, uint64_t)

/* One real part in native byte order. */
static double read_part(const unsigned char *bytes, weft_dtype dtype)
{
    float single;
    double wide;
    uint16_t half;
    switch (dtype) {
#define READ(ENUM, TYPE)             \
    case WEFT_##ENUM: {              \
        TYPE x;                      \
        memcpy(&x, bytes, sizeof x); \
        return (double)x;            \
    }
        FOR_INTEGERS(READ)
    case WEFT_BOOL:
        return bytes[0] != 0;
    case WEFT_FLOAT16:
    case WEFT_BFLOAT16:
        memcpy(&half, bytes, sizeof half);
        return half_value(half, dtype == WEFT_FLOAT16 ? 10 : 7);
    case WEFT_FLOAT32:
    case WEFT_COMPLEX64:
        memcpy(&single, bytes, sizeof single);
        return (double)single;
    default:
        memcpy(&wide, bytes, sizeof wide);
        return wide;
    }
}

static void write_part(unsigned char *bytes, weft_dtype dtype, double value)
{
    float single = (float)value;
    uint16_t half;
    switch (dtype) {
#define WRITE(ENUM, TYPE)              \
    case WEFT_##ENUM: {                \
        TYPE x = (TYPE)(int64_t)value; \
        memcpy(bytes, &x, sizeof x);   \
        return;                        \
    }
        FOR_INTEGERS(WRITE)
    case WEFT_BOOL:
        bytes[0] = value != 0;
        return;
    case WEFT_FLOAT16:
    case WEFT_BFLOAT16:
        half = half_bits(value, dtype == WEFT_FLOAT16 ? 10 : 7);
        memcpy(bytes, &half, sizeof half);
        return;
    case WEFT_FLOAT32:
    case WEFT_COMPLEX64:
        memcpy(bytes, &single, sizeof single);
        return;
    default:
        memcpy(bytes, &value, sizeof value);
    }
}

double element_read(const char *at, weft_dtype dtype, bool swapped, double *imaginary)
{
    int count, size = part_bytes(dtype, &count);
    double parts[2] = {0, 0};
    for (int k = 0; k < count; k++) {
        unsigned char bytes[8];
        memcpy(bytes, at + k * size, (size_t)size);
        if (swapped)
            reverse(bytes, size);
        parts[k] = read_part(bytes, dtype);
    }
    *imaginary = parts[1];
    return parts[0];
}

void element_write(char *at, weft_dtype dtype, bool swapped, double real, double imaginary)
{
    int count, size = part_bytes(dtype, &count);
    for (int k = 0; k < count; k++) {
        unsigned char bytes[8];
        write_part(bytes, dtype, k ? imaginary : real);
        if (swapped)
            reverse(bytes, size);
        memcpy(at + k * size, bytes, (size_t)size);
    }
}

static bool is_unsigned(weft_dtype dtype)
{
    return dtype >= WEFT_UINT8 && dtype <= WEFT_UINT64;
}

static bool is_complex(weft_dtype dtype)
{
    return dtype == WEFT_COMPLEX64 || dtype == WEFT_COMPLEX128;
}

/* A number that is no integer, held within the range of an integer dtype: what is small enough to be
 * added up here leaves that of 8 bits and that without signs alone. */
static double saturate(weft_dtype to, double real)
{
    double least = is_unsigned(to) ? 0 : to == WEFT_INT8 ? INT8_MIN : INT32_MIN;
    double most = to == WEFT_INT8 ? INT8_MAX : to == WEFT_UINT8 ? UINT8_MAX : INT32_MAX;
    return real < least ? least : real > most ? most : real;
}

void element_cast(weft_dtype from, weft_dtype to, double *real, double *imaginary)
{
    if (to == WEFT_BOOL)
        *real = *real != 0 || (is_complex(from) && *imaginary != 0);
    else if (from >= WEFT_FLOAT16 && to < WEFT_FLOAT16)
        *real = saturate(to, *real);
    if (!is_complex(to) || !is_complex(from))
        *imaginary = 0;
}
