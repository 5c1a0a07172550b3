/* operands.h: the arrays of one call, as its steps see them. */
#ifndef WEFT_OPERANDS_H
#define WEFT_OPERANDS_H

#include <weft/weft.h>

/* Whatever points here is borrowed. */
typedef struct operand_set {
    weft_array *const *given; /* inputs, outputs, and the mask if there is one; core axes last */
    int count;                /* of these */
    uint32_t results;         /* bit i: operand i is an output that is not there yet */
    bool any_device;          /* an operand lies in device memory, so results will */
    bool any_host;            /* an operand, other than an inline scalar, lies in host memory */
    int rank;                 /* of the shape that they broadcast with, as one more */
    const int64_t *shape;
    const int8_t (*axes_of)[WEFT_MAX_RANK]; /* the caller's number of an operand's axis, -1 for a
                                               missing one; NULL: axes are where the layout has
                                               them */
} operand_set;

/* Inputs and outputs; a mask comes behind them. */
static inline int operand_total(const weft_ufunc *ufunc)
{
    return ufunc->input_count + ufunc->output_count;
}

/* The name of an operand for messages: "A", "result", or "where"; a mask is the last operand. */
static inline const char *operand_name(const weft_ufunc *ufunc, int operand)
{
    if (operand == operand_total(ufunc))
        return "where";
    const char *name = ufunc->operands[operand].name;
    return name && name[0] ? name : operand < ufunc->input_count ? "input" : "output";
}

/* The caller's number of an axis, for messages. */
static inline int operand_axis(const operand_set *set, int operand, int axis)
{
    return set->axes_of && axis >= 0 ? set->axes_of[operand][axis] : axis;
}

/* Whether an operand is there: no output that the call allocates. */
static inline bool operand_is_given(const operand_set *set, int operand)
{
    return !(set->results >> operand & 1);
}

#endif
