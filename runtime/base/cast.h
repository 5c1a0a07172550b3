/* cast.h: moving elements between dtypes in host memory.
 * Rules: to bool is "not 0"; a bool is any byte that is not 0; integers wrap; float to integer
 * saturates, with NaN to 0; complex to real drops the imaginary part; float64 to float16, bfloat16
 * and float32 rounds to nearest even, once. */
#ifndef WEFT_CAST_H
#define WEFT_CAST_H

#include <weft/weft.h>

/* Copies n elements between any two dtypes, any byte steps and alignment. from_swapped, to_swapped:
 * that side is in the other byte order. The two must not overlap, except element by element. */
void cast_elements(char *to, weft_dtype to_dtype, int64_t to_step, bool to_swapped,
                   const char *from, weft_dtype from_dtype, int64_t from_step, bool from_swapped,
                   int64_t n);

/* Copies all elements of a host array to another of the same shape; inline scalars as a source are
 * fine. Cannot fail and allocates nothing. */
void cast_copy(const weft_array *to, const weft_array *from);

#endif
