/* speculation.h: a loop whose steps a device may speculate; shared by edit_speculate.c and
 * speculation_counter.c. */
#ifndef WEFT_EDIT_SPECULATION_H
#define WEFT_EDIT_SPECULATION_H

#include "overflow.h"

/* A loop that is looked at. */
typedef struct speculation {
    value_flow flow; /* for what is asked of types */
    bool integers;   /* a type variable may be an integer */
    const ir_statement *body;
    const ir_variable *counter;
    const ir_expression *limit;
    const ir_variable **state; /* declared outside, written inside */
    const char *variable;      /* the type variable of what is computed; NULL: there is none */
    size_t state_count, node_count;
    bool is_pure;
} speculation;

/* Whether the condition is false unless a counter is below a limit, to which each step brings it by
 * 1: sets both. */
bool speculation_counts(speculation *in, const ir_expression *condition);

#endif
