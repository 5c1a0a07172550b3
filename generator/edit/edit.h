/* edit.h: what the carried text of a body must say otherwise than the user's, as its syntax tree
 * tells: each pass walks the tree once and adds edits to body->edits. What the words of a type
 * spell, and what stands outside of bodies, is edited by parse, for trees do not have it. */
#ifndef WEFT_EDIT_H
#define WEFT_EDIT_H

#include "model/body.h"

/* Conversions from floating to integer: edit_cast.c. integers: a type variable may be one. */
void edit_casts(arena *memory, body *read, bool integers);

/* Calls that do nothing, behind all others: edit_ignored.c. */
void edit_ignored(arena *memory, body *read);

/* Casts where a const is dropped: edit_const.c. */
void edit_constness(arena *memory, body *read);

/* Real parts where complex numbers become real ones: edit_complex.c. */
void edit_complex(arena *memory, body *read);

/* Products and quotients of complex constants, as ir_rounds_once has them: edit_rounding.c. */
void edit_rounding(arena *memory, body *read);

/* What of a function's signed arithmetic cannot be edited: edit_overflow.c. */
typedef struct spelled_arithmetic {
    location *places; /* a macro of a system header spells it there */
    size_t count;
} spelled_arithmetic;

/* Signed arithmetic whose overflow can be seen, in helpers too: sets body->wraps. outermost: what
 * the function returns and stores goes to memory, for it is no helper. is_signed: a type variable
 * may be a signed type. */
spelled_arithmetic edit_overflow(arena *memory, body *read, bool outermost, bool is_signed);

/* Indices that may be truth values, behind edit_overflow: edit_index.c. */
void edit_indices(arena *memory, body *read, bool is_helper);

/* Loops whose steps a device may speculate, behind edit_overflow: edit_speculate.c. integers,
 * is_signed: what a type variable may be. */
void edit_speculate(arena *memory, body *read, bool integers, bool is_signed);

/* Sums that are read->tree's recurrences, behind all other edits: edit_recurrence.c. */
void edit_recurrences(arena *memory, body *read);

/* Loops that hosts may compute as vectors; those that the text has not as it must are none then:
 * edit_row.c. */
void edit_rows(arena *memory, body *read);
/* The same of nests that tiles may compute. */
void edit_tiles(arena *memory, body *read);

/* Walks, those of read->team or of read->order: edit_team.c. False where the text does not have
 * them as it must: *spelled is then the first of these, and nothing is edited. */
bool edit_team(arena *memory, body *read, const team_walk *walks, size_t count,
               const team_walk **spelled);

/* Loops whose rounds a team deals out, as read->deal has them: edit_deal.c. False where the text
 * does not have them, or what one thread does alone, as it must: *place is where, and nothing is
 * edited. */
bool edit_deal(arena *memory, body *read, location *place);

/* ---- for these files: edit_text.c ---- */

/* Where edits go. */
typedef struct edit_target {
    arena *memory;
    body *read;
} edit_target;

/* Puts a place's text between `before`, as of a macro, and a parenthesis. */
void edit_enclose(const edit_target *in, ir_extent place, const char *before);
/* Whether text that begins so is added at an offset: a macro's argument may stand in the tree more
 * than once. */
bool edit_is_made(const body *read, unsigned offset, const char *text);
/* Adds text before all others of its offset. */
void edit_add_first(arena *memory, body *read, unsigned offset, const char *text);
/* Where a statement ends, its semicolon included; false where that is not seen. */
bool edit_find_end(const char *text, ir_extent extent, unsigned *end);
/* Whether the text has a `for` as a macro can take it: *head is where its parenthesis closes. */
bool edit_has_head(const ir_function *function, const ir_statement *loop, unsigned *head);
void edit_add(arena *memory, body *read, unsigned begin, unsigned end, const char *text);
/* Whether the text before an offset ends in `before`, blanks and comments aside; *at: where that
 * begins. */
bool edit_follows(const char *text, unsigned offset, const char *before, unsigned *at);
/* Whether the text between two offsets is this token, blanks and comments aside. */
bool edit_is_token(const char *text, unsigned begin, unsigned end, const char *token);
/* Whether the text of an lvalue may be written twice. */
bool edit_is_plain(const char *lvalue);
/* Whether an extent is known and lies in the text of its function. */
bool edit_is_known(const ir_function *function, ir_extent extent);

#endif
