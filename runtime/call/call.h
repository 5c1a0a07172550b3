/* call.h: the steps of a call, as call.c takes them. */
#ifndef WEFT_CALL_H
#define WEFT_CALL_H

#include "state.h"

/* Begins a range of a profiler that names the opened call and its inputs, where ranges are asked
 * for; nvtx_pop ends it. */
bool call_name(const call_state *call, const char *name);

/* A call in steps; its state is large, and one that is made in one pass (direct.c) must not pay for
 * it. */
weft_status call_in_steps(const weft_ufunc *ufunc, weft_array *const *operands,
                          const weft_options *options, weft_error *error);

/* The first checks: of ufunc, operands and options; then the target, where it is not chosen by
 * cost, the loop, and the plan's shape, pointed at the operands that are there. who: for a ufunc
 * that is NULL. Whatever comes of it, call_close (ragged.h) follows. */
weft_status call_open(call_state *call, const weft_ufunc *ufunc, weft_array *const *operands,
                      const weft_options *options, const char *who, weft_error *error);

/* The other checks, which ask what will be done with the operands. share: of the items, how many
 * will be computed. */
weft_status call_settle(call_state *call, double share, weft_error *error);

/* Refuses what cannot be part of a CUDA graph where the stream is captured into one. */
weft_status call_check_recording(const call_state *call, weft_error *error);

/* Whether some output has elements: without, there may be endless items, for none needs memory. */
bool call_writes_anything(const call_state *call);

/* The steps that compute, from stage_operands to call_synchronize: there is at least one item. */
weft_status call_execute(call_state *call, weft_error *error);

/* Runs the kernel, behind stage_operands. */
weft_status call_run(call_state *call, weft_error *error);

/* Waits where the call must return finished; returns the first failure. */
weft_status call_synchronize(call_state *call, weft_status status, weft_error *error);

/* Makes room for results and temporaries, once: what asks for it is no plain call, which must not
 * pay for it. */
weft_status call_make_room(call_state *call, weft_error *error);

/* Refuses outputs that share memory with themselves or each other; sets `overlapping`. */
weft_status overlap_check(call_state *call, weft_error *error);

/* Whether the parts of a call may be computed one behind the other, in any order: no output shares
 * memory with what the call reads, but item by item. Behind overlap_check. */
bool overlap_parts_are_independent(const call_state *call);

/* Allocates the outputs that were not given, in the memory order of the inputs; with a mask, or
 * where the kernel may leave elements of them, they start as 0. */
weft_status result_allocate(call_state *call, weft_error *error);

/* Makes temporaries where an operand cannot be used as it lies, and fills those of inputs. */
weft_status stage_operands(call_state *call, weft_error *error);

/* Whether the operand goes through a temporary for any reason but overlap. */
bool stage_is_needed(const call_state *call, int operand);

/* Whether an input is one element on the host that a gpu's kernel is handed by value. */
bool stage_is_value(const call_state *call, int operand);

/* Waits for the copies between host and device that have begun: those of inputs, which
 * call_synchronize waits for too, and those of stage_bring_home. Returns the first failure. */
weft_status call_await(call_state *call, weft_status status, weft_error *error);

/* The way back of temporaries is in steps, so that the first output is written when nothing can
 * fail any more: this begins to bring to host memory what must come from a device, and rounds to
 * the loop's dtype; call_await follows. One output that is the only one, and not is_one_of_several,
 * is written then. */
weft_status stage_bring_home(call_state *call, bool is_one_of_several, weft_error *error);

/* Copies the other temporaries to given outputs and results, unless something has failed; to be
 * called behind call_await in any case. */
weft_status stage_copy_back(call_state *call, weft_status status, weft_error *error);

/* Frees all temporaries, and on failure the results. */
void stage_release(call_state *call, bool failed);

#endif
