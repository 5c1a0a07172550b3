/* analyse_shape.h: which loops a function gets on the hosts. */
#ifndef WEFT_ANALYSE_SHAPE_H
#define WEFT_ANALYSE_SHAPE_H

#include "model/declaration.h"

/* Fills the shape of a function whose bodies have been read. */
void analyse_shape(arena *memory, function *shown);
/* The operand at the position of a C parameter; -1: the function's result. */
size_t analyse_operand_of(const function *shown, int parameter);
/* "operand 2 of a ufunc": its name in C, "result" for a returned value. */
const char *analyse_operand_name(const function *from, size_t operand);

#endif
