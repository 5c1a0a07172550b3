/* sharing.h: whether arrays share memory. */
#ifndef WEFT_SHARING_H
#define WEFT_SHARING_H

#include "array.h"
#include "base/dtype.h"

/* The bytes that a view touches lie in [low, high). */
typedef struct byte_range {
    uintptr_t low, high;
} byte_range;

/* The bytes of a checked array; empty for one of no elements. */
static inline byte_range sharing_range(const weft_array *view)
{
    const uintptr_t data = (uintptr_t)array_data(view);
    byte_range range = {data, data + dtype_table[view->dtype].size};
    for (int axis = 0; axis < view->rank; axis++) {
        if (view->shape[axis] == 0) /* steps may be any then: no product of them has been checked */
            return (byte_range){data, data};
        const uint64_t reach = ((uint64_t)view->shape[axis] - 1) * (uint64_t)view->steps[axis];
        if (reach >> 63)
            range.low += (uintptr_t)reach;
        else
            range.high += (uintptr_t)reach;
    }
    return range;
}

static inline bool sharing_ranges_meet(byte_range a, byte_range b)
{
    return a.low < a.high && b.low < b.high && a.low < b.high && b.low < a.high;
}

/* Whether two views whose ranges meet share a byte; true where that cannot be decided cheaply. */
bool sharing_views_meet(const weft_array *a, const weft_array *b);

/* Whether two checked arrays share a byte; true too where that is not decided cheaply. */
bool sharing_arrays_meet(const weft_array *a, const weft_array *b);

/* Whether two elements of one checked array share a byte; true too where that is not decided
 * cheaply. */
bool sharing_is_within(const weft_array *view);

#endif
