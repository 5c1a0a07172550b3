/* carry_state.h: what carry.c has found, and what carry_text.c makes of it. */
#ifndef WEFT_PARSE_CARRY_STATE_H
#define WEFT_PARSE_CARRY_STATE_H

#include "outline.h"
#include "rename.h"

/* A declaration on its way into the function's pieces. */
typedef struct found_piece {
    CXCursor cursor;
    piece piece;
    CXFile file;
    unsigned begin, end;
} found_piece;

/* A name that stands for a function of another name. */
typedef struct found_alias {
    const char *name;
    CXCursor function; /* its definition */
} found_alias;

/* All that is carried for one function. */
typedef struct carry_state {
    parse_unit *unit;
    function *result;
    CXCursor definition; /* of that function */
    CXCursor *seen;      /* every declaration met, done or not */
    size_t seen_count;
    CXCursor *open; /* functions whose dependencies are being visited */
    size_t open_count;
    CXCursor *open_types; /* the same of types */
    size_t open_type_count;
    CXCursor innermost;  /* of all that are open */
    bool is_unevaluated; /* what is being visited is, and needs no definitions */
    bool types_cross;    /* a type was met within another that it needs itself */
    bool tables_cross;   /* a table was met in a function that it names */
    found_piece *pieces; /* dependencies first */
    size_t piece_count;
    CXCursor *forward; /* functions called before they are defined */
    size_t forward_count;
    CXCursor *twins; /* functions that the device has others of */
    size_t twin_count;
    found_alias *aliases;
    size_t alias_count;
    outline *outlines; /* of the units that were met */
    size_t outline_count;
    rename_rules rules; /* taken: what the text calls things that are not carried */
    name_set hidden;    /* what the text that is being visited declares, and headers may have as
                        macros */
} carry_state;

/* The unit as seen from the translation unit that a cursor is of. */
parse_unit carry_unit_of(const parse_unit *unit, CXCursor cursor);
/* The user's declarations in that translation unit. */
outline carry_outline(carry_state *state, const parse_unit *unit);
bool carry_contains(const CXCursor *list, size_t count, CXCursor wanted);

/* The names at file scope are renamed by macros of their own: for a while no other macro may have
 * them, be it one with parameters. */
void carry_hide_names(carry_state *state);
/* Sets the text of a piece, and what the generated code must know of it. */
void carry_finish_piece(carry_state *state, found_piece *found);
/* Sets the text of the function's own body. */
void carry_set_body(carry_state *state, CXCursor definition, const body *read);

#endif
