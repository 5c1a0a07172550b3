/* random_types.h: the dtypes of a random call, its casting, and the loop that it must take. */
#ifndef RANDOM_TYPES_H
#define RANDOM_TYPES_H

#include "random_case.h"

/* Sets the dtypes of the inputs, options.casting, dtype and signature, and the loop. */
void random_types_choose(random_case *made, random_source *source);

/* A dtype for a given output, mostly one that the loop's result may be cast to; else the call must
 * fail. */
void random_types_choose_output(random_case *made, random_source *source, int operand);

#endif
