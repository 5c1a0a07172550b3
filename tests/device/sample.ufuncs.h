/* sample.ufuncs.h: the ufuncs of sample.cu, with kernels for the cpu written out. */
#ifndef SAMPLE_UFUNCS_H
#define SAMPLE_UFUNCS_H

#include <weft/kernel.h>

extern const weft_ufunc sample_hypotenuse, sample_add, sample_product, sample_less, sample_mixed,
    sample_matmul, sample_smooth;

#endif
