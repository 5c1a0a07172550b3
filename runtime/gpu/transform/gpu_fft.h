/* gpu_fft.h: discrete Fourier transforms of a plan's items by cuFFT. */
#ifndef WEFT_GPU_FFT_H
#define WEFT_GPU_FFT_H

#include "gpu/driver/gpu_context.h"
#include "plan/print.h"

/* Whether cuFFT computes a plan of this ufunc, dtypes and sizes, however its operands lie: then an
 * output may be the input. Adds to `why`, or NULL, one clause where it is a transform, and not. */
bool gpu_fft_applies(const weft_plan *plan, plan_text *why);

/* Enqueues the transforms of all items of a plan that is normalised. What can fail for want of
 * memory comes before anything is enqueued. */
weft_status gpu_fft_launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                           weft_error *error);

/* Adds what is asked of cuFFT, one clause. */
void gpu_fft_print(const weft_plan *plan, plan_text *to);

#endif
