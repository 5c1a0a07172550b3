/* written.h: static variables that nothing writes, though their types would let them be written. */
#ifndef WEFT_PARSE_WRITTEN_H
#define WEFT_PARSE_WRITTEN_H

#include "unit.h"

/* Whether a static variable has a first value and keeps it: nothing in its translation unit assigns
 * to it, or hands its address to what could. */
bool written_never(const parse_unit *unit, CXCursor variable);

#endif
