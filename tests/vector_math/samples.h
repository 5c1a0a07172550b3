/* samples.h: arguments that functions are tried at. */
#ifndef VECTOR_MATH_SAMPLES_H
#define VECTOR_MATH_SAMPLES_H

#include "subjects.h"

/* Fills `count` arguments of each of the subject's inputs, doubles or floats. The first are all
 * combinations of special numbers. */
void samples_fill(const subject *subject, int bits, void *const *inputs, size_t count);

#endif
