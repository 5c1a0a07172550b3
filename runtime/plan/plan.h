/* plan.h: what one call will iterate. Made by the steps of call.c, read by every backend, so that
 * the backends cannot disagree about a call. */
#ifndef WEFT_PLAN_H
#define WEFT_PLAN_H

#include <stdatomic.h>

#include <weft/weft.h>

#include "place.h"

/* ufunc.dimension_count is a byte. */
#define PLAN_MAX_DIMENSIONS 255

/* What a plan of a ufunc with core dimensions has beside its loop: never zeroed. */
typedef struct plan_cores {
    int64_t sizes[PLAN_MAX_DIMENSIONS];
    int64_t steps[WEFT_MAX_OPERANDS][WEFT_MAX_RANK];
} plan_cores;

/* Lists by their lengths, for kernels that give long ones more threads. */
enum { PLAN_LIST_CLASSES = 4 };
typedef struct plan_list_order {
    int64_t counts[PLAN_LIST_CLASSES]; /* of the lists that are no longer than the class's limit */
    const uint32_t *numbers; /* of the lists, class by class, where the kernels reach them; NULL:
                                all are of one class */
} plan_list_order;

/* Elements that a list of a class has at most. */
static inline int64_t plan_list_limit(int class)
{
    static const int64_t limits[PLAN_LIST_CLASSES] = {32, 2048, 16384, INT64_MAX};
    return limits[class];
}

/* A value on the caller's stack, some 9 KB: it is never zeroed, and only the entries that the
 * counts name are written. Axis 0 is the innermost loop axis.
 * When a backend sees it, size-1 axes are dropped, axes are sorted and coalesced, every operand has
 * the loop's kernel dtype in native byte order, and there is at least one item. */
typedef struct weft_plan {
    const weft_ufunc *ufunc;
    const weft_loop *loop;
    const weft_place *place; /* where it runs; borrowed. NULL: nowhere yet */
    atomic_int *raised;      /* the call is asked for floating-point flags: where threads but the
                                      caller's add their exceptions. NULL: it is not */
    int operand_count;       /* the ufunc's, and one more, the last, if there is a mask */
    uint32_t values;         /* bit i: input i is one element in host memory, which a gpu's
                                      kernel is handed by value; all its steps are 0 */
    int rank;                /* loop axes, at least 1 (one item: extent 1) */
    int64_t item_count;      /* product of the extents, at least 1 */
    char *data[WEFT_MAX_OPERANDS];                   /* the operand's first item, first element */
    int64_t extents[WEFT_MAX_RANK];                  /* by loop axis, innermost first */
    int64_t steps[WEFT_MAX_RANK][WEFT_MAX_OPERANDS]; /* bytes: [loop axis][operand]; any value */
    /* Of a plan_cores; unset where the ufunc is elementwise. */
    int64_t *sizes;                       /* by ufunc.dimensions; may be 0 */
    int64_t (*core_steps)[WEFT_MAX_RANK]; /* bytes: [operand][core axis, as in the layout]; 0 where
                                             the size is 1 */
    const int64_t *const *lists;  /* of a ufunc of lists, borrowed: by dimension NULL, or the
                                     offsets where items' lists begin, and the end of the last:
                                     item_count + 1, where the kernels reach them. Operands of lists
                                     are contiguous, begin with the first list's first element, and
                                     have no loop steps; `sizes` has the elements of all. Loops have
                                     one axis. NULL: of another ufunc */
    const plan_list_order *order; /* of lists that teams of threads share; NULL: in their order */
} weft_plan;

/* Whether the last operand is a mask: bytes, of which 0 means that the item is left alone. Such a
 * plan is elementwise. */
static inline bool plan_is_masked(const weft_plan *plan)
{
    return plan->operand_count > plan->ufunc->input_count + plan->ufunc->output_count;
}

/* What the kernel reads or writes of an operand; bool of the mask. */
static inline weft_dtype plan_dtype(const weft_plan *plan, int operand)
{
    bool is_mask = operand == plan->ufunc->input_count + plan->ufunc->output_count;
    return is_mask ? WEFT_BOOL : (weft_dtype)plan->loop->kernel_dtypes[operand];
}

/* Whether an operand is the number of the item: it lies nowhere. */
static inline bool plan_is_index(const weft_plan *plan, int operand)
{
    return plan->ufunc->flags & WEFT_UFUNC_INDEXED && operand < plan->ufunc->input_count &&
           plan->ufunc->operands[operand].kind != WEFT_OPERAND_ARRAY;
}

/* Bytes from an element to the next where elements follow each other. */
static inline int64_t plan_element_step(const weft_plan *plan, int operand)
{
    return plan_is_index(plan, operand) ? 1 : (int64_t)weft_dtype_size(plan_dtype(plan, operand));
}

/* Core axes of an operand; the mask has none. */
static inline int plan_core_rank(const weft_ufunc *ufunc, int operand)
{
    bool is_mask = operand == ufunc->input_count + ufunc->output_count;
    return is_mask ? 0 : ufunc->operands[operand].core_rank;
}

/* Whether what is known of the function beside its text holds for the plan's sizes. */
static inline bool plan_is_known(const weft_plan *plan)
{
    const weft_size_range *ranges = plan->ufunc->ranges;
    bool known = true;
    for (int i = 0; ranges && i < plan->ufunc->dimension_count; i++)
        known = known && plan->sizes[i] >= ranges[i].least && plan->sizes[i] <= ranges[i].most;
    return known;
}

/* Whether the kernel may write to the operand, an input: each item gets a core block of its own. */
static inline bool plan_is_written(const weft_plan *plan, int operand)
{
    return plan->ufunc->written_inputs >> operand & 1;
}

/* Whether the kernel may leave elements of the operand, an output, as it finds them. */
static inline bool plan_is_kept(const weft_plan *plan, int operand)
{
    return plan->ufunc->kept_outputs >> operand & 1;
}

/* The dimension that is the size of the operand's lists; -1: it has none. */
static inline int plan_list_dimension(const weft_ufunc *ufunc, int operand)
{
    if (!(ufunc->flags & WEFT_UFUNC_RAGGED) || plan_core_rank(ufunc, operand) == 0)
        return -1;
    const int first = ufunc->operands[operand].dimensions[0];
    return ufunc->dimensions[first].kind == WEFT_DIMENSION_RAGGED ? first : -1;
}

/* Brings the loop axes, which are in the plan in any order together with item_count and data, into
 * their final form: drops size-1 axes, flips axes that all operands walk backwards, sorts by step,
 * coalesces. */
void plan_normalise(weft_plan *plan);

/* Whether the operand's core block has no elements. */
bool plan_block_is_empty(const weft_plan *plan, int operand);

/* Operands without elements may have NULL as data and any steps: these stay at one place from here
 * on, so that nothing counts on from it. Before plan_normalise. */
void plan_settle_empty(weft_plan *plan);

/* Estimated nanoseconds of one item on one core of this machine: the ufunc's cost terms, as it was
 * tuned. sizes: of the core dimensions, by ufunc.dimensions; not read where there are none. */
double plan_item_cost(const weft_ufunc *ufunc, const weft_loop *loop, const int64_t *sizes);

/* The same of the whole plan. */
double plan_cost(const weft_plan *plan);

/* The estimate of the whole plan as the cost terms have it, and its kind: what each place takes its
 * own time for. */
double plan_work(const weft_plan *plan, weft_work_kind *kind);

/* Whether the operand's core block is C-contiguous; size-1 axes may have any step, and a block
 * of no elements is contiguous. */
bool plan_core_is_contiguous(const weft_plan *plan, int operand);

/* Bytes from an element of an operand's lists, or a row of their other axes, to the next. */
int64_t plan_list_step(const weft_plan *plan, int operand);

/* Bytes of the operand's core block in C order (kernel dtype); 0 if a core size is 0. */
int64_t plan_core_bytes(const weft_plan *plan, int operand);

#endif
