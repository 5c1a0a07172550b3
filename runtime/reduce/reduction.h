/* reduction.h: one reduction in progress: what reduce, accumulate and reduceat share: their checks,
 * the loop, memory for what lies elsewhere than the target computes, and the result. */
#ifndef WEFT_REDUCTION_H
#define WEFT_REDUCTION_H

#include "call/operands.h"
#include "reduce/fold/fold.h"

enum {
    /* Two a pass; inputs, where, result, initial; the elements' number, what a finish makes. */
    REDUCTION_TEMPORARIES = 2 * WEFT_MAX_RANK + FOLD_INPUTS + 8,
    REDUCTION_RANK = 30 /* a fold may add two axes; arrays of more are copied, and merge */
};

/* Memory that a reduction takes and gives back. */
typedef struct reduction_block {
    void *base;
    int16_t device; /* as in weft_array */
} reduction_block;

/* Too large for the stack of a small thread: one block of memory, from reduction_begin to
 * reduction_close. */
typedef struct reduction {
    char who[96];              /* "add.reduce" */
    bool is_named;             /* to a profiler: a range has begun */
    const weft_array *operand; /* whose shape is reduced */
    const weft_array *second;  /* f's second input: the operand too, but for at */
    weft_array *given;         /* the caller's result */
    bool allocates;            /* which the call allocates */
    weft_array result;         /* it, or the given one */
    weft_array work;           /* where the fold writes: the result, or a temporary of its shape */
    bool is_aside;             /* the latter */
    fold_job job;
    bool folds_wide; /* job.dtype is wider than the loop's */
    int temporary_count;
    reduction_block temporaries[REDUCTION_TEMPORARIES];
    /* f's inputs, which are result or operand, or those of a declared reduction; then the result.
     */
    weft_array *operands[FOLD_INPUTS + 1];
    operand_set set;      /* these */
    int input_count;      /* of the caller's operands that are reduced */
    weft_options options; /* resolved; what the place does not say */
    weft_place place;     /* of the call */
    weft_place near; /* the host, where a gpu's call computes there what has an order of its own */
    weft_plan plan;  /* of f over the operand's elements: what the target is chosen by */
    /* Of a declared reduction; reducer.h. */
    const weft_reducer *reducer;    /* else NULL */
    weft_array inputs[FOLD_INPUTS]; /* the operands, broadcast with each other */
    weft_array counts;              /* a scalar, or, with where, of the work's shape: elements */
    fold_map map;                   /* if reducer->map is there */
    fold_input more[FOLD_INPUTS];
    weft_array arranged[FOLD_INPUTS];    /* the inputs, axes that stay in front */
    weft_array mapping[FOLD_INPUTS + 2]; /* operands of a loop that maps: inputs, output, mask */
} reduction;

/* Whether the ufunc's reductions go as a tree. */
static inline bool reduction_is_tree(const reduction *task)
{
    return task->job.ufunc->flags & WEFT_UFUNC_REORDERABLE;
}

/* The dtype of the result before it is cast to that of a given one. */
static inline weft_dtype reduction_dtype(const reduction *task)
{
    return (weft_dtype)task->plan.loop->dtypes[task->plan.ufunc->input_count];
}

/* The first step of all: makes *task, with the name for messages, and no operand yet. Whatever
 * comes of it, reduction_close is the last step. */
weft_status reduction_begin(reduction **task, const char *what, const weft_ufunc *ufunc,
                            weft_array *result, weft_error *error);

/* Checks the result and the options, once `operands`, whose inputs have been checked, and the two
 * counts of inputs are set. */
weft_status reduction_check(reduction *task, const weft_options *options, weft_error *error);

/* The loop of a reduction of the one dtype into a given result of the other, without options; NULL:
 * none. */
const weft_loop *reduction_find_loop(const weft_ufunc *ufunc, unsigned operand, unsigned result);

/* Checks ufunc, arrays and options of a task that has begun; chooses loop and target. */
weft_status reduction_open(reduction *task, const weft_array *operand, const weft_array *second,
                           const weft_options *options, weft_error *error);

/* Fills the job. on_host: a gpu call computes in host memory all the same, as what has an order of
 * its own does. */
weft_status reduction_place(reduction *task, bool on_host, weft_error *error);

/* The same for what makes one element out of many: float16 and bfloat16 are summed in float32, and
 * rounded once, where the ufunc is widening and has that loop. */
weft_status reduction_place_wide(reduction *task, bool on_host, weft_error *error);

/* Turns an axis that counts from the end into one that counts from the start. */
weft_status reduction_axis(const reduction *task, int axis, int *found, weft_error *error);

/* The result of this shape: checks the given one, or allocates it, its axes sorted as `steps`
 * (bytes, of the operand). Sets `work`, which is the result itself unless is_aside, or the result
 * cannot be written where and as it lies; `others` (other_count of them) are what it must not share
 * memory with. */
weft_status reduction_result(reduction *task, int rank, const int64_t *shape, const int64_t *steps,
                             bool is_aside, const weft_array *const *others, int other_count,
                             weft_error *error);

/* Whether the job can work on the array as it lies, with this dtype. */
bool reduction_is_usable(const reduction *task, const weft_array *array, weft_dtype dtype);

/* An array that is to be folded, where and as the job wants it: *staged is the view itself or a
 * copy in C order. */
weft_status reduction_stage(reduction *task, const weft_array *view, weft_array *staged,
                            weft_error *error);

/* The same for a tree, which on a host casts as it goes: only the place matters there. */
weft_status reduction_stage_for_tree(reduction *task, const weft_array *view, weft_array *staged,
                                     weft_error *error);

/* The same, but always a copy, of any dtype, on the host or where the job computes. */
weft_status reduction_copy_of(reduction *task, const weft_array *view, weft_dtype dtype,
                              bool on_host, weft_array *copied, weft_error *error);

/* Memory where the job computes, in C order. */
weft_status reduction_temporary(reduction *task, weft_dtype dtype, int rank, const int64_t *shape,
                                weft_array *made, weft_error *error);

/* The same in host memory. */
weft_status reduction_host_temporary(reduction *task, weft_dtype dtype, int rank,
                                     const int64_t *shape, weft_array *made, weft_error *error);

/* Copies all elements between arrays of one shape, wherever they lie. */
weft_status reduction_move(const reduction *task, const weft_array *to, const weft_array *from,
                           weft_error *error);

/* Checks that integers fit the loop that reads them, before anything is computed (call/fit.h): of
 * the operands that are reduced, where the mask (or NULL) chooses; of an initial value; for at of
 * the values, and of the rows on the host that the indices name. */
weft_status reduction_check_operands(reduction *task, const weft_array *where, weft_error *error);
weft_status reduction_check_initial(const reduction *task, const weft_array *initial,
                                    weft_error *error);
weft_status reduction_check_values(const reduction *task, const weft_array *values,
                                   weft_error *error);
weft_status reduction_check_rows(const reduction *task, const weft_array *target,
                                 const weft_array *indices, weft_error *error);

/* The result takes these elements, cast to the loop's dtype before they are cast to that of a given
 * one. */
weft_status reduction_deliver(reduction *task, const weft_array *made, weft_error *error);

/* Writes the result, frees the temporaries and the task (or NULL), hands over or frees a new
 * result; returns the first failure. */
weft_status reduction_close(reduction *task, weft_status status, weft_error *error);

#endif
