/* raw_sizes.h: the grid that a hand-written kernel of a ufunc has for the sizes of a call. */
#ifndef WEFT_RAW_SIZES_H
#define WEFT_RAW_SIZES_H

#include "plan/plan.h"
#include "raw.h"

/* Computes the grid of an item; blocks[0] is 0 where no output has elements, and nothing is to be
 * done. */
weft_status raw_sizes_read(const weft_plan *plan, weft_launch *how, weft_error *error);

#endif
