/* fold_lists.h: the folds of many lists of neighbours along one axis, each of a length of its own:
 * one walk over their offsets. */
#ifndef WEFT_FOLD_LISTS_H
#define WEFT_FOLD_LISTS_H

#include "fold.h"

/* List k has the elements from offsets[k] to before offsets[k + 1]; where that is none, its result
 * stays as it is, or the list has the one element there. */
typedef struct list_offsets {
    const int64_t *offsets; /* borrowed; count + 1, each from 0 to the axis' size */
    int64_t count;
    int64_t longest;   /* elements of one */
    double total;      /* of all */
    bool any_is_empty; /* some list has none */
    bool one_at_least; /* the one there */
} list_offsets;

/* Fills what the offsets say. */
list_offsets fold_lists_of(const int64_t *offsets, int64_t count);

/* Folds every list, in every lane: as fold_tree folds its elements where the ufunc is reorderable,
 * else as fold_left does. view->to: the result of list 0, view->to_step bytes from list to list;
 * view->count: the axis. initial: fold_left's, else not read. */
weft_status fold_lists(const fold_job *job, const fold_view *view, const list_offsets *lists,
                       const char *initial, weft_error *error);

#endif
