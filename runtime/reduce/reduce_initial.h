/* reduce_initial.h: what reductions begin with: the caller's first value, or the identity. */
#ifndef WEFT_REDUCE_INITIAL_H
#define WEFT_REDUCE_INITIAL_H

#include "reduction.h"

/* The caller's first value, a scalar of the host, as one of the fold's dtype, kept in *value. */
weft_status reduce_read_initial(const reduction *task, const weft_array *initial, weft_array *value,
                                weft_error *error);

/* The ufunc's identity in the fold's dtype: whole numbers by their bits, so that -1 is all ones. */
void reduce_read_identity(const reduction *task, weft_array *value);

/* Every element of `to`, the work or a part of it, becomes the value, which is one of its dtype. */
weft_status reduce_fill(const reduction *task, const weft_array *to, const weft_array *value,
                        weft_error *error);

#endif
