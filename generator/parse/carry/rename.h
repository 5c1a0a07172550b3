/* rename.h: names that no macro can rename, because the carried text uses them for something else
 * too: `rem` of a helper where the text has the member `rem` of a system structure, or a static
 * function of another --source file. */
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

/* What is called otherwise in one translation unit. */
typedef struct renaming {
    CXTranslationUnit unit;
    const char *name, *as;
} renaming;

/* Which names the text itself renames. */
typedef struct rename_rules {
    name_set taken;      /* everywhere, to themselves: of system headers, attributes */
    renaming *renamings; /* of one file */
    size_t count;
} rename_rules;

/* What stands for a name of a translation unit, WEFT_RENAMED(name); NULL where a macro renames
 * it. */
const char *rename_text(const rename_rules *rules, const parse_unit *unit, const char *name);

/* Adds an edit wherever a declaration names something at file scope that has such a text. */
void rename_edits(const parse_unit *unit, CXCursor declaration, CXFile file,
                  const rename_rules *rules, edit_list *edits);

#endif
