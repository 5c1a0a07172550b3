#include "dtype.h"

/* How libclang reads a C type without any header: each that a dtype's own values have. */
#define C_NAME(type)                             \
    _Generic((type)0, _Bool                      \
             : "_Bool", signed char              \
             : "signed char", short              \
             : "short", int                      \
             : "int", long                       \
             : "long", unsigned char             \
             : "unsigned char", unsigned short   \
             : "unsigned short", unsigned int    \
             : "unsigned int", unsigned long     \
             : "unsigned long", float            \
             : "float", double                   \
             : "double", float _Complex          \
             : "float _Complex", double _Complex \
             : "double _Complex")
#define C_NAME_b(part) C_NAME(_Bool)
#define C_NAME_i(part) C_NAME(part)
#define C_NAME_u(part) C_NAME(part)
#define C_NAME_h(part) NULL /* has none: what it is computed in does */
#define C_NAME_f(part) C_NAME(part)
#define C_NAME_c(part) C_NAME(part _Complex)

static const struct {
    const char *name;
    const char *own_type; /* NULL where bodies compute in another dtype's */
    weft_dtype value;
    size_t size;
    int digits, exponent;
    char kind;
} dtypes[WEFT_DTYPE_END] = {[WEFT_NONE] = {.name = "none", .own_type = "void"},
#define ROW(ENUM, text, letter, part, VALUE, bits, npy)                   \
    [WEFT_##ENUM] = {.name = #text,                                       \
                     .own_type = C_NAME_##letter(part),                   \
                     .value = WEFT_##VALUE,                               \
                     .size = WEFT_DTYPE_SIZE(letter, part),               \
                     .digits = (bits),                                    \
                     .exponent = WEFT_DTYPE_EXPONENT(letter, part, bits), \
                     .kind = WEFT_KIND_##letter},
                            WEFT_DTYPES(ROW)
#undef ROW
};

const char *dtype_name(weft_dtype dtype)
{
    return dtypes[dtype].name;
}

const char *dtype_c_type(weft_dtype dtype)
{
    return dtypes[dtypes[dtype].value].own_type;
}

char dtype_kind(weft_dtype dtype)
{
    return dtypes[dtype].kind;
}

size_t dtype_size(weft_dtype dtype)
{
    return dtypes[dtype].size;
}

weft_dtype dtype_value(weft_dtype dtype)
{
    return dtypes[dtype].value;
}

int dtype_digits(weft_dtype dtype)
{
    return dtypes[dtype].digits;
}

int dtype_exponent(weft_dtype dtype)
{
    return dtypes[dtype].exponent;
}

weft_dtype dtype_of_c(char kind, long long size)
{
    for (weft_dtype dtype = WEFT_NONE + 1; dtype < WEFT_DTYPE_END; dtype++)
        if (dtypes[dtype].kind == kind && dtypes[dtype].own_type &&
            (long long)dtypes[dtype].size == size)
            return dtype;
    return WEFT_NONE;
}
