/* factor.h: what the kernel of factor.cu takes. */
#ifndef WEFT_DEVICE_FACTOR_H
#define WEFT_DEVICE_FACTOR_H

#include "../params.h"

/* The elements of operand 1 are multiplied, in place, by those of operand 0, or, where these are 0
 * or is_number says so, by a number. */
typedef struct weft_gpu_scaling {
    weft_gpu_loop32 loop;
    weft_gpu_operand64 operands[2];
    double number;
    uint32_t is_number;
} weft_gpu_scaling;

#endif
