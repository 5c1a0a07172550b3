/* spectrum.h: the transform of a convolution's fixed side, as plans are made. */
#ifndef WEFT_SPECTRUM_H
#define WEFT_SPECTRUM_H

#include <stdbool.h>
#include <stdint.h>

/* Makes of complex numbers, real part first, their transform. length: 2^a 3^b 5^c. false: out of
 * memory. */
bool spectrum_find(long double (*numbers)[2], int64_t length);

#endif
