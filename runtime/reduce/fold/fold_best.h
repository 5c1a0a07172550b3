/* fold_best.h: folds on a host that keep the largest or the least element. */
#ifndef WEFT_FOLD_BEST_H
#define WEFT_FOLD_BEST_H

#include "fold.h"

/* Whether the fold is one, of elements that lie side by side. */
bool fold_best_serves(const fold_job *job, const fold_view *view);

/* Folds in any order; not done where the order has a say in some lane: then nothing is decided. */
weft_status fold_best(const fold_job *job, const fold_view *view, bool *done, weft_error *error);

#endif
