/* unique_names.h: makes names of several --source files unique: static functions, tables and
 * types of one name, which are renamed but in one of the files. */
#ifndef WEFT_PARSE_UNIQUE_NAMES_H
#define WEFT_PARSE_UNIQUE_NAMES_H

#include "carry_state.h"

/* Leaves one of what is the same in several files, as the types of a header, and notes in
 * state->rules how the others are called. `own`: the file of the annotated function, in which
 * nothing is renamed. */
void carry_make_names_unique(carry_state *state, CXTranslationUnit own);

#endif
