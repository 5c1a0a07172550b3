#include "number.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What decides how a dtype rounds. */
static const struct format {
    char kind;
    int bits;     /* of an integer, or of one part */
    int mantissa; /* bits of a float's mantissa, the hidden one among them */
    int lowest;   /* exponent of the smallest normal float */
} formats[] = {
    [WEFT_BOOL] = {'b', 8, 0, 0},
    [WEFT_INT8] = {'i', 8, 0, 0},
    [WEFT_INT16] = {'i', 16, 0, 0},
    [WEFT_INT32] = {'i', 32, 0, 0},
    [WEFT_INT64] = {'i', 64, 0, 0},
    [WEFT_UINT8] = {'u', 8, 0, 0},
    [WEFT_UINT16] = {'u', 16, 0, 0},
    [WEFT_UINT32] = {'u', 32, 0, 0},
    [WEFT_UINT64] = {'u', 64, 0, 0},
    [WEFT_FLOAT16] = {'f', 16, 11, -14},
    [WEFT_BFLOAT16] = {'f', 16, 8, -126},
    [WEFT_FLOAT32] = {'f', 32, 24, -126},
    [WEFT_FLOAT64] = {'f', 64, 53, -1022},
    [WEFT_COMPLEX64] = {'c', 32, 24, -126},
    [WEFT_COMPLEX128] = {'c', 64, 53, -1022},
};

bool number_is(const char *kinds, weft_dtype dtype)
{
    return strchr(kinds, formats[dtype].kind) != NULL;
}

/* ---- parts in memory ---- */

static uint64_t read_bits(const unsigned char *at, int bytes, bool swapped)
{
    uint64_t bits = 0;
    for (int k = 0; k < bytes; k++)
        bits |= (uint64_t)at[swapped ? bytes - 1 - k : k] << (8 * k);
    return bits;
}

static void write_bits(unsigned char *at, int bytes, bool swapped, uint64_t bits)
{
    for (int k = 0; k < bytes; k++)
        at[swapped ? bytes - 1 - k : k] = (unsigned char)(bits >> (8 * k));
}

static long double float_of_bits(const struct format *format, uint64_t bits)
{
    int stored = format->mantissa - 1;
    uint64_t fraction = bits & ((UINT64_C(1) << stored) - 1);
    int exponent = (int)((bits & ((UINT64_C(1) << (format->bits - 1)) - 1)) >> stored);
    int highest = (1 << (format->bits - format->mantissa)) - 1;
    long double value = ldexpl((long double)(fraction | (exponent ? UINT64_C(1) << stored : 0)),
                               (exponent ? exponent - 1 : 0) + format->lowest - stored);
    if (exponent == highest)
        value = fraction ? (long double)NAN : (long double)INFINITY;
    return bits >> (format->bits - 1) & 1 ? -value : value;
}

/* The value is one of the format's. */
static uint64_t bits_of_float(const struct format *format, long double value)
{
    int stored = format->mantissa - 1, exponent = 0;
    uint64_t sign = signbit(value) ? UINT64_C(1) << (format->bits - 1) : 0;
    uint64_t top = ((UINT64_C(1) << (format->bits - format->mantissa)) - 1) << stored;
    if (isnan(value))
        return sign | top | UINT64_C(1) << (stored - 1);
    if (isinf(value))
        return sign | top;
    value = fabsl(value);
    if (value > 0)
        exponent = ilogbl(value);
    if (value == 0 || exponent < format->lowest)
        return sign | (uint64_t)ldexpl(value, stored - format->lowest);
    uint64_t fraction = (uint64_t)ldexpl(value, stored - exponent) - (UINT64_C(1) << stored);
    return sign | (uint64_t)(exponent - format->lowest + 1) << stored | fraction;
}

static long double read_part(const unsigned char *at, const struct format *format, bool swapped)
{
    uint64_t bits = read_bits(at, format->bits / 8, swapped);
    switch (format->kind) {
    case 'b':
        return bits != 0;
    case 'u':
        return (long double)bits;
    case 'i':
        return (long double)((int64_t)(bits << (64 - format->bits)) >> (64 - format->bits));
    default:
        return float_of_bits(format, bits);
    }
}

static void write_part(unsigned char *at, const struct format *format, bool swapped,
                       long double value)
{
    uint64_t bits = format->kind == 'f' || format->kind == 'c' ? bits_of_float(format, value)
                    : value < 0                                ? (uint64_t)(int64_t)value
                                                               : (uint64_t)value;
    write_bits(at, format->bits / 8, swapped, bits);
}

number number_read(const unsigned char *at, weft_dtype dtype, bool swapped)
{
    const struct format *format = &formats[dtype];
    number value = {read_part(at, format, swapped), 0};
    if (format->kind == 'c')
        value.imaginary = read_part(at + format->bits / 8, format, swapped);
    return value;
}

void number_write(unsigned char *at, weft_dtype dtype, bool swapped, number value)
{
    const struct format *format = &formats[dtype];
    write_part(at, format, swapped, value.real);
    if (format->kind == 'c')
        write_part(at + format->bits / 8, format, swapped, value.imaginary);
}

/* ---- rounding ---- */

/* Units in the last place of a value's binade. */
static long double unit_of(const struct format *format, long double value)
{
    int exponent = value == 0 || !isfinite(value) ? format->lowest : ilogbl(value);
    if (exponent < format->lowest)
        exponent = format->lowest;
    return ldexpl(1, exponent - format->mantissa + 1);
}

static long double round_float(const struct format *format, long double value)
{
    if (!isfinite(value) || value == 0)
        return value;
    long double unit = unit_of(format, value), rounded = rintl(value / unit) * unit;
    int highest = (1 << (format->bits - format->mantissa - 1)) - 1;
    return fabsl(rounded) >= ldexpl(1, highest + 1) ? copysignl(INFINITY, value) : rounded;
}

static long double saturate(const struct format *format, long double value)
{
    long double low = format->kind == 'u' ? 0 : -ldexpl(1, format->bits - 1);
    long double high = ldexpl(1, format->kind == 'u' ? format->bits : format->bits - 1) - 1;
    value = isnan(value) ? 0 : truncl(value);
    return value < low ? low : value > high ? high : value;
}

number number_round(weft_dtype dtype, number value)
{
    const struct format *format = &formats[dtype];
    switch (format->kind) {
    case 'b':
        return (number){value.real != 0 || value.imaginary != 0, 0};
    case 'i':
    case 'u':
        return (number){saturate(format, value.real), 0};
    case 'f':
        return (number){round_float(format, value.real), 0};
    default:
        return (number){round_float(format, value.real), round_float(format, value.imaginary)};
    }
}

number number_wrap(weft_dtype dtype, uint64_t bits)
{
    unsigned char bytes[8];
    write_bits(bytes, formats[dtype].bits / 8, false, bits);
    return number_read(bytes, dtype, false);
}

number number_cast(weft_dtype from, weft_dtype to, number value)
{
    if (number_is("iu", from) && number_is("iu", to))
        return number_wrap(to,
                           value.real < 0 ? (uint64_t)(int64_t)value.real : (uint64_t)value.real);
    return number_round(to, value);
}

static bool part_is_close(long double got, long double wanted, long double allowed)
{
    if (isnan(wanted) || isnan(got))
        return isnan(wanted) && isnan(got);
    return got == wanted || fabsl(got - wanted) <= allowed;
}

bool number_is_close(weft_dtype dtype, number got, number wanted, double ulps)
{
    const struct format *format = &formats[dtype];
    number rounded = number_round(dtype, wanted);
    long double allowed = 0;
    if (ulps > 0 && strchr("fc", format->kind)) {
        long double size = fabsl(wanted.real) + fabsl(wanted.imaginary);
        allowed = ulps * unit_of(format, isfinite(size) && size > 1 ? size : 1);
        rounded = isinf(rounded.real) || isinf(rounded.imaginary) ? rounded : wanted;
    }
    return part_is_close(got.real, rounded.real, allowed) &&
           part_is_close(got.imaginary, rounded.imaginary, allowed);
}
