/* indices.h: the array of indices, offsets or keys that a reduction takes. */
#ifndef WEFT_INDICES_H
#define WEFT_INDICES_H

#include "reduction.h"

/* Checks that the indices, by this name, are an array of integers; they and `beside`, another array
 * of the call or NULL, lie on the host or where the call runs. */
weft_status indices_check(const reduction *task, const weft_array *indices, const char *name,
                          const weft_array *beside, weft_error *error);

/* An index in a message, as it was before it became int64 by its bits. */
void indices_print(char text[24], int64_t index, bool is_signed);

/* The indices as int64 on the host in C order, each from 0 to below the size of the axis; one below
 * 0 counts from the end, if that is allowed. They are the caller's own where they lie so, and apart
 * from the array that the task writes. */
weft_status indices_read(reduction *task, const weft_array *indices, int axis, bool from_end,
                         weft_array *read, weft_error *error);

/* A copy of indices of rank 1, none counted from the end, with room for one element behind them,
 * which is not set. */
weft_status indices_read_with_room(reduction *task, const weft_array *indices, int axis,
                                   weft_array *read, weft_error *error);

#endif
