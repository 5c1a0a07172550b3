/* macros.h: the user's macros that a function's text uses. */
#ifndef WEFT_PARSE_MACROS_H
#define WEFT_PARSE_MACROS_H

#include "carry.h"

/* Sets the function's macros: those of the user's files that are expanded within the ranges, or
 * named in a directive there, or in the text of another such macro; each as it is defined at that
 * place. */
void macros_collect(const parse_unit *unit, const carried_range *ranges, size_t range_count,
                    function *result);

#endif
