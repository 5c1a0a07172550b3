/* dtype.h: what dtypes are called, in prototypes and in C. */
#ifndef WEFT_GENERATOR_DTYPE_H
#define WEFT_GENERATOR_DTYPE_H

#include <weft/dtypes.h>

/* "float32"; "none" where there is none. */
const char *dtype_name(weft_dtype dtype);

/* The C type that a type variable stands for under a dtype: "float" for float16 too. */
const char *dtype_c_type(weft_dtype dtype);

#endif
