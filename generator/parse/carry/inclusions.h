/* inclusions.h: the system headers that what is carried was written under. */
#ifndef WEFT_PARSE_INCLUSIONS_H
#define WEFT_PARSE_INCLUSIONS_H

#include "parse/unit/unit.h"

/* Adds the system headers that a translation unit's own files include, for generated C includes
 * them too; true if <tgmath.h> is among them. */
bool inclusions_add(arena *memory, CXTranslationUnit unit, source_file *target);

#endif
