/* sharing.h: whether arrays share memory. */
#ifndef WEFT_SHARING_H
#define WEFT_SHARING_H

#include <weft/weft.h>

/* The bytes that a view touches lie in [low, high). */
typedef struct byte_range {
    uintptr_t low, high;
} byte_range;

/* The bytes of a checked array; empty for one of no elements. */
byte_range sharing_range(const weft_array *view);

bool sharing_ranges_meet(byte_range a, byte_range b);

/* Whether two views whose ranges meet share a byte; true where that cannot be decided cheaply. */
bool sharing_views_meet(const weft_array *a, const weft_array *b);

/* Whether two checked arrays share a byte; true too where that is not decided cheaply. */
bool sharing_arrays_meet(const weft_array *a, const weft_array *b);

/* Whether two elements of one checked array share a byte; true too where that is not decided
 * cheaply. */
bool sharing_is_within(const weft_array *view);

#endif
