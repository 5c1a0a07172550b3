/* nest_front.h: what the files share that put rounds of a parallel loop side by side. */
#ifndef WEFT_NEST_FRONT_H
#define WEFT_NEST_FRONT_H

#include "nest_parts.h"

typedef struct front_search {
    tile_search *in;
    nest_front *front;
    size_t variable_count;
    bool *is_private; /* by variable: declared around the loop for its rounds alone */
    bool *sure;       /* by array: each round has an element of it */
} front_search;

enum { FRONT_NO_AXIS = -1, FRONT_NO_ONE_AXIS = -2 };

/* The index of an element that is the counter, where it is in no other. */
int front_axis(const ir_expression *element, const ir_variable *counter);
/* The type that an axis of an array begins. */
const ir_type *front_axis_type(const ir_variable *array, int axis);
bool front_is_in(const nest *all, int loop, const ir_statement *outer);
/* A parameter for an array without one of its axes, or for all of it: FRONT_NO_AXIS. */
ir_variable *front_new_array(front_search *search, const ir_variable *array, int axis,
                             const char *name);
/* The statements of a loop's round, with or without braces. */
tile_region front_rounds(const ir_statement *loop);
/* Whether a loop reads elements that all rounds share, one after the other, and again and again
 * what is a round's own. */
bool front_is_walk(const tile_search *in, const ir_statement *loop, const ir_variable *counter);

/* What hosts have vectors of: a whole round. */
bool front_make_round(front_search *search);
/* The same for a thread of the gpu, where what it stores may wait until its loops are over. */
void front_make_parts(front_search *search);

#endif
