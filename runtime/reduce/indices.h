/* indices.h: the array of indices that at and reduceat take. */
#ifndef WEFT_INDICES_H
#define WEFT_INDICES_H

#include "reduction.h"

/* Checks that the indices are an array of integers; they and `beside`, another array of the call or
 * NULL, lie on the host or where the call runs. */
weft_status indices_check(const reduction *task, const weft_array *indices,
                          const weft_array *beside, weft_error *error);

/* A copy of the indices as int64 on the host, each from 0 to below the size of the axis; one below
 * 0 counts from the end, if that is allowed. */
weft_status indices_read(reduction *task, const weft_array *indices, int axis, bool from_end,
                         weft_array *read, weft_error *error);

#endif
