/* axes.h: core axes of a gufunc's operands where they are not just the last ones. */
#ifndef WEFT_AXES_H
#define WEFT_AXES_H

#include "call.h"

/* Whether the options name core axes or keep them, or some dimension may be missing. */
static inline bool axes_are_wanted(const weft_ufunc *ufunc, const weft_options *options)
{
    return ufunc->flags & WEFT_UFUNC_OPTIONAL || options->axes || options->axis ||
           options->keepdims;
}

/* Replaces every given operand by a view of it with all core axes last; those that are missing have
 * size 1. The operands have been checked each by itself. */
weft_status axes_apply(call_state *call, weft_error *error);

/* Finds the places of the core axes of the results, once the loop's rank is known. */
weft_status axes_bind_results(call_state *call, weft_error *error);

/* A result as the caller wanted it, from one with its core axes last. */
weft_array axes_restore(const call_state *call, int output);

/* The rank that a result has for the caller; while the plan has all axes of the loop. */
int axes_result_rank(const call_state *call, int output);

#endif
