/* linkage.h: a helper or table comes along as one of the function that it comes with: what its
 * declaration says of other files is left out, and its parameters stand in its parentheses. */
#ifndef WEFT_PARSE_LINKAGE_H
#define WEFT_PARSE_LINKAGE_H

#include "parse/carry/carry_state.h"

/* Whether the text of a declaration itself says static. */
bool linkage_is_static(const parse_unit *unit, const found_piece *found);

/* Leaves out the words of linkage in the bytes of a helper or table up to `end`. */
void linkage_edits(const parse_unit *unit, const found_piece *found, unsigned end,
                   edit_list *edits);

/* Of a helper that declares its parameters behind the parentheses, as C did before it had
 * prototypes: declares them inside, as all calls of it mean them. False if it is none. */
bool linkage_prototype(const parse_unit *unit, const found_piece *found, unsigned body,
                       const rename_rules *rules, edit_list *edits);

/* What the linker calls a prototype whose text has names that every instance has for itself: it is
 * one of these, too. */
void linkage_label(carry_state *state, const parse_unit *unit, found_piece *found,
                   edit_list *edits);

/* Gives the functions that are called by other names these names. */
void linkage_aliases(carry_state *state);

#endif
