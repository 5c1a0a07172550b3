/* odometer.h: a multi-index that walks some axes of a shape in C order, and pointers that follow
 * it: over arrays' axes, outermost first, each with its own steps, or over tables such as a plan's
 * (axes.h), innermost first, with the operands' steps axis by axis. */
#ifndef WEFT_ODOMETER_H
#define WEFT_ODOMETER_H

#include <weft/kernel.h>

typedef struct odometer {
    const int64_t *shape; /* borrowed; no extent that is walked is 0 */
    int first, end;       /* axes from first to before end */
    int64_t index[WEFT_MAX_RANK];
} odometer;

static inline void odometer_begin(odometer *at, const int64_t *shape, int first, int end)
{
    at->shape = shape;
    at->first = first;
    at->end = end;
    for (int axis = first; axis < end; axis++)
        at->index[axis] = 0;
}

/* Moves to the next index, and each of `count` pointers by its own steps (bytes, by axis). False,
 * and all back at the first index, past the last. */
static inline bool odometer_next(odometer *at, int count, const char **pointers,
                                 const int64_t *const *steps)
{
    for (int axis = at->end - 1; axis >= at->first; axis--) {
        if (at->index[axis] + 1 < at->shape[axis]) {
            at->index[axis]++;
            for (int k = 0; k < count; k++)
                pointers[k] += steps[k][axis];
            return true;
        }
        for (int k = 0; k < count; k++)
            pointers[k] -= steps[k][axis] * at->index[axis];
        at->index[axis] = 0;
    }
    return false;
}

/* The same over the rows of a table from `first` to before `end`; `index` is 0 there at first. */
static inline __attribute__((always_inline)) bool
odometer_climb(int64_t *index, const int64_t *extents, const int64_t *steps, int stride, int first,
               int end, int count, char **pointers)
{
    for (int axis = first; axis < end; axis++) {
        const int64_t *own = steps + axis * stride;
        if (index[axis] + 1 < extents[axis]) {
            index[axis]++;
            for (int k = 0; k < count; k++)
                pointers[k] += own[k];
            return true;
        }
        for (int k = 0; k < count; k++)
            pointers[k] -= own[k] * index[axis];
        index[axis] = 0;
    }
    return false;
}

#endif
