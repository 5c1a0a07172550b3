/* body_reader.h: shared by the files that read one body (body*.c, refuse*.c). */
#ifndef WEFT_PARSE_BODY_READER_H
#define WEFT_PARSE_BODY_READER_H

#include "model/body.h"
#include "parse/unit/cursors.h"
#include "tree/ir.h"

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

/* A struct or union that has been met, and its declaration. */
typedef struct read_record {
    CXCursor declaration;
    ir_record *record;
} read_record;

/* The state of reading one annotated function (or one helper by itself). */
typedef struct body_reader {
    parse_unit *unit;
    body *result;
    const char *name; /* of the function read first */
    bool annotated;
    const char *judged;     /* the helper whose refusals are sought; NULL: the function itself */
    const char *annotation; /* its text, "weft.vectorize ..."; "" if there is none */
    const char *layout;     /* the layout in it; "" if there is none */
    bool follows_values;    /* what is used as a value is read, too: the text of it has its tree */
    read_function *functions; /* [0]: the function read first; the others in order of first call */
    size_t function_count;
    unsigned depth; /* of the expression or statement that is being read */
    bool too_deep;  /* an error was reported: the tree is incomplete */
    read_variable *variables;
    size_t variable_count,
        first_variable; /* those of the current function from first_variable on */
    CXFile file;        /* that the current function stands in */
    read_record *records;
    size_t record_count;
} body_reader;

/* ---- for all that read: body_reader.c ---- */

/* No target can carry the function, for this reason: an error, with a note where it lies in a
 * helper. False if it has been said. */
bool body_refuse(body_reader *reader, location place, unsigned length, const char *reason);

/* Notes what lasts from one call to the next, and a call may write: the reason that the function is
 * refused for, up to where it says what is wrong with that. */
void body_note_state(body_reader *reader, location place, const char *reason);

/* ---- reading: body_type.c, body_expression.c, body_statement.c, body_function.c ---- */

/* A type; `declaration` (may be null) holds the extents of the array it declares. */
ir_type *body_type(body_reader *reader, CXType type, CXCursor declaration);
/* Makes the pointer that C takes it for of what libclang shows as it is written, `double x[]`: the
 * type of a parameter, or of a conversion. */
void body_decay(CXType type, ir_type *read);
ir_expression *body_expression(body_reader *reader, CXCursor cursor);
/* The bytes of the current function's text that a cursor covers. */
ir_extent body_extent(const body_reader *reader, CXCursor cursor);
/* The value of an integer constant, as the bits of its type; false where it is none. */
bool body_constant(CXCursor cursor, int64_t *value);
/* Whether an element of an initializer in braces says where it goes, and its node; NULL where that
 * cannot be told: body_designator.c. */
bool body_is_designated(CXCursor cursor);
ir_expression *body_designated(body_reader *reader, CXCursor cursor);
/* The field that a member names; NULL where it is of no record that has been met. */
const ir_field *body_field(const body_reader *reader, CXCursor field);
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
/* Reads one more definition, and the helpers that were not read with others before, for an analysis
 * that needs neither numbers nor residences. A body that is too deep is NULL. */
ir_function *body_read_more(body_reader *reader, CXCursor definition);

#endif
