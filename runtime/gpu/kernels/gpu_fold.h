/* gpu_fold.h: many short folds in one launch. */
#ifndef WEFT_GPU_FOLD_H
#define WEFT_GPU_FOLD_H

#include "gpu/driver/gpu_context.h"
#include "plan/segments.h"

/* The kernel that does them at once; false if there is none. */
bool gpu_fold_applies(const plan_segments *all, weft_kernel_shape *shape);

/* Enqueues it. */
weft_status gpu_fold_launch(const gpu_scope *scope, CUstream stream, const plan_segments *all,
                            weft_error *error);

#endif
