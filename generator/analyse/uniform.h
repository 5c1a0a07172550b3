/* uniform.h: what is the same for all items that are computed side by side, given which parameters
 * are. A value is uniform where all items that get there have the same one; those that do not get
 * there (another branch, a loop that they have left) do not count. */
#ifndef WEFT_UNIFORM_H
#define WEFT_UNIFORM_H

#include "tree/lower.h"

/* By the numbers of a lowered function and its helpers. A helper's parameters are what all calls
 * hand it. */
typedef struct uniformity {
    bool *variables;   /* varying somewhere: of an array or record, any part of it */
    bool *expressions; /* varying */
    bool *masked;      /* statements that some of the items which started may not reach */
    bool *divergent;   /* loops that items leave after different numbers of rounds */
} uniformity;

/* uniform: by position of the function's parameters; of a pointer or array, it and what lies behind
 * it. varying: by number, variables that are taken to vary everywhere; NULL: none. */
uniformity uniform_find(arena *memory, const ir_function *lowered, const bool *uniform,
                        const bool *varying);
/* Whether any loop of a lowered function or its helpers is divergent. */
bool uniform_has_divergent(const uniformity *known, const ir_function *lowered);
/* Prints a function's lowered form (--print-ir=varying:NAMES). Each line begins with v where the
 * value or condition varies, of a loop where it is divergent; and with m where it is masked. names:
 * the parameters that are uniform beside the sizes, with commas between. */
void uniform_print(const ir_function *function, const char *names, FILE *out);

#endif
