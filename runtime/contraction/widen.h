/* widen.h: rows of elements to a wider dtype, as fast as memory gives them. */
#ifndef WEFT_WIDEN_H
#define WEFT_WIDEN_H

#include <stdint.h>

#include <weft/dtypes.h>

/* Copies `count` elements that lie side by side and aligned to `to`, of another dtype, as
 * cast_elements does. */
void widen_row(char *to, weft_dtype to_dtype, const char *from, weft_dtype from_dtype,
               int64_t count);

#endif
