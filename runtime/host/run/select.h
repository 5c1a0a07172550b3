/* select.h: items that a mask chooses. */
#ifndef WEFT_SELECT_H
#define WEFT_SELECT_H

#include "plan/plan.h"

/* Items of a masked plan that are handled at a time; a row may be split at its multiples. */
int64_t select_block(const weft_plan *plan);

/* Runs the kernel on the chosen ones of `count` neighbouring items along axis 0; data: every
 * operand's first one, the mask's last. */
void select_run(const weft_plan *plan, weft_kernel *kernel, char *const *data, int64_t count);

/* Copies the chosen elements of a host array to another of the same shape, as cast_copy does. mask:
 * bytes in host memory, one per element, any steps. */
void select_copy(const weft_array *to, const weft_array *from, const weft_array *mask);

#endif
