/* analyse_shape.h: which loops a function gets on the hosts. */
#ifndef WEFT_ANALYSE_SHAPE_H
#define WEFT_ANALYSE_SHAPE_H

#include "model/declaration.h"

/* Fills the shape of a function whose bodies have been read. */
void analyse_shape(arena *memory, function *shown);
/* The operand at the position of a C parameter; -1: the function's result. */
size_t analyse_operand_of(const function *shown, int parameter);
/* A sum of products as the runtime reads it. */
const weft_contraction *analyse_descriptor(arena *memory, const function *shown,
                                           const contraction *sum);

#endif
