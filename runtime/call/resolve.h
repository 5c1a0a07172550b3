/* resolve.h: which loop of a ufunc serves operands of these dtypes. */
#ifndef WEFT_RESOLVE_H
#define WEFT_RESOLVE_H

#include "arrays/array.h"

/* What a loop is chosen by; written by resolve_begin, then for each operand. */
typedef struct operand_types {
    const weft_ufunc *ufunc;
    const weft_options *options;       /* borrowed: casting, dtype, signature */
    uint32_t swapped;                  /* bit i: operand i is in the other byte order */
    uint32_t weak;                     /* bit i: input i is a scalar without a dtype of its own */
    uint32_t integers;                 /* bit i: a weak one whose value is values[i] */
    uint8_t dtypes[WEFT_MAX_OPERANDS]; /* WEFT_NONE: an output that is not there yet */
    uint8_t bound[WEFT_MAX_OPERANDS];  /* the same, but what the choice takes weak ones for */
    int64_t values[WEFT_MAX_OPERANDS];
} operand_types;

static inline void resolve_begin(operand_types *types, const weft_ufunc *ufunc,
                                 const weft_options *options)
{
    types->ufunc = ufunc;
    types->options = options;
    types->swapped = types->weak = types->integers = 0;
}

/* Notes a dtype, which is that of an operand in native byte order. */
static inline void resolve_note_dtype(operand_types *types, int operand, unsigned dtype)
{
    types->dtypes[operand] = types->bound[operand] = (uint8_t)dtype;
}

/* Notes what an array is, which stands for an operand. */
static inline void resolve_note(operand_types *types, int operand, const weft_array *array)
{
    resolve_note_dtype(types, operand, array->dtype);
    if ((array->flags & (WEFT_ARRAY_SWAPPED | WEFT_ARRAY_WEAK)) == 0)
        return;
    const uint32_t bit = UINT32_C(1) << operand;
    types->swapped |= array_is_swapped(array) ? bit : 0;
    if (!(array->flags & WEFT_ARRAY_WEAK) || operand >= types->ufunc->input_count)
        return;
    types->weak |= bit;
    if (array->flags & WEFT_ARRAY_INLINE && array->dtype == WEFT_INT64) {
        types->integers |= bit;
        types->values[operand] = array->value.i64;
    }
}

/* The loop that the inputs' dtypes choose, or the options; checks that outputs that are there can
 * take its results. */
weft_status resolve_loop(operand_types *types, const weft_loop **loop, weft_error *error);

#endif
