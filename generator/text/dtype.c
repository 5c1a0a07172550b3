#include "dtype.h"

/* C types that libclang reads without any header. */
static const struct {
    const char *name, *c_type;
} dtypes[] = {
    [WEFT_NONE] = {"none", "void"},
    [WEFT_BOOL] = {"bool", "_Bool"},
    [WEFT_INT8] = {"int8", "signed char"},
    [WEFT_INT16] = {"int16", "short"},
    [WEFT_INT32] = {"int32", "int"},
    [WEFT_INT64] = {"int64", "long"},
    [WEFT_UINT8] = {"uint8", "unsigned char"},
    [WEFT_UINT16] = {"uint16", "unsigned short"},
    [WEFT_UINT32] = {"uint32", "unsigned int"},
    [WEFT_UINT64] = {"uint64", "unsigned long"},
    [WEFT_FLOAT16] = {"float16", "float"},
    [WEFT_BFLOAT16] = {"bfloat16", "float"},
    [WEFT_FLOAT32] = {"float32", "float"},
    [WEFT_FLOAT64] = {"float64", "double"},
    [WEFT_COMPLEX64] = {"complex64", "float _Complex"},
    [WEFT_COMPLEX128] = {"complex128", "double _Complex"},
};
_Static_assert(sizeof dtypes / sizeof *dtypes == WEFT_DTYPE_END, "a name and a C type for each");

const char *dtype_name(weft_dtype dtype)
{
    return dtypes[dtype].name;
}

const char *dtype_c_type(weft_dtype dtype)
{
    return dtypes[dtype].c_type;
}
