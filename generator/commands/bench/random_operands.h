/* random_operands.h: operands of a loop that nobody gave. */
#ifndef WEFT_RANDOM_OPERANDS_H
#define WEFT_RANDOM_OPERANDS_H

#include "commands/call/operands.h"

/* How they are drawn; the same again for the same numbers. */
typedef struct random_rule {
    int64_t items;    /* along the one loop axis */
    double low, high; /* elements are from low to below high; low NaN: -high, 0 for
                         integers */
    uint64_t seed;
} random_rule;

/* Draws the inputs of a loop into all->arrays, owned, cleared by operands_clear; core dimensions
 * have one size each, 1 to 9 where the layout leaves it open, lists 0 to 9 each. Every fourth input
 * or so is one number for all items. Bool is true half of the time, unsigned integers begin at 0
 * where low is below. */
weft_status random_operands(call_operands *all, const weft_loop *loop, const random_rule *rule,
                            weft_error *error);

#endif
