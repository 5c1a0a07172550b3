/* direct_plan.h: a plan made in one pass, as broadcasting and normalising would leave it. */
#ifndef WEFT_DIRECT_PLAN_H
#define WEFT_DIRECT_PLAN_H

#include <string.h>

#include "arrays/sharing.h"
#include "call/operands.h"
#include "plan/make.h"

#define DIRECT_INLINE inline __attribute__((always_inline))

/* Ranks and items that are looked at: more items are worth the steps of a call, a seventh of a
 * microsecond, and may be worth streaming past the caches. Items of more than one axis: more may be
 * worth blocks (host/shapes/shape_blocked.c). */
enum { DIRECT_MOST_RANK = 7, DIRECT_MOST_ITEMS = 1 << 16, DIRECT_MOST_OF_ROWS = 2048 };
/* Steps that are looked at: so short that with these ranks and sizes no sum or product overflows.
 */
#define DIRECT_FARTHEST (INT64_C(1) << 40)

/* What an operand that is looked at may have: results, inputs, and inputs that may be one number.
 * Ranks are those without higher bits. */
#define DIRECT_MOST_OF(array_flags)                                     \
    {                                                                   \
        .dtype = 0xff, .flags = (array_flags), .rank = DIRECT_MOST_RANK \
    }
static const weft_array direct_result = DIRECT_MOST_OF(WEFT_ARRAY_OWNED);
static const weft_array direct_input = DIRECT_MOST_OF(WEFT_ARRAY_OWNED | WEFT_ARRAY_READONLY);
static const weft_array direct_input_or_number =
    DIRECT_MOST_OF(WEFT_ARRAY_OWNED | WEFT_ARRAY_READONLY | WEFT_ARRAY_INLINE | WEFT_ARRAY_WEAK);

/* Dtype, flags, device and rank as one number. */
static DIRECT_INLINE uint64_t direct_head(const weft_array *array)
{
    uint64_t head;
    _Static_assert(offsetof(weft_array, shape) - offsetof(weft_array, dtype) == sizeof head,
                   "these four, and nothing else");
    _Static_assert((DIRECT_MOST_RANK & (DIRECT_MOST_RANK + 1)) == 0, "all bits below one");
    memcpy(&head, &array->dtype, sizeof head);
    return head;
}

/* What an operand has beyond that; 0: nothing. */
static DIRECT_INLINE uint64_t direct_excess(const weft_array *array, const weft_array *most)
{
    return direct_head(array) & ~direct_head(most);
}

/* A value on the stack; what the counts do not name is never written. */
typedef struct direct_plan {
    const weft_ufunc *ufunc;
    weft_array *const *operands; /* borrowed */
    uint8_t dtypes[WEFT_MAX_OPERANDS];
    weft_plan plan;
    plan_cores cores;                                 /* the plan's */
    _Alignas(16) char scalars[WEFT_MAX_OPERANDS][16]; /* weak ones, as the loop takes them */
} direct_plan;

/* Binds the core sizes and takes the core steps and each operand's range of an item, where all axes
 * are there and blocks are as C code may read them, and those of outputs lie forwards. */
bool direct_take_cores(direct_plan *to, byte_range *ranges);

#endif
