/* macros.h: the user's macros that a function's text uses. */
#ifndef WEFT_PARSE_MACROS_H
#define WEFT_PARSE_MACROS_H

#include "../declaration.h"
#include "unit.h"

/* Sets the function's macros: every macro of the user's files whose name occurs in its body, its
 * pieces, or the text of another such macro. More than is expanded, never less. */
void macros_collect(const parse_unit *unit, function *result);

#endif
