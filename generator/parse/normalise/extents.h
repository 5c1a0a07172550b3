/* extents.h: whether a body keeps to the elements that a call gives it behind a bare pointer. */
#ifndef WEFT_EXTENTS_H
#define WEFT_EXTENTS_H

#include "model/declaration.h"

/* Says of each pointer that only the layout gives an extent where the body goes beyond it, or is
 * not told a size. `read` is NULL where no source is known. */
void check_extents(arena *memory, diagnostics *messages, const function *target, const body *read);

#endif
