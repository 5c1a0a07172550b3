/* overlap.h: whether two arrays share memory. */
#ifndef WEFT_OVERLAP_H
#define WEFT_OVERLAP_H

#include <weft/weft.h>

/* Whether two checked arrays share a byte; true too where that is not decided cheaply. */
bool overlap_arrays_meet(const weft_array *a, const weft_array *b);

/* Whether two elements of one checked array share a byte; true too where that is not decided
 * cheaply. */
bool overlap_is_within(const weft_array *view);

#endif
