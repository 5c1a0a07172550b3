/* literal.c: see literal.h. Every dtype is one part, but complex ones are two. */
#include "literal.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct part_facts {
    char kind;       /* b bool, i signed, u unsigned, f floating */
    unsigned size;   /* bytes */
    int digits, low; /* f: binary digits, and the exponent of the least number */
} part_facts;

static part_facts facts_of(weft_dtype dtype)
{
    unsigned size = (unsigned)weft_dtype_size(dtype);
    switch (dtype) {
    case WEFT_BOOL:
        return (part_facts){'b', size, 0, 0};
    case WEFT_INT8:
    case WEFT_INT16:
    case WEFT_INT32:
    case WEFT_INT64:
        return (part_facts){'i', size, 0, 0};
    case WEFT_FLOAT16:
        return (part_facts){'f', size, 11, -24};
    case WEFT_FLOAT32:
    case WEFT_COMPLEX64:
        return (part_facts){'f', 4, 24, -149};
    case WEFT_FLOAT64:
    case WEFT_COMPLEX128:
        return (part_facts){'f', 8, 53, -1074};
    default:
        return (part_facts){'u', size, 0, 0};
    }
}

static int part_count(weft_dtype dtype)
{
    return dtype == WEFT_COMPLEX64 || dtype == WEFT_COMPLEX128 ? 2 : 1;
}

/* The float16 nearest to a number, ties to even. */
static uint16_t half_of(double number)
{
    unsigned sign = signbit(number) ? 0x8000u : 0;
    if (isnan(number))
        return 0x7e00;
    if (number == 0 || isinf(number))
        return (uint16_t)(sign | (number == 0 ? 0 : 0x7c00u));
    int exponent = ilogb(number) < -14 ? -14 : ilogb(number);
    int mantissa = exponent > 15 ? 2048 : (int)rint(ldexp(fabs(number), 10 - exponent));
    if (mantissa == 2048) {
        mantissa = 1024;
        exponent++;
    }
    if (exponent > 15)
        return (uint16_t)(sign | 0x7c00u);
    return (uint16_t)(sign | (unsigned)((exponent + 14) * 1024 + mantissa));
}

static double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    double size = exponent == 31  ? (mantissa ? (double)NAN : (double)INFINITY)
                  : exponent == 0 ? ldexp(mantissa, -24)
                                  : ldexp(mantissa + 1024, exponent - 25);
    return bits & 0x8000 ? -size : size;
}

/* Copies bytes, turned round where they are swapped. */
static void copy_part(char *to, const char *from, unsigned size, bool swapped)
{
    for (unsigned k = 0; k < size; k++)
        to[k] = from[swapped ? size - 1 - k : k];
}

/* Little and big endian machines alike: each width through a variable of its own. */
static void store_integer(uint64_t value, unsigned size, char *to)
{
    uint8_t one = (uint8_t)value;
    uint16_t two = (uint16_t)value;
    uint32_t four = (uint32_t)value;
    memcpy(to,
           size == 1   ? (const void *)&one
           : size == 2 ? (const void *)&two
           : size == 4 ? (const void *)&four
                       : (const void *)&value,
           size);
}

static bool read_integer(const char *text, char **end, part_facts facts, char *to)
{
    unsigned bits = 8 * facts.size;
    uint64_t value;
    if (facts.kind == 'i') {
        int64_t number = strtoll(text, end, 10);
        int64_t high = (int64_t)(UINT64_MAX >> (65 - bits));
        if (number > high || number < -high - 1)
            return false;
        value = (uint64_t)number;
    } else {
        value = strtoull(text, end, 10);
        if (*text == '-' || value > (facts.kind == 'b' ? 1 : UINT64_MAX >> (64 - bits)))
            return false;
    }
    store_integer(value, facts.size, to);
    return true;
}

static void read_floating(const char *text, char **end, part_facts facts, char *to)
{
    if (facts.size == 8) {
        double number = strtod(text, end);
        memcpy(to, &number, sizeof number);
    } else if (facts.size == 4) {
        float number = strtof(text, end);
        memcpy(to, &number, sizeof number);
    } else {
        store_integer(half_of(strtod(text, end)), 2, to);
    }
}

/* Reads the next number of the list as a part. */
static bool read_part(literal_list *list, part_facts facts, char *to)
{
    char *end;
    bool is_repeated = list->repeats > 0;
    if (is_repeated)
        list->repeats--;
    else
        list->number = list->text;
    errno = 0;
    if (facts.kind == 'f')
        read_floating(list->number, &end, facts, to);
    else if (!read_integer(list->number, &end, facts, to) || errno)
        return false;
    if (end == list->number)
        return false;
    if (is_repeated)
        return true;
    if (*end == '*') {
        list->repeats = strtoll(end + 1, &end, 10) - 1;
        if (list->repeats < 1)
            return false;
    }
    if (*end && *end != ',')
        return false;
    list->text = *end ? end + 1 : end;
    return true;
}

bool literal_read(literal_list *list, weft_dtype dtype, bool swapped, char *element)
{
    part_facts facts = facts_of(dtype);
    for (int part = 0; part < part_count(dtype); part++) {
        char bytes[8];
        if (!read_part(list, facts, bytes))
            return false;
        copy_part(element + (unsigned)part * facts.size, bytes, facts.size, swapped);
    }
    return true;
}

bool literal_is_at_end(const literal_list *list)
{
    return !*list->text && list->repeats == 0;
}

static double floating_value(const char *from, part_facts facts)
{
    uint16_t half;
    float single;
    double number;
    if (facts.size == 2) {
        memcpy(&half, from, sizeof half);
        return half_value(half);
    }
    if (facts.size == 4) {
        memcpy(&single, from, sizeof single);
        return (double)single;
    }
    memcpy(&number, from, sizeof number);
    return number;
}

/* The distance from a number to the next one of its dtype. */
static double spacing(double number, part_facts facts)
{
    int exponent = number == 0 ? facts.low : ilogb(number) - facts.digits + 1;
    return ldexp(1, exponent < facts.low ? facts.low : exponent);
}

/* Whether the number found is the infinity behind the largest number, which was wanted. */
static bool is_just_infinite(const char *wanted, const char *found, part_facts facts)
{
    uint64_t a = 0, b = 0;
    memcpy(&a, wanted, facts.size);
    memcpy(&b, found, facts.size);
    return b - a == 1 && isinf(floating_value(found, facts));
}

bool literal_is_same(const char *expected, const char *found, bool found_swapped, weft_dtype dtype,
                     int ulps)
{
    part_facts facts = facts_of(dtype);
    double distance = 0, size = 0;
    bool is_exact = true;
    for (int part = 0; part < part_count(dtype); part++) {
        const char *wanted = expected + (unsigned)part * facts.size;
        char bytes[8];
        copy_part(bytes, found + (unsigned)part * facts.size, facts.size, found_swapped);
        if (memcmp(wanted, bytes, facts.size) == 0) {
            if (facts.kind == 'f')
                size = hypot(size, floating_value(wanted, facts));
            continue;
        }
        if (facts.kind != 'f')
            return false;
        double a = floating_value(wanted, facts), b = floating_value(bytes, facts);
        if (isnan(a) && isnan(b))
            continue;
        is_exact = false;
        distance = hypot(distance, is_just_infinite(wanted, bytes, facts) ? spacing(a, facts) : a - b);
        size = hypot(size, a);
    }
    return is_exact || (isfinite(size) && distance <= ulps * spacing(size, facts));
}

void literal_print(const char *element, bool swapped, weft_dtype dtype, char *text, size_t size)
{
    part_facts facts = facts_of(dtype);
    size_t used = 0;
    for (int part = 0; part < part_count(dtype) && used < size; part++) {
        char bytes[8];
        int64_t number = 0;
        copy_part(bytes, element + (unsigned)part * facts.size, facts.size, swapped);
        for (unsigned k = 0; facts.kind != 'f' && k < facts.size; k++) {
            const uint16_t probe = 1; /* 1 in its first byte: the low byte comes first */
            unsigned at = *(const char *)&probe ? facts.size - 1 - k : k;
            number = (int64_t)((uint64_t)number << 8 | (uint8_t)bytes[at]);
        }
        unsigned spare = 64 - 8 * facts.size;
        int length = facts.kind == 'f' ? snprintf(text + used, size - used, "%s%.17g",
                                                  part ? ", " : "", floating_value(bytes, facts))
                     : facts.kind == 'i'
                         ? snprintf(text + used, size - used, "%lld",
                                    (long long)((int64_t)((uint64_t)number << spare) >> spare))
                         : snprintf(text + used, size - used, "%llu", (unsigned long long)number);
        used += length > 0 ? (size_t)length : 0;
    }
}
