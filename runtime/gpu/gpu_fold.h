/* gpu_fold.h: many short folds in one launch. */
#ifndef WEFT_GPU_FOLD_H
#define WEFT_GPU_FOLD_H

#include "gpu_context.h"
#include "plan/segments.h"

/* Whether there is a kernel that does them at once. */
bool gpu_fold_applies(const plan_segments *all);

/* Enqueues it. */
weft_status gpu_fold_launch(const gpu_scope *scope, CUstream stream, const plan_segments *all,
                            weft_error *error);

#endif
