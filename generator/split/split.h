/* split.h: a lowered function without complex numbers and records: each variable of such a type
 * becomes several, one for each part, `z_re` and `z_im`, and so do parameters and results; arrays
 * of records become records of arrays. What is left are numbers, arrays of them and pointers to
 * these, so that each part is uniform or varies by itself.
 *
 * Complex numbers are multiplied as kernels are compiled, without a second look at NaN, and divided
 * by Smith's method, in the order that gcc and clang have. */
#ifndef WEFT_SPLIT_H
#define WEFT_SPLIT_H

#include "tree/lower.h"

/* Changes a lowered function and its helpers; false where something cannot be split, which *gap
 * then says. A result becomes what the last parameters point to. */
bool split_function(arena *memory, ir_function *lowered, ir_gap *gap);
/* Whether a type has parts. */
bool split_is_composite(const ir_type *type);
/* A call of a function of the C library that gives a complex number, in a split function: operands
 * are the parts of its arguments, and two addresses for those of its result. */
bool split_is_complex_call(const ir_expression *call);
/* What has the bits of a number: memcpy with one operand, in a split function. */
bool split_is_bits(const ir_expression *value);

#endif
