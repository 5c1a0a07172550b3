/* written_walk.h: what one translation unit does to what is behind its variables and pointers. */
#ifndef WEFT_PARSE_WRITTEN_WALK_H
#define WEFT_PARSE_WRITTEN_WALK_H

#include "unit.h"

/* Adds what found->unit may write, and what it hands to local pointers and parameters; sets
 * found->unknown where not all could be looked at. */
void written_walk(arena *memory, written_unit *found);

#endif
