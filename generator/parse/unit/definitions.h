/* definitions.h: what files define for other files, by name, as a linker sees it. */
#ifndef WEFT_PARSE_DEFINITIONS_H
#define WEFT_PARSE_DEFINITIONS_H

#include <clang-c/Index.h>
#include <stdbool.h>

#include "text/arena.h"

/* What a linker takes of several definitions: the strongest. */
typedef enum definition_strength {
    DEFINITION_INLINE, /* a function that is inline, for its own file alone */
    DEFINITION_WEAK,
    DEFINITION_TENTATIVE, /* a variable that is left to its zeros */
    DEFINITION_STRONG
} definition_strength;

/* One function or variable with external linkage. */
typedef struct definition {
    const char *name;
    CXCursor cursor; /* what is defined: of another name where this one is an alias */
    definition_strength strength;
    const struct definition *rival; /* as strong as this one, which a linker refuses; or NULL */
    bool asked;                     /* for it */
    size_t number;                  /* of definitions that were added before it */
} definition;

/* All of them: added unit by unit, then sorted once. */
typedef struct definitions {
    definition *items;
    size_t count;
} definitions;

/* Those of the annotated file in one reading, found at the first question. */
typedef struct own_definitions {
    CXTranslationUnit unit;
    definitions all;
    bool is_read;
} own_definitions;

/* Adds what a translation unit defines. */
void definitions_add(arena *memory, definitions *all, CXTranslationUnit unit);
/* Sorts them, so that they can be found. */
void definitions_sort(definitions *all);
/* The strongest definition of that name: of several, the one added first; NULL where there is
 * none. */
definition *definitions_find(definitions *all, const char *name);
/* What that is the definition of; the null cursor where there is none. */
CXCursor definitions_cursor(definitions *all, const char *name);
/* That of one translation unit. */
definition *definitions_find_in(definitions *all, const char *name, CXTranslationUnit unit);

#endif
