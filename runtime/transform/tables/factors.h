/* factors.h: the radices that a length is transformed by. */
#ifndef WEFT_FACTORS_H
#define WEFT_FACTORS_H

#include "fourier.h"

/* Finds the radices in the order of their passes; 0: a prime factor is beyond FOURIER_MOST_RADIX. A
 * length of 1 has none either. */
int factors_find(int64_t length, int64_t radices[FOURIER_MOST_PASSES]);

/* The least length, from this one on, that a convolution is best computed with. */
int64_t factors_convolution(int64_t least);

#endif
