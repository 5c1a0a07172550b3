/* dtype.h: what dtypes are called, in prototypes and in C, and what their values are. */
#ifndef WEFT_GENERATOR_DTYPE_H
#define WEFT_GENERATOR_DTYPE_H

#include <stddef.h>

#include <weft/dtypes.h>

/* "float32"; "none" where there is none. */
const char *dtype_name(weft_dtype dtype);

/* The C type that a type variable stands for under a dtype: "float" for float16 too. */
const char *dtype_c_type(weft_dtype dtype);

/* b i u f c; 0 where there is none. */
char dtype_kind(weft_dtype dtype);

/* Bytes of an element in memory. */
size_t dtype_size(weft_dtype dtype);

/* The dtype whose C type bodies compute in: itself, but for those that are stored in fewer bits. */
weft_dtype dtype_value(weft_dtype dtype);

/* Bits of an integer without its sign, of the significand of the others. */
int dtype_digits(weft_dtype dtype);

/* Its finite values are below 2 to this power. */
int dtype_exponent(weft_dtype dtype);

/* The dtype of a C type of this kind and so many bytes; WEFT_NONE if there is none. */
weft_dtype dtype_of_c(char kind, long long size);

#endif
