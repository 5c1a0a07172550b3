/* written.h: variables that keep their first value, by their types or because nothing writes them.
 */
#ifndef WEFT_PARSE_WRITTEN_H
#define WEFT_PARSE_WRITTEN_H

#include "unit.h"

/* Whether a type is const: of an array at any level of its canonical type. */
bool written_is_const(CXType type);

/* Whether a variable is const; or is defined in a file that is read, and nothing in any of these
 * files that sees it assigns to it or hands its address to what could: to a parameter, unless the
 * function's text is known and only reads through it, the functions that it calls with it included.
 * Or an option says so. */
bool written_never(const parse_unit *unit, CXCursor variable);

#endif
