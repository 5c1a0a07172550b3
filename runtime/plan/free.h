/* free.h: core dimensions along which a function computes every index by itself
 * (weft_ufunc.free_dimensions). Where a call has fewer items than there is room for, each is cut
 * along one: into single indices that are items then, or into parts that are smaller items. */
#ifndef WEFT_FREE_H
#define WEFT_FREE_H

#include "plan.h"

/* A plan of other sizes, and what it points to; the rest is the first plan's. */
typedef struct free_plan {
    weft_plan plan;
    int64_t sizes[PLAN_MAX_DIMENSIONS];
} free_plan;

/* The core axis of an operand with the dimension; -1: none. */
int free_axis(const weft_ufunc *ufunc, int operand, int dimension);

/* Whether items may be cut along the dimension: it is free, and of a size above 1, and kernels find
 * the other elements of every operand where they lie: they take the rows of blocks in C order to be
 * as long as the sizes say. wants_blocks: of every operand, else of those whose layout asks for it.
 */
bool free_is_dimension(const weft_plan *plan, int dimension, bool wants_blocks);

/* Bytes between the dimension's elements of the first output; every output has it. */
int64_t free_output_step(const weft_plan *plan, int dimension);

/* Begins with the plan as it is. */
void free_begin(free_plan *to, const weft_plan *plan);

/* Makes every index an item: adds a loop axis, and leaves 1 as the size. */
void free_add_axis(free_plan *to, int dimension);

/* Leaves `count` indices, from `first` on. */
void free_take_part(free_plan *to, int dimension, int64_t first, int64_t count);

#endif
