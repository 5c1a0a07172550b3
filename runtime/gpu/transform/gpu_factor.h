/* gpu_factor.h: multiplies what a transform has made by the call's factor, in place. */
#ifndef WEFT_GPU_FACTOR_H
#define WEFT_GPU_FACTOR_H

#include "gpu/driver/gpu_context.h"
#include "plan/plan.h"

/* What results are multiplied by. */
typedef struct gpu_factor {
    CUfunction kernel; /* NULL: by 1 */
    bool is_number;    /* the same for all items, known now */
    double number;     /* that; else what stands for a factor of 0 */
} gpu_factor;

/* Finds the factor of a transform's plan, whose usual one is `usual`, and its kernel, which may
 * take memory; nothing is enqueued. */
weft_status gpu_factor_begin(const gpu_scope *scope, const weft_plan *plan, double usual,
                             gpu_factor *factor, weft_error *error);

/* Enqueues the multiplication. */
weft_status gpu_factor_launch(const gpu_scope *scope, CUstream stream, const gpu_factor *factor,
                              const weft_plan *plan, weft_error *error);

#endif
