/* order.h: types that need each other: a structure and the typedef of it that stands before it; and
 * tables of functions that read the tables. */
#ifndef WEFT_PARSE_ORDER_H
#define WEFT_PARSE_ORDER_H

#include "carry_state.h"

/* Puts the types before all else, in the order of their files: where a type is met while it is
 * being carried, dependencies first is no order. */
void carry_order_types(carry_state *state);
/* Puts the functions behind all else, each with a prototype that stands before. */
void carry_order_functions(carry_state *state);

#endif
