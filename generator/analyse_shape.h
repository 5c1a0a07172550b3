/* analyse_shape.h: which loops a function gets on the hosts. */
#ifndef WEFT_ANALYSE_SHAPE_H
#define WEFT_ANALYSE_SHAPE_H

#include "declaration.h"

/* Fills the shape of a function whose bodies have been read. */
void analyse_shape(arena *memory, function *shown);

#endif
