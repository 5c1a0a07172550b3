/* dtype.c: the table of dtypes, and which casts are allowed. */
#include "dtype.h"

#include <float.h>
#include <string.h>

#define PART_DIGITS(part)   ((int)(sizeof(part) == sizeof(float) ? FLT_MANT_DIG : DBL_MANT_DIG))
#define IS_OWN(ENUM, VALUE) ((int)WEFT_##ENUM == (int)WEFT_##VALUE)

/* What a row of each kind must say to be true. */
#define CHECK_b(part, is_own, VALUE, digits) (sizeof(part) == 1 && (digits) == 1 && (is_own))
#define CHECK_u(part, is_own, VALUE, digits) \
    (8 * sizeof(part) == (digits) && (part)-1 > 0 && (is_own))
#define CHECK_i(part, is_own, VALUE, digits) \
    (8 * sizeof(part) == (digits) + 1 && (part)-1 < 0 && (is_own))
#define CHECK_f(part, is_own, VALUE, digits) ((digits) == PART_DIGITS(part) && (is_own))
#define CHECK_c(part, is_own, VALUE, digits) CHECK_f(part, is_own, VALUE, digits)
/* At least two bits of exponent, and no more than float has. */
#define CHECK_h(part, is_own, VALUE, digits)                                                \
    ((part)-1 > 0 && (part)0.5 == 0 && (digits) >= 2 && 8 * sizeof(part) >= (digits) + 2 && \
     8 * sizeof(part) <= (digits) + 8 && (VALUE) == WEFT_FLOAT32)
#define CHECK(ENUM, name, kind, part, VALUE, digits, npy)                         \
    _Static_assert(CHECK_##kind(part, IS_OWN(ENUM, VALUE), WEFT_##VALUE, digits), \
                   #name ": its part, its value and its digits do not fit its kind");
WEFT_DTYPES(CHECK)
#undef CHECK
_Static_assert(WEFT_DTYPE_END <= UINT8_MAX, "a dtype is a byte");

#define KIND_RANK(kind) \
    ((kind) == 'b' ? 0 : (kind) == 'u' ? 1 : (kind) == 'i' ? 2 : (kind) == 'f' ? 3 : 4)

const dtype_facts dtype_table[WEFT_DTYPE_END] = {
    [WEFT_NONE] = {.name = "none", .npy = "", .kind = '-'},
#define ROW(ENUM, text, letter, type, VALUE, bits, code)         \
    [WEFT_##ENUM] = {.name = #text,                              \
                     .npy = (code),                              \
                     .size = WEFT_DTYPE_SIZE(letter, type),      \
                     .part = sizeof(type),                       \
                     .kind_rank = KIND_RANK(WEFT_KIND_##letter), \
                     .kind = WEFT_KIND_##letter,                 \
                     .value = WEFT_##VALUE,                      \
                     .digits = (bits),                           \
                     .exponent = WEFT_DTYPE_EXPONENT(letter, type, bits)},
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
