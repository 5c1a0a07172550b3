/* ignored.h: calls that do nothing: of functions that an option names, and of functions of a
 * variable number of arguments whose bodies are empty, as debug output is where it is switched off.
 */
#ifndef WEFT_PARSE_IGNORED_H
#define WEFT_PARSE_IGNORED_H

#include "parse/unit/unit.h"

/* Whether a call is one of these. Its value is 0, its arguments are not evaluated. */
bool ignored_call(const parse_unit *unit, CXCursor call);

#endif
