/* fit.h: integers that a loop reads in a dtype that does not hold all of them. Casts of integers
 * cut off what does not fit; where the caller has not asked for that (casting unsafe), the values
 * are looked at before anything is computed, and one that would be cut off is an error. */
#ifndef WEFT_CALL_FIT_H
#define WEFT_CALL_FIT_H

#include "base/dtype.h"
#include "state.h"

/* Whether an integer of a dtype may be no value of another that the casting lets it become. */
static inline bool fit_is_open(unsigned from, unsigned to, weft_casting casting)
{
    if (from == to || casting == WEFT_CASTING_UNSAFE)
        return false;
    const char a = dtype_table[from].kind, b = dtype_table[to].kind;
    return (a == 'i' || a == 'u') && (b == 'i' || b == 'u') && !dtype_is_safe(from, to);
}

/* An operand as messages name it. */
typedef struct fit_operand {
    const char *who;
    int number;
    const char *name;
    const weft_array
        *given; /* with the caller's axes; the elements that are read are some of its own */
} fit_operand;

/* Whether all elements of a view are values of the dtype, which says why not, by the first that is
 * none. The mask, of the view's shape or NULL, chooses elements. Arrays on a device are brought to
 * the host, at this place. */
weft_status fit_check(const fit_operand *operand, const weft_array *view, const weft_array *mask,
                      weft_dtype dtype, const weft_place *place, weft_error *error);

/* The same for what all items of a call read. */
weft_status fit_check_inputs(const call_state *call, weft_error *error);

#endif
