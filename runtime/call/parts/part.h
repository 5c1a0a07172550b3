/* part.h: a box of a call's items as a call of its own, on views of the operands. So a caller may
 * compute a call bit by bit, where the whole has no room, or on several places at once.
 *
 * A part that is made takes the steps of call.h: stage_operands, call_run, stage_bring_home,
 * call_await, stage_copy_back, call_synchronize; part_clear is the last. Each may be taken for many
 * parts before the next, and they wait only in call_await and later. Parts that others have run
 * before they are staged may find what those have written, unless no output of the whole shares
 * memory with its inputs. */
#ifndef WEFT_CALL_PART_H
#define WEFT_CALL_PART_H

#include "call/call.h"
#include "plan/part.h"

/* The operands of a call that every part of it must have a temporary of, for any reason: what holds
 * for the whole call must hold for every part, or inputs would be read behind outputs that overlap
 * them. */
uint32_t part_find_staged(const call_state *whole, bool is_one_of_several);

/* Makes the part of a call whose checks are done, and whose outputs are all given, at a place,
 * which need not be the call's. Borrows the operands, not `whole`. Whatever comes of it, part_clear
 * follows. */
weft_status part_make(call_state *part, const call_state *whole, const plan_box *box,
                      uint32_t staged, const weft_place *place, weft_error *error);

/* Frees its temporaries, once nothing of it is under way. */
void part_clear(call_state *part);

#endif
