/* lists.h: reductions of lists along one axis, between the arrays of a reduction and the fold. */
#ifndef WEFT_LISTS_H
#define WEFT_LISTS_H

#include "reduce/fold/fold_lists.h"
#include "reduce/reduction.h"

/* Elements of a list, all lanes together, from which the gpu is worth its launches. */
enum { LISTS_ON_DEVICE = 65536 };

/* Folds the lists of the task's operands along the axis, which is that of its work, too. initial: a
 * first value of the fold's dtype, which a ufunc that is not reorderable begins with; or NULL. */
weft_status lists_fold(reduction *task, int axis, const list_offsets *lists,
                       const weft_array *initial, weft_error *error);

#endif
