/* declared.h: what all declarations of one name in a translation unit say together: C's rules of
 * linkage, and gcc's attributes. */
#ifndef WEFT_PARSE_DECLARED_H
#define WEFT_PARSE_DECLARED_H

#include <clang-c/Index.h>
#include <stdbool.h>

#include "text/arena.h"

/* A function or variable of the user's with external linkage. */
typedef struct declared_name {
    const char *name;
    CXCursor definition; /* of an alias, that of what it stands for; null where there is none */
    bool is_tentative;   /* a variable without a value, whose definition is a declaration */
    bool is_weak;
    bool is_inline; /* an inline definition: other files do not see it */
} declared_name;

/* Those of a translation unit. */
const declared_name *declared_read(arena *memory, CXTranslationUnit unit, size_t *count);

/* The definition of what a function of one file is another name of; the null cursor where it is
 * none. */
CXCursor declared_alias(arena *memory, CXCursor function);

/* Of the declarations of a variable that is left to its zeros the one that says most; the null
 * cursor where there is none. */
CXCursor declared_tentative(CXCursor variable);

#endif
