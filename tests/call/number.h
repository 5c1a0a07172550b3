/* number.h: one element at a time, without the runtime: read, written, rounded, compared. */
#ifndef CALL_NUMBER_H
#define CALL_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include <weft/weft.h>

/* A value of any dtype, exact. */
typedef struct number {
    long double real, imaginary;
} number;

/* Whether the dtype is of one of these kinds, as in dtypes.h: number_is("iu", WEFT_INT8). */
bool number_is(const char *kinds, weft_dtype dtype);
/* The element at `at`, of any alignment. */
number number_read(const unsigned char *at, weft_dtype dtype, bool swapped);
/* Writes a value that the dtype holds. */
void number_write(unsigned char *at, weft_dtype dtype, bool swapped, number value);
/* What a cast makes of a value of dtype `from`: integers wrap, floats are rounded, and saturate on
 * their way to integers. */
number number_cast(weft_dtype from, weft_dtype to, number value);
/* A mathematical result as the dtype holds it. */
number number_round(weft_dtype dtype, number value);
/* An integer of the dtype's width, wrapped. */
number number_wrap(weft_dtype dtype, uint64_t bits);
/* Whether `got` is `wanted` rounded, or within so many units in the last place of `wanted` or of 1,
 * whichever is more. NaN is close to NaN. */
bool number_is_close(weft_dtype dtype, number got, number wanted, double ulps);

#endif
