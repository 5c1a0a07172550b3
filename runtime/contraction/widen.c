#include "widen.h"

#include "base/cast.h"
#include "base/dtype.h"

/* X(function, from, to): the casts that sums in a wider dtype need most. */
#define WIDENINGS(X)                   \
    X(float32_to_64, float, double)    \
    X(int8_to_32, int8_t, int32_t)     \
    X(int16_to_32, int16_t, int32_t)   \
    X(uint8_to_32, uint8_t, int32_t)   \
    X(uint16_to_32, uint16_t, int32_t) \
    X(int8_to_64, int8_t, int64_t)     \
    X(int16_to_64, int16_t, int64_t)   \
    X(int32_to_64, int32_t, int64_t)   \
    X(uint8_to_64, uint8_t, int64_t)   \
    X(uint16_to_64, uint16_t, int64_t) \
    X(uint32_to_64, uint32_t, int64_t)

typedef void widening(char *to, const char *from, int64_t count);

#define DEFINE(NAME, FROM, TO)                                  \
    static void NAME(char *to, const char *from, int64_t count) \
    {                                                           \
        TO *restrict const target = (TO *)to;                   \
        const FROM *restrict const source = (const FROM *)from; \
        for (int64_t i = 0; i < count; i++)                     \
            target[i] = source[i];                              \
    }
WIDENINGS(DEFINE)

/* By dtypes; signed and unsigned targets have the same bits. NULL: another cast. */
static widening *find(weft_dtype from, weft_dtype to)
{
    static widening *const to_32[WEFT_DTYPE_END] = {
        [WEFT_INT8] = int8_to_32,
        [WEFT_INT16] = int16_to_32,
        [WEFT_UINT8] = uint8_to_32,
        [WEFT_UINT16] = uint16_to_32,
    };
    static widening *const to_64[WEFT_DTYPE_END] = {
        [WEFT_INT8] = int8_to_64,   [WEFT_INT16] = int16_to_64,   [WEFT_INT32] = int32_to_64,
        [WEFT_UINT8] = uint8_to_64, [WEFT_UINT16] = uint16_to_64, [WEFT_UINT32] = uint32_to_64,
    };
    if (to == WEFT_FLOAT64)
        return from == WEFT_FLOAT32 ? float32_to_64 : NULL;
    return to == WEFT_INT32 || to == WEFT_UINT32   ? to_32[from]
           : to == WEFT_INT64 || to == WEFT_UINT64 ? to_64[from]
                                                   : NULL;
}

void widen_row(char *to, weft_dtype to_dtype, const char *from, weft_dtype from_dtype,
               int64_t count)
{
    widening *const known = find(from_dtype, to_dtype);
    if (known)
        known(to, from, count);
    else
        cast_elements(to, to_dtype, dtype_table[to_dtype].size, false, from, from_dtype,
                      dtype_table[from_dtype].size, false, count);
}
