/* fourier_make.h: plans without their cache. */
#ifndef WEFT_FOURIER_MAKE_H
#define WEFT_FOURIER_MAKE_H

#include "fourier.h"

/* Makes a plan; NULL: out of memory. The plan that it takes for a convolution is taken from the
 * cache. */
fourier_plan *fourier_make(int64_t length, bool is_real, bool is_double);
/* Frees it, and gives back what it took. */
void fourier_drop(fourier_plan *plan);

#endif
