/* error.h: how far a result is from the true value. */
#ifndef VECTOR_MATH_ERROR_H
#define VECTOR_MATH_ERROR_H

#include "subjects.h"

/* In units of the last place of a double or a float (bits is 64 or 32) at the true value, or at
 * subject_level where that is larger.
 * Infinite where the kind is wrong: NaN, the sign of a zero, what must be infinite. */
double error_of(const subject *subject, int bits, const double *arguments, double result);

#endif
