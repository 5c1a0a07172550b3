/* state.h: one call in progress, handed from step to step of call.c. */
#ifndef WEFT_STATE_H
#define WEFT_STATE_H

#include <weft/weft.h>

#include "arrays/array.h"
#include "operands.h"
#include "plan/backend.h"
#include "plan/make.h"

/* Operands whose results and temporaries have room on the stack. */
enum { CALL_FEW = 4 };

/* A value on the stack of weft_call, some 25 KB. It is never zeroed: the arrays are written up to
 * operand_count, results and temporaries only where their bit is set. */
typedef struct call_state {
    const weft_ufunc *ufunc;
    weft_array *const *operands;    /* borrowed: the caller's operands */
    operand_set set;                /* these, and the mask, with the core axes last */
    int input_count, operand_count; /* the ufunc's; a mask is operand number operand_count, and
                                       counted in set.count only */
    uint32_t
        overlapping; /* bit i: output i must be written, or the mask read, through a temporary */
    uint32_t temporaries;  /* bit i: operand i has one */
    uint32_t arrived;      /* bit i: that of output i was copied back by call_await */
    bool is_under_way;     /* work of the call's may not be done */
    backend_copies copies; /* which are part of that */
    weft_array *result_arrays, *temporary_arrays; /* by operand; NULL before call_make_room */
    void *many;               /* what these lie in, of more than a few operands */
    struct call_lists *lists; /* of a ufunc of lists (ragged.h); NULL: it has none */
    weft_options options;     /* resolved; what the place does not say */
    weft_place place;         /* where the call runs; the plan's */
    weft_plan plan;
    weft_loop stored; /* the plan's loop, if its kernel takes other dtypes here */
    uint8_t stored_dtypes[WEFT_MAX_OPERANDS];   /* which */
    plan_cores cores;                           /* the plan's */
    const weft_array *views[WEFT_MAX_OPERANDS]; /* what is walked: set.given, result or temporary */
    weft_array few[2 * CALL_FEW]; /* results and temporaries; where there are numbers of items,
                                     these as arrays of the loop's shape */
    weft_array *replaced[WEFT_MAX_OPERANDS]; /* set.given of a call with a mask, with axes or with
                                                defaults */
    int8_t axes_of[WEFT_MAX_OPERANDS][WEFT_MAX_RANK]; /* of a call with axes: the caller's number of
                                                         an axis of the operand that is walked,
                                                         -1 for a missing one */
    weft_array home_mask; /* of a call with a mask: as stage_copy_back needs it on the host */
    uint32_t missing[8];  /* of a call with axes: bit d: ufunc.dimensions[d] is missing */
} call_state;

/* Points the plan's operand at an array that has the loop and core shape or broadcasts to it. */
static inline void call_point(call_state *call, int operand, const weft_array *view, int core_rank)
{
    call->views[operand] = view;
    plan_point(&call->plan, operand, array_data(view), core_rank, view);
}

/* The same for an operand that has been replaced. */
static inline void call_replace(call_state *call, int operand, const weft_array *view)
{
    call_point(call, operand, view, plan_core_rank(call->ufunc, operand));
}

#endif
