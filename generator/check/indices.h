/* indices.h: parameters that are numbers of items, WEFT_OPTIONS(index(i)). */
#ifndef WEFT_INDICES_H
#define WEFT_INDICES_H

#include "model/declaration.h"

/* Whether each index of the options is a parameter that can be one. False, and reported, if not. */
bool check_indices(diagnostics *messages, const function *checked);
/* Adds them to a layout that is written, which does not name them. */
void indices_add(arena *memory, const function *checked, layout *written);
/* Whether no other input stands behind them. Once the operands are known. */
bool indices_check_last(diagnostics *messages, const function *checked);

#endif
