/* gpu_fft_layout.h: a plan's transforms as cuFFT takes them: stacks of items at one distance, of
 * whose axes one lies within the other. What lies otherwise goes through a copy. */
#ifndef WEFT_GPU_FFT_LAYOUT_H
#define WEFT_GPU_FFT_LAYOUT_H

#include "gpu_fft_plans.h"
#include "plan/plan.h"

enum { GPU_FFT_IN, GPU_FFT_OUT, GPU_FFT_SIDES };

/* How a plan is computed: by `calls` stacks, of the items along one loop axis each. */
typedef struct gpu_fft_layout {
    gpu_fft_stack stack;
    int64_t calls;
    int axis;                      /* the loop axis of a stack; -1: all of them in one */
    bool is_copied[GPU_FFT_SIDES]; /* the operand, as a whole, in C order */
    int64_t bytes[GPU_FFT_SIDES];  /* of the operand in C order; unset where it is not copied */
    double usual;                  /* the factor of a result where none is given */
} gpu_fft_layout;

/* Whether a call of such sizes may be one of cuFFT: its ufunc says a transform, no axis is without
 * elements, and cuFFT has the same rule for spectra that no real numbers have. */
bool gpu_fft_layout_applies(const weft_plan *plan);

/* Of a plan that is normalised. False: a copy would have more bytes than int64 counts. */
bool gpu_fft_layout_find(const weft_plan *plan, gpu_fft_layout *layout);

/* The operand of a side; a real one has half as many bytes. */
int gpu_fft_layout_operand(int side);

/* A view of a side's operand, loop axes first; `data` NULL: where it lies, else of its copy there.
 */
void gpu_fft_layout_view(const weft_plan *plan, int side, char *data, weft_array *view);

/* Bytes from the first stack's first item on a side to a stack's. */
int64_t gpu_fft_layout_offset(const weft_plan *plan, const gpu_fft_layout *layout, int side,
                              int64_t call);

#endif
