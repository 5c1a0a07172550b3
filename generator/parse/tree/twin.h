/* twin.h: functions that the gpu has in CUDA C++: WEFT_DEVICE_TWIN. The hosts' own text says
 * nothing of what the device's does, so that a tree does not look into it. */
#ifndef WEFT_PARSE_TWIN_H
#define WEFT_PARSE_TWIN_H

#include "parse/unit/unit.h"

/* Whether a declaration says so, or one before it that it repeats. */
bool twin_is(const parse_unit *unit, CXCursor function);

/* Reports what of a declaration that says so CUDA C++ has as another type, or not at all. */
void twin_check(const parse_unit *unit, CXCursor function);

#endif
