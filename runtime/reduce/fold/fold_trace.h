/* fold_trace.h: a fold in words. */
#ifndef WEFT_FOLD_TRACE_H
#define WEFT_FOLD_TRACE_H

#include "fold.h"

/* Prints a fold as one block. kernel: what folds, as trace.h's lines have it. */
void fold_trace_print(const fold_job *job, const fold_view *view, const char *kernel);

#endif
