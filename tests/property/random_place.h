/* random_place.h: where the arrays of a random call lie. */
#ifndef RANDOM_PLACE_H
#define RANDOM_PLACE_H

#include "random_case.h"

/* Lays an operand out, whose dtype and shape are set: steps in any order, reversed, with gaps,
 * misaligned; inputs with repeats. An output lies at times over an input or the mask; some operands
 * lie far away. */
void random_place_operand(random_case *made, random_source *source, int operand);

/* Lays the mask out, in a region of its own. */
void random_place_mask(random_case *made, random_source *source);

/* Zeros in all operands that lie far away. */
void random_place_clear(const random_case *made);

#endif
