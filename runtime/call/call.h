/* call.h: one call in progress, handed from step to step of call.c. */
#ifndef WEFT_CALL_H
#define WEFT_CALL_H

#include <weft/weft.h>

#include "plan/backend.h"
#include "plan/plan.h"

/* Operands whose results and temporaries have room on the stack. */
enum { CALL_FEW = 4 };

/* A value on the stack of weft_call, some 25 KB. It is never zeroed: the arrays are written up to
 * operand_count, results and temporaries only where their bit is set. */
typedef struct call_state {
    const weft_ufunc *ufunc;
    weft_array *const *operands; /* borrowed: the caller's operands */
    weft_array *const *given;    /* these, and the mask, with the core axes last */
    const weft_backend *backend;
    int input_count, operand_count; /* the ufunc's; a mask is operand number operand_count, and
                                       counted in plan.operand_count only */
    bool any_device;                /* an operand lies in device memory, so results will */
    bool any_host;    /* an operand, other than an inline scalar, lies in host memory */
    bool has_axes;    /* core axes are not where the layout has them: axes_of */
    uint32_t results; /* bit i: operand i is an output that the call allocates */
    uint32_t
        overlapping; /* bit i: output i must be written, or the mask read, through a temporary */
    uint32_t temporaries; /* bit i: operand i has one */
    weft_array *result_arrays, *temporary_arrays; /* by operand; NULL before call_make_room */
    void *many;                                   /* what these lie in, of more than a few operands */
    weft_options options;
    weft_plan plan;
    plan_cores cores; /* the plan's */
    const weft_array *views[WEFT_MAX_OPERANDS]; /* what is walked: given, result or temporary */
    weft_array few[2 * CALL_FEW];
    weft_array *replaced[WEFT_MAX_OPERANDS]; /* `given` of a call with a mask or with axes */
    int8_t axes_of[WEFT_MAX_OPERANDS][WEFT_MAX_RANK]; /* of a call with axes: the caller's number of
                                                         an axis of the operand that is walked,
                                                         -1 for a missing one */
    uint32_t missing[8]; /* of a call with axes: bit d: ufunc.dimensions[d] is missing */
} call_state;

/* Makes room for results and temporaries, once: what asks for it is no plain call, which must not
 * pay for it. */
weft_status call_make_room(call_state *call, weft_error *error);

/* Chooses plan.loop from the inputs' dtypes; checks that given outputs can take its results. */
weft_status resolve_loop(call_state *call, weft_error *error);

/* Binds the core dimensions and broadcasts the loop shape: plan.sizes, rank, extents and
 * item_count, and data, steps and core steps of every given operand. */
weft_status broadcast_operands(call_state *call, weft_error *error);

/* Points the plan's operand at an array that has the loop and core shape or broadcasts to it. */
void broadcast_view(call_state *call, int operand, const weft_array *view);

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

/* Sets options.target and backend, for AUTO from the operands' place and the plan's cost; before
 * that, `target_check` has refused a target that is not to be had. */
weft_status target_resolve(call_state *call, weft_error *error);

/* The name of an operand for messages: "A", "result", or "where"; a mask is the last operand. */
static inline const char *call_operand_name(const call_state *call, int operand)
{
    if (operand == call->operand_count)
        return "where";
    const char *name = call->ufunc->operands[operand].name;
    return name && name[0] ? name : operand < call->input_count ? "input" : "output";
}

/* The caller's number of an axis, for messages. */
static inline int call_axis(const call_state *call, int operand, int axis)
{
    return call->has_axes && axis >= 0 ? call->axes_of[operand][axis] : axis;
}

#endif
