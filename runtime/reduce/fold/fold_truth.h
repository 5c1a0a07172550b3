/* fold_truth.h: folds of truth values that one element may decide, "or" and "and", on a host. */
#ifndef WEFT_FOLD_TRUTH_H
#define WEFT_FOLD_TRUTH_H

#include "fold.h"

/* Whether the fold is one; *wanted: the value that decides it. */
bool fold_truth_serves(const fold_job *job, const fold_view *view, bool *wanted);
weft_status fold_truth(const fold_job *job, const fold_view *view, bool wanted, weft_error *error);

#endif
