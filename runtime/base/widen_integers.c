#include "widen_integers.h"

#include <string.h>

#include <weft/convert.h>

#include "dtype.h"

#define WIDEN(TYPE, VALUE)                         \
    if (step == (int64_t)sizeof(TYPE))             \
        WIDEN_ALONG(TYPE, VALUE, sizeof(TYPE))     \
    else if (step == 2 * (int64_t)sizeof(TYPE))    \
        WIDEN_ALONG(TYPE, VALUE, 2 * sizeof(TYPE)) \
    else                                           \
        WIDEN_ALONG(TYPE, VALUE, step)             \
    return true;
#define WIDEN_ALONG(TYPE, VALUE, step)                    \
    for (int64_t k = 0; k < n; k++) {                     \
        TYPE x;                                           \
        memcpy(&x, from + k * (int64_t)(step), sizeof x); \
        to[k] = VALUE;                                    \
    }
#define WIDEN_b(TYPE) WIDEN(TYPE, (uint64_t)(x != 0))
#define WIDEN_i(TYPE) WIDEN(TYPE, (uint64_t)(int64_t)x)
#define WIDEN_u(TYPE) WIDEN(TYPE, (uint64_t)x)
#define WIDEN_h(TYPE) break;
#define WIDEN_f(TYPE) break;
#define WIDEN_c(TYPE) break;

bool widen_integers(uint64_t *to, const char *from, int64_t step, weft_dtype dtype, int64_t n)
{
    switch (dtype) {
#define CASE(ENUM, name, kind, part, ...) \
    case WEFT_##ENUM:                     \
        WIDEN_##kind(part)
        WEFT_DTYPES(CASE)
#undef CASE
    default:
        break;
    }
    return false;
}

/* ---- side by side ---- */

/* Integers of 8 bits as short floats, which hold them all: the top bits of floats. */
static inline uint16_t small_as_float16(int x)
{
    const uint32_t bits = weft_bits_of_float((float)x);
    const uint32_t size = ((bits & 0x7fffffff) - (112u << 23)) >> 13;
    return (uint16_t)(x == 0 ? 0 : (bits >> 16 & 0x8000) | size);
}

static inline uint16_t small_as_bfloat16(int x)
{
    return (uint16_t)(weft_bits_of_float((float)x) >> 16);
}

/* One loop for each pair: vectors where the processor has any. Of what integers become, signed and
 * unsigned ones are the same bits. */
#define CAST_TO(NAME, TO, FROM, VALUE)                          \
    static void NAME(char *to, const char *from, int64_t n)     \
    {                                                           \
        for (int64_t k = 0; k < n; k++) {                       \
            FROM x;                                             \
            memcpy(&x, from + k * (int64_t)sizeof x, sizeof x); \
            const TO y = (TO)(VALUE);                           \
            memcpy(to + k * (int64_t)sizeof y, &y, sizeof y);   \
        }                                                       \
    }
#define CASTS(NAME, FROM, VALUE)                                            \
    CAST_TO(NAME##_8, uint8_t, FROM, VALUE)                                 \
    CAST_TO(NAME##_16, uint16_t, FROM, VALUE)                               \
    CAST_TO(NAME##_32, uint32_t, FROM, VALUE)                               \
    CAST_TO(NAME##_float, float, FROM, VALUE)                               \
    CAST_TO(NAME##_double, double, FROM, VALUE)                             \
    CAST_TO(NAME##_float16, uint16_t, FROM, small_as_float16((int)(VALUE))) \
    CAST_TO(NAME##_bfloat16, uint16_t, FROM, small_as_bfloat16((int)(VALUE)))
#define CASTS_b(NAME, FROM) CASTS(NAME, FROM, x != 0)
#define CASTS_i(NAME, FROM) CASTS(NAME, FROM, x)
#define CASTS_u(NAME, FROM) CASTS(NAME, FROM, x)
#define CASTS_h(NAME, FROM)
#define CASTS_f(NAME, FROM)
#define CASTS_c(NAME, FROM)
#define CASTS_ROW(ENUM, name, kind, part, ...) CASTS_##kind(cast_##name, part)
WEFT_DTYPES(CASTS_ROW)
#undef CASTS_ROW

typedef void cast_function(char *to, const char *from, int64_t n);
enum { TO_8, TO_16, TO_32, TO_FLOAT, TO_DOUBLE, TO_FLOAT16, TO_BFLOAT16, TO_COUNT };

#define ALL_OF(NAME)                                                                 \
    {                                                                                \
        NAME##_8, NAME##_16, NAME##_32, NAME##_float, NAME##_double, NAME##_float16, \
            NAME##_bfloat16                                                          \
    }

static cast_function *const casts[WEFT_DTYPE_END][TO_COUNT] = {
#define TABLE_b(NAME)                          ALL_OF(NAME),
#define TABLE_i(NAME)                          TABLE_b(NAME)
#define TABLE_u(NAME)                          TABLE_b(NAME)
#define TABLE_h(NAME)                          {NULL},
#define TABLE_f(NAME)                          {NULL},
#define TABLE_c(NAME)                          {NULL},
#define TABLE_ROW(ENUM, name, kind, part, ...) [WEFT_##ENUM] = TABLE_##kind(cast_##name)
    WEFT_DTYPES(TABLE_ROW)
#undef TABLE_ROW
};

bool cast_integers(char *to, weft_dtype to_dtype, const char *from, weft_dtype from_dtype,
                   int64_t n)
{
    const char kind = dtype_table[to_dtype].kind;
    const int size = dtype_table[to_dtype].size;
    int column = TO_COUNT;
    if (kind == 'f' && size >= 4)
        column = size == 4 ? TO_FLOAT : TO_DOUBLE;
    else if ((kind == 'i' || kind == 'u') && size <= 4)
        column = size == 1 ? TO_8 : size == 2 ? TO_16 : TO_32;
    else if (dtype_table[from_dtype].size == 1 && to_dtype == WEFT_FLOAT16)
        column = TO_FLOAT16;
    else if (dtype_table[from_dtype].size == 1 && to_dtype == WEFT_BFLOAT16)
        column = TO_BFLOAT16;
    if (column == TO_COUNT || !casts[from_dtype][column])
        return false;
    casts[from_dtype][column](to, from, n);
    return true;
}
