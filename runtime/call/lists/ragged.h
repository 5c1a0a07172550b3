/* ragged.h: operands that are lists: of each item as many elements as offsets say. */
#ifndef WEFT_RAGGED_H
#define WEFT_RAGGED_H

#include <stdlib.h>

#include "call/state.h"

/* What a call with lists has beside its state: one block of memory, freed by the caller. */
typedef struct call_lists {
    int64_t count;              /* of the lists: items of the call */
    weft_array *views;          /* by operand: the elements of its lists alone, whose axes are core
                                   axes */
    const weft_array **offsets; /* by dimension: those that results of its lists borrow; NULL: it
                                   is no size of lists */
    const int64_t **of;         /* by dimension: what plan.lists is; in host memory */
    int64_t **owned;            /* by dimension: these, where they are a copy; owned */
    weft_array *far;            /* by dimension: the same where the kernels reach them */
    plan_list_order order;      /* what plan.order is, where the kernels want it */
    weft_array numbers;         /* of that, where the kernels reach them */
} call_lists;

/* array_check of an operand, which may be lists where the layout has them. */
weft_status ragged_check_array(const call_state *call, int i, weft_error *error);

/* Checks all lists, and replaces each operand of lists by a view of its elements alone. The other
 * operands have been checked each by itself, and the target where it is named. */
weft_status ragged_open(call_state *call, weft_error *error);

/* The same of a part of a call's lists, those from `first` on, for a plan that has begun. */
weft_status ragged_open_part(call_state *part, const call_state *whole, int64_t first,
                             int64_t count, weft_error *error);

/* Whether the loop has one axis, that of the lists; points the plan at the offsets. */
weft_status ragged_bind(call_state *call, weft_error *error);

/* Copies the offsets to where a gpu's kernels reach them; what is made so, ragged_release frees. */
weft_status ragged_stage(call_state *call, weft_error *error);
void ragged_release(call_state *call);

/* Sorts lists by their lengths, where the loop has kernels for which they are; the offsets are
 * still in host memory. Frees nothing: ragged_release does. */
weft_status order_make(call_state *call, weft_error *error);

/* A view of the values of lists from this element to before that one, which are lists no more. */
weft_array ragged_narrow(const weft_array *values, int64_t from, int64_t to);

/* What a result of lists is handed over with. */
void ragged_finish_result(const call_state *call, int output, weft_array *result);

/* Frees what ragged_open has made. */
void ragged_close(call_state *call);

/* Frees what a call's state has beside temporaries. */
static inline void call_close(call_state *call)
{
    free(call->many);
    if (call->lists)
        ragged_close(call);
}

#endif
