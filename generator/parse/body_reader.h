/* body_reader.h: shared by the files that read one body (body*.c, refuse*.c). */
#ifndef WEFT_PARSE_BODY_READER_H
#define WEFT_PARSE_BODY_READER_H

#include "../ir.h"
#include "body.h"

/* A function that has been read, and its definition. */
typedef struct read_function {
    CXCursor definition;
    ir_function *tree;
} read_function;

/* A variable that has been met, and its declaration. */
typedef struct read_variable {
    CXCursor declaration;
    ir_variable *variable;
} read_variable;

/* What nests deeper than this, such as one sum of so many terms, is refused: every later pass walks
 * trees recursively. */
enum { DEEPEST_TREE = 1000 };

/* The state of reading one annotated function (or one helper by itself). */
typedef struct body_reader {
    parse_unit *unit;
    body *result;
    const char *name; /* of the function read first */
    bool annotated;
    const char *judged;       /* the helper whose refusals are sought; NULL: the function itself */
    const char *annotation;   /* its text, "weft.vectorize ..."; "" if there is none */
    const char *layout;       /* the layout in it; "" if there is none */
    read_function *functions; /* [0]: the function read first; the others in order of first call */
    size_t function_count;
    unsigned depth; /* of the expression or statement that is being read */
    bool too_deep;  /* an error was reported: the tree is incomplete */
    read_variable *variables;
    size_t variable_count,
        first_variable; /* those of the current function from first_variable on */
} body_reader;

/* ---- saying so: body.c ---- */

/* No target can carry the function, for this reason: an error, with a note where it lies in a helper.
 * False if it has been said. */
bool body_refuse(body_reader *reader, location place, unsigned length, const char *reason);

/* ---- cursors: body_cursor.c ---- */

/* All children of a cursor, in order, in the arena. */
typedef struct cursor_list {
    CXCursor *items;
    size_t count;
} cursor_list;

cursor_list cursor_children(arena *memory, CXCursor parent);
/* The same, expressions and initializers only. */
cursor_list cursor_expressions(arena *memory, CXCursor parent);
/* Where a cursor's own token stands: an operator, a callee's name, a declared name. */
location cursor_place(const body_reader *reader, CXCursor cursor);
/* The place of an offset in the file of a cursor. */
location cursor_offset_place(const body_reader *reader, CXCursor cursor, CXFile file,
                             unsigned offset);
/* The source text of a cursor's extent; "" if it has none. */
const char *cursor_text(const body_reader *reader, CXCursor cursor);
/* The text of the file a cursor stands in, from its beginning. NULL if unknown. */
const char *cursor_file_text(CXCursor cursor, CXFile file, size_t *size);
/* Whether the token a cursor begins with was spelled in a system header's macro. */
bool cursor_from_system_macro(CXCursor cursor);
/* The place of a token inside a cursor's extent; the cursor's own place where there is none. */
location cursor_token_place(const body_reader *reader, CXCursor cursor, const char *token);
/* The operand of a cast or initializer: the last expression among the children. */
CXCursor cursor_operand(arena *memory, CXCursor parent);
/* Whether a cursor that libclang does not expose is an implicit conversion of its only child. */
bool cursor_is_conversion(arena *memory, CXCursor cursor, CXCursor *child);
/* The function or variable a callee refers to, through parentheses and conversions; else null. */
CXCursor cursor_callee(arena *memory, CXCursor call);
/* The name a source uses for a function: "__tg_sqrt" is "sqrt", "__builtin_isnan" is "isnan". */
const char *cursor_library_name(const char *name);

/* ---- reading: body_type.c, body_expression.c, body_statement.c, body_function.c ---- */

/* A type; `declaration` (may be null) holds the extents of the array it declares. */
ir_type *body_type(body_reader *reader, CXType type, CXCursor declaration);
ir_expression *body_expression(body_reader *reader, CXCursor cursor);
/* Whether the tree is at its deepest; then reports it. */
bool body_is_too_deep(body_reader *reader, CXCursor cursor);
ir_statement *body_statement(body_reader *reader, CXCursor cursor);
/* The variable of a declaration; made when first met. */
ir_variable *body_variable(body_reader *reader, CXCursor declaration);
/* The tree of a helper, read when first met; NULL if its definition is unknown or the system's. */
ir_function *body_helper(body_reader *reader, CXCursor declaration);
/* Reads a definition and, one after the other, the helpers that it reaches, into
 * reader->functions. */
void body_read_functions(body_reader *reader, CXCursor definition);

/* ---- edits: body_edit.c ---- */

/* Spelled complex types and float to integer conversions of the function read first, as
 * result->edits. */
void body_edit(body_reader *reader);
/* Whether a type variable of the function read first may stand for a type of which `names` holds,
 * given an annotation's text. A helper may be called by any annotated function of the file. */
bool body_bindings_name(const body_reader *reader, bool (*names)(const char *annotation));
/* Casts where the function read first drops a const, as result->edits: body_const.c. */
void body_keep_const(body_reader *reader);
/* Signed arithmetic of the function read first whose overflow can be seen, as result->edits; what
 * cannot be edited there or in its helpers is refused for the gpu: body_wrap.c. */
void body_wrap(body_reader *reader);

#endif
