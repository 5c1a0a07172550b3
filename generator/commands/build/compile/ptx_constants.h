/* ptx_constants.h: numbers of PTX in constant memory: an instruction on float64 reads one there for
 * nothing, while ptxas makes two instructions of a literal. */
#ifndef WEFT_PTX_CONSTANTS_H
#define WEFT_PTX_CONSTANTS_H

#include <stdbool.h>

#include "text/arena.h"

/* Rewrites a file of PTX so that registers are loaded with float64 literals from one table of
 * constant memory. The bits stay. Reports; false where the file cannot be read or written. */
bool ptx_gather_constants(arena *memory, const char *path);

/* The same as text; `text` itself where nothing is to be gathered. */
const char *ptx_gathered(arena *memory, const char *text);

#endif
