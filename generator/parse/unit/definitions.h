/* definitions.h: what the --source files define for other files, by name. */
#ifndef WEFT_PARSE_DEFINITIONS_H
#define WEFT_PARSE_DEFINITIONS_H

#include <clang-c/Index.h>

#include "text/arena.h"

/* One function or variable with external linkage. */
typedef struct definition {
    const char *name;
    CXCursor cursor;
    size_t number; /* of definitions that were added before it */
} definition;

/* All of them: added unit by unit, then sorted once. */
typedef struct definitions {
    definition *items;
    size_t count;
} definitions;

/* Adds what a translation unit defines. */
void definitions_add(arena *memory, definitions *all, CXTranslationUnit unit);
/* Sorts them, so that they can be found. */
void definitions_sort(definitions *all);
/* The definition of that name: of several, the one added first; the null cursor where there is
 * none. */
CXCursor definitions_find(const definitions *all, const char *name);

#endif
