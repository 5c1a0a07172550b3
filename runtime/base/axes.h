/* axes.h: the axes of a few operands: which lies inside which, and which are one. Each table has an
 * axis per row, innermost first: its extent, and the operands' steps (bytes), `stride` numbers from
 * row to row. (Folds merge axes as they read them, from tables of their own: reduce/fold/fold.c.)
 */
#ifndef WEFT_AXES_TABLE_H
#define WEFT_AXES_TABLE_H

#include <stdbool.h>
#include <stdint.h>

/* Below 0 if axis a belongs in front of axis b, above 0 if behind, 0 if nothing says. */
typedef int axes_compare(const void *context, int a, int b);

/* The axes from 0 to rank - 1 in their order: each is moved in front of those that it belongs in
 * front of, as far as none says that it belongs behind. So what nothing is said of stays in its
 * order. */
static inline void axes_sort(int rank, axes_compare *compare, const void *context, int *order)
{
    for (int axis = 0; axis < rank; axis++) {
        int place = axis;
        for (int at = axis - 1; at >= 0; at--) {
            const int compared = compare(context, axis, order[at]);
            if (compared > 0)
                break;
            place = compared < 0 ? at : place;
        }
        for (int at = axis; at > place; at--)
            order[at] = order[at - 1];
        order[place] = axis;
    }
}

/* Copies a row of the table, of `count` operands. */
static inline void axes_move(int64_t *extents, int64_t *steps, int stride, int count, int to,
                             int from)
{
    if (to == from)
        return;
    extents[to] = extents[from];
    for (int i = 0; i < count; i++)
        steps[to * stride + i] = steps[from * stride + i];
}

/* Takes out the axes of size 1; returns how many are left. */
static inline int axes_drop_ones(int rank, int64_t *extents, int64_t *steps, int stride, int count)
{
    int kept = 0;
    for (int axis = 0; axis < rank; axis++)
        if (extents[axis] != 1)
            axes_move(extents, steps, stride, count, kept++, axis);
    return kept;
}

/* Makes one of neighbours where walking the outer one goes on where all of the inner one ends, for
 * every operand; returns how many are left. */
static inline int axes_merge(int rank, int64_t *extents, int64_t *steps, int stride, int count)
{
    int inner = 0;
    for (int outer = 1; outer < rank; outer++) {
        bool continues = true;
        for (int i = 0; i < count && continues; i++)
            continues = steps[outer * stride + i] == steps[inner * stride + i] * extents[inner];
        if (continues)
            extents[inner] *= extents[outer];
        else
            axes_move(extents, steps, stride, count, ++inner, outer);
    }
    return rank > 0 ? inner + 1 : 0;
}

#endif
