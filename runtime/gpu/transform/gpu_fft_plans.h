/* gpu_fft_plans.h: plans of cuFFT, which are kept from call to call: making one takes longer than
 * most transforms. */
#ifndef WEFT_GPU_FFT_PLANS_H
#define WEFT_GPU_FFT_PLANS_H

#include "gpu/driver/gpu_context.h"
#include "gpu_fft_library.h"

enum { GPU_FFT_MOST_RANK = 3 };

/* One side of a stack of transforms, in elements: element (i, j, k) of transform b lies at
 * b distance + ((i embed[1] + j) embed[2] + k) step. */
typedef struct gpu_fft_side {
    int64_t embed[GPU_FFT_MOST_RANK], step, distance;
} gpu_fft_side;

/* What a plan is made for. Compared byte by byte: what is not used is 0. */
typedef struct gpu_fft_stack {
    int64_t rank, type, count;        /* type: gpu_fft_type */
    int64_t sizes[GPU_FFT_MOST_RANK]; /* of the real numbers, where one side has such */
    gpu_fft_side sides[2];            /* in, out */
} gpu_fft_stack;

typedef struct gpu_fft_plan gpu_fft_plan;

/* A plan for one thread, until gpu_fft_plans_give; others that want it wait. name: of the ufunc,
 * for errors. What a graph records (is_recording) refers to the plan's tables, so that the plan is
 * kept for good. */
weft_status gpu_fft_plans_take(const gpu_scope *scope, const gpu_fft_stack *stack,
                               bool is_recording, const char *name, gpu_fft_plan **taken,
                               weft_error *error);
void gpu_fft_plans_give(const gpu_scope *scope, gpu_fft_plan *plan);

/* Of a plan that is taken. */
gpu_fft_handle gpu_fft_plans_handle(const gpu_fft_plan *plan);
size_t gpu_fft_plans_work_bytes(const gpu_fft_plan *plan);

#endif
