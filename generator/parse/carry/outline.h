/* outline.h: the user's declarations at file scope, in their order. */
#ifndef WEFT_PARSE_OUTLINE_H
#define WEFT_PARSE_OUTLINE_H

#include "parse/unit/unit.h"

/* A declaration, and where its name stands (of one without a name, where it begins). */
typedef struct outline_item {
    CXCursor cursor;
    CXFile file;
    unsigned offset;
} outline_item;

/* Those of one translation unit. */
typedef struct outline {
    CXTranslationUnit unit;
    outline_item *items;
    size_t count;
} outline;

outline outline_read(const parse_unit *unit);

/* Whether an item is declared by the bytes [begin, end) of a file. */
bool outline_within(const outline_item *item, CXFile file, unsigned begin, unsigned end);

/* The type, variable, function or enumerator of a name; the null cursor if there is none. */
CXCursor outline_find(const outline *all, const char *name, size_t length);

/* Whether a declaration is that of a structure or union. */
bool outline_is_record(CXCursor declaration);

#endif
