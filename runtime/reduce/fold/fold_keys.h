/* fold_keys.h: elements that have keys, each combined with the others of its key, in host memory.
 *
 * The order is part of the result's definition: the elements are cut into blocks of 4096, or of the
 * least power of two not below the number of keys, if that is more; within a block those of a key
 * are combined from left to right, beginning with the first; then the blocks by neighbours: the
 * first 2^k of them, as many as leave some, with the rest, and so within each. A block that lacks
 * the key takes no part. A ufunc that is not reorderable goes from left to right throughout. */
#ifndef WEFT_FOLD_KEYS_H
#define WEFT_FOLD_KEYS_H

#include "fold.h"

/* The keys of a view's elements, and what is done with them. */
typedef struct key_list {
    const char *data; /* borrowed; in host memory */
    int64_t step;     /* bytes, from key to key */
    weft_dtype dtype; /* of integers */
    bool swapped;
    int64_t count; /* keys from 0 to before count are */
    bool skip;     /* elements of others are left out */
} key_list;

/* What groups without elements give; and what all begin with. */
typedef struct key_start {
    const char *value; /* one element of the job's dtype; NULL: they are an error */
    bool begins;
} key_start;

/* What was found to be wrong, in the elements' order; nothing is written then. */
typedef struct key_fault {
    int64_t position; /* of an element whose key is none; -1: there is none */
    int64_t key;      /* that key, by its bits */
    int64_t empty;    /* a group without elements and nothing to give; -1: there is none */
} key_fault;

/* Folds the elements of each key, in every lane. view->to: the result of key 0, view->to_step bytes
 * from key to key; `counts` (or NULL) takes the number of
 * elements of each key. */
weft_status fold_keys(const fold_job *job, const fold_view *view, const key_list *keys,
                      const key_start *start, int64_t *counts, key_fault *fault, weft_error *error);

#endif
