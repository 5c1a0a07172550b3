/* lanes_shape.h: which functions are computed in lanes. */
#ifndef WEFT_LANES_SHAPE_H
#define WEFT_LANES_SHAPE_H

#include "model/declaration.h"

/* Fills whether the hosts compute an elementwise function in lanes, or why they do not where that
 * would be worth it; all: wherever they can, worth it or not. To be called when analyse_shape has
 * been. */
void lanes_shape(arena *memory, function *shown, bool all);

#endif
