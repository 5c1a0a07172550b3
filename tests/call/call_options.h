/* call_options.h: what a situation asks for beside operands: the options of the call, and the operands with
 * their core axes where these say. */
#ifndef CALL_OPTIONS_H
#define CALL_OPTIONS_H

#include "shape.h"

/* The arguments of one call; points into itself and into the state that it was made of. */
typedef struct call_options {
    weft_options options;
    weft_array shown[MAX_OPERANDS]; /* the operands as the caller shows them */
    int axes[MAX_OPERANDS * MAX_CORE_RANK], axis;
    weft_dtype signature[MAX_OPERANDS];
} call_options;

/* Whether the options of the situation can be asked of the case's ufunc and loop. */
bool call_options_fit(const case_state *state);
/* Where the loop is forced: a dtype for each input that it does not have itself. */
void call_options_choose_inputs(case_state *state);
void call_options_make(call_options *made, case_state *state, const way *called);
/* Takes over the outputs that the call allocated, with their core axes last. */
void call_options_take_results(const call_options *made, case_state *state);

#endif
