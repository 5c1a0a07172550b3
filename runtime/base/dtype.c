/* dtype.c: the table of dtypes, and which casts are allowed. */
#include "dtype.h"

#include <string.h>

#define BIT(ENUM)  (1u << WEFT_##ENUM)
#define COMPLEX_UP (BIT(COMPLEX64) | BIT(COMPLEX128))
#define FLOAT64_UP (BIT(FLOAT64) | BIT(COMPLEX128))
#define FLOAT32_UP (BIT(FLOAT32) | FLOAT64_UP | COMPLEX_UP)
#define FLOAT16_UP (BIT(FLOAT16) | FLOAT32_UP)
#define INT32_UP   (BIT(INT32) | BIT(INT64))
#define UINT32_UP  (BIT(UINT32) | BIT(UINT64))

/* What each dtype casts to safely. */
enum {
    SAFE_BOOL = (1u << WEFT_DTYPE_END) - 2,
    SAFE_INT8 = BIT(INT8) | BIT(INT16) | INT32_UP | BIT(BFLOAT16) | FLOAT16_UP,
    SAFE_INT16 = BIT(INT16) | INT32_UP | FLOAT32_UP,
    SAFE_INT32 = INT32_UP | FLOAT64_UP,
    SAFE_INT64 = BIT(INT64) | FLOAT64_UP,
    SAFE_UINT8 =
        BIT(UINT8) | BIT(UINT16) | UINT32_UP | BIT(INT16) | INT32_UP | BIT(BFLOAT16) | FLOAT16_UP,
    SAFE_UINT16 = BIT(UINT16) | UINT32_UP | INT32_UP | FLOAT32_UP,
    SAFE_UINT32 = UINT32_UP | BIT(INT64) | FLOAT64_UP,
    SAFE_UINT64 = BIT(UINT64) | FLOAT64_UP,
    SAFE_FLOAT16 = FLOAT16_UP,
    SAFE_BFLOAT16 = BIT(BFLOAT16) | FLOAT32_UP,
    SAFE_FLOAT32 = FLOAT32_UP,
    SAFE_FLOAT64 = FLOAT64_UP,
    SAFE_COMPLEX64 = COMPLEX_UP,
    SAFE_COMPLEX128 = BIT(COMPLEX128),
};

#define PART(size, kind) ((kind) == 'c' ? (size) / 2 : (size))
#define KIND_RANK(kind) \
    ((kind) == 'b' ? 0 : (kind) == 'u' ? 1 : (kind) == 'i' ? 2 : (kind) == 'f' ? 3 : 4)

const dtype_facts dtype_table[WEFT_DTYPE_END] = {
    [WEFT_NONE] = {.name = "none", .npy = "", .kind = '-'},
#define ROW(ENUM, text, bytes, align, letter, code)  \
    [WEFT_##ENUM] = {.name = #text,                  \
                     .npy = (code),                  \
                     .size = (bytes),                \
                     .alignment = (align),           \
                     .part = PART(bytes, letter),    \
                     .kind_rank = KIND_RANK(letter), \
                     .kind = (letter),               \
                     .safe = SAFE_##ENUM},
    WEFT_DTYPES(ROW)
#undef ROW
};

const char *weft_dtype_name(weft_dtype dtype)
{
    return dtype_table[dtype_is_valid(dtype) ? dtype : WEFT_NONE].name;
}

size_t weft_dtype_size(weft_dtype dtype)
{
    return dtype_table[dtype_is_valid(dtype) ? dtype : WEFT_NONE].size;
}

weft_dtype weft_dtype_find(const char *name)
{
    if (name)
        for (unsigned dtype = WEFT_NONE + 1; dtype < WEFT_DTYPE_END; dtype++)
            if (strcmp(dtype_table[dtype].name, name) == 0)
                return (weft_dtype)dtype;
    return WEFT_NONE;
}

bool weft_can_cast(weft_dtype from, weft_dtype to, weft_casting casting)
{
    if (!dtype_is_valid(from) || !dtype_is_valid(to))
        return false;
    switch (casting) {
    case WEFT_CASTING_NO:
    case WEFT_CASTING_EQUIV:
        return from == to;
    case WEFT_CASTING_SAFE:
        return dtype_is_safe(from, to);
    case WEFT_CASTING_DEFAULT:
    case WEFT_CASTING_SAME_KIND: /* narrowing within a kind, and up the ranks of kinds */
        return dtype_table[from].kind_rank <= dtype_table[to].kind_rank;
    case WEFT_CASTING_UNSAFE:
        return true;
    }
    return false;
}
