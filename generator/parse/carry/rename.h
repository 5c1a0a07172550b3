/* rename.h: names that no macro can rename, because the carried text uses them for something else
 * too: `rem` of a helper where the text has the member `rem` of a system structure. */
#ifndef WEFT_PARSE_RENAME_H
#define WEFT_PARSE_RENAME_H

#include "parse/unit/text.h"

/* A set of names. */
typedef struct name_set {
    const char **items;
    size_t count;
} name_set;

void names_add(arena *memory, name_set *set, const char *name);
bool names_have(const name_set *set, const char *name);

/* Adds an edit wherever a declaration names something at file scope whose name is in the set, so
 * that it says WEFT_RENAMED(name) there. */
void rename_edits(const parse_unit *unit, CXCursor declaration, CXFile file, const name_set *names,
                  edit_list *edits);

#endif
