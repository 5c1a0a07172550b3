/* cursors.h: questions about libclang's cursors that reading, refusing and editing all ask. */
#ifndef WEFT_PARSE_CURSORS_H
#define WEFT_PARSE_CURSORS_H

#include "unit.h"

/* What nests deeper than this, such as one sum of so many terms, is refused: every later pass walks
 * trees recursively. */
enum { DEEPEST_TREE = 1000 };

/* All children of a cursor, in order, in the arena. */
typedef struct cursor_list {
    CXCursor *items;
    size_t count;
} cursor_list;

cursor_list cursor_children(arena *memory, CXCursor parent);
/* The same, expressions and initializers only. */
cursor_list cursor_expressions(arena *memory, CXCursor parent);
/* Where a cursor's own token stands: an operator, a callee's name, a declared name. */
location cursor_place(const parse_unit *unit, CXCursor cursor);
/* The place of an offset in the file of a cursor. */
location cursor_offset_place(const parse_unit *unit, CXCursor cursor, CXFile file, unsigned offset);
/* The source text of a cursor's extent; "" if it has none. */
const char *cursor_text(const parse_unit *unit, CXCursor cursor);
/* The text of the file a cursor stands in, from its beginning. NULL if unknown. */
const char *cursor_file_text(CXCursor cursor, CXFile file, size_t *size);
/* Whether the token a cursor begins with was spelled in a system header's macro. */
bool cursor_from_system_macro(CXCursor cursor);
/* The place of a token inside a cursor's extent; the cursor's own place where there is none. */
location cursor_token_place(const parse_unit *unit, CXCursor cursor, const char *token);
/* The operand of a cast or initializer: the last expression among the children. */
CXCursor cursor_operand(arena *memory, CXCursor parent);
/* Whether a cursor that libclang does not expose is an implicit conversion of its only child. */
bool cursor_is_conversion(CXCursor cursor, CXCursor *child);
/* The function or variable a callee refers to, through parentheses and conversions; else null. */
CXCursor cursor_callee(arena *memory, CXCursor call);

#endif
