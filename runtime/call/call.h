/* call.h: the steps of a call, as call.c takes them. */
#ifndef WEFT_CALL_H
#define WEFT_CALL_H

#include "state.h"

/* Makes room for results and temporaries, once: what asks for it is no plain call, which must not
 * pay for it. */
weft_status call_make_room(call_state *call, weft_error *error);

/* Refuses outputs that share memory with themselves or each other; sets `overlapping`. */
weft_status overlap_check(call_state *call, weft_error *error);

/* Allocates the outputs that were not given, in the memory order of the inputs; with a mask, or
 * where the kernel may leave elements of them, they start as 0. */
weft_status result_allocate(call_state *call, weft_error *error);

/* Makes temporaries where an operand cannot be used as it lies, and fills those of inputs. */
weft_status stage_operands(call_state *call, weft_error *error);

/* Whether the operand goes through a temporary for any reason but overlap. */
bool stage_is_needed(const call_state *call, int operand);

/* Whether an input is one element on the host that a gpu's kernel is handed by value. */
bool stage_is_value(const call_state *call, int operand);

/* Copies temporaries of given outputs and results back. */
weft_status stage_copy_back(call_state *call, weft_error *error);

/* Frees all temporaries, and on failure the results. */
void stage_release(call_state *call, bool failed);

#endif
