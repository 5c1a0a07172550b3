/* print.h: a plan in words: what WEFT_TRACE shows of each call. Whoever decides something about a
 * plan can say it here, with the reason. */
#ifndef WEFT_PRINT_H
#define WEFT_PRINT_H

#include <stddef.h>

#include "plan.h"

/* Room of the caller's that fills up; what does not fit is left out. */
typedef struct plan_text {
    char *data;    /* ends with a NUL once something was added */
    size_t size;   /* bytes, at least 1 */
    size_t length; /* of the text */
} plan_text;

/* Adds to the text. */
__attribute__((format(printf, 2, 3))) void plan_text_add(plan_text *to, const char *format, ...);

/* false, once the reason why something does not serve a plan is added to `why`, unless it is NULL:
 * it is asked for in traces only, and calls are not to pay for it. */
#define PLAN_TEXT_NO(why, ...) ((why) ? (plan_text_add(why, __VA_ARGS__), false) : false)

/* The name of an operand, or "where" of the mask. */
const char *plan_operand_name(const weft_plan *plan, int operand);

/* The name of a kernel shape, as `weft explain` has it. */
const char *plan_shape_name(weft_kernel_shape shape);

/* Adds the lines of a plan that no backend decides: what is computed, over which axes, with which
 * operands. bit i of `staged`: operand i is a copy that the call made; of `cast`: of another dtype
 * than it was given. */
void plan_print(const weft_plan *plan, uint32_t staged, uint32_t cast, plan_text *to);

#endif
