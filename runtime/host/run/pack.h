/* pack.h: core blocks to and from contiguous scratch memory. */
#ifndef WEFT_PACK_H
#define WEFT_PACK_H

#include "plan/plan.h"

/* Copies an operand's core block that starts at `strided` to `packed`, in C order. */
void pack_gather(const weft_plan *plan, int operand, char *packed, const char *strided);

/* The way back. */
void pack_scatter(const weft_plan *plan, int operand, char *strided, const char *packed);

#endif
