/* slices.h: a call on a device whose arrays lie in host memory and are large, as many calls on
 * slices of its items, side by side: the bus is busy in both directions while threads pack and the
 * device computes, and the device holds a few slices at a time, never the whole. */
#ifndef WEFT_CALL_SLICES_H
#define WEFT_CALL_SLICES_H

#include "call/call.h"

/* What is large. */
typedef struct slice_limits {
    int64_t smallest, largest; /* bytes of an operand in a slice, unless one item has more */
    int64_t least;             /* bytes of a call's operands from which on it is cut */
} slice_limits;
extern slice_limits slices_limits; /* only tests write it */

/* How a call's loop axes, which are not normalised, are cut. */
typedef struct slice_cut {
    int64_t count;                  /* of slices, at least 2 */
    int axes[WEFT_MAX_RANK];        /* the plan's, innermost first as the largest operand lies */
    int64_t extents[WEFT_MAX_RANK]; /* of a slice, along these; of the last ones, at most */
    int threads;                    /* that serve them */
} slice_cut;

/* Whether a call whose checks are done, and whose results are there, is to be cut; how. */
bool slices_apply(const call_state *call, slice_cut *cut);

/* Computes it; host memory is complete when it returns. A fault leaves outputs written in part. */
weft_status slices_run(const call_state *call, const slice_cut *cut, weft_error *error);

#endif
