/* respelling.h: a reserved name in another spelling of as many bytes, `__NAME` with a letter that
 * no source has instead of its first two. libclang's own macros do not have it, and no place in a
 * file moves. */
#ifndef WEFT_PARSE_RESPELLING_H
#define WEFT_PARSE_RESPELLING_H

#include <stdbool.h>
#include <stddef.h>

#include "text/arena.h"

/* U+01C2, a letter of identifiers in C11. */
#define RESPELLING "\xc7\x82"

enum { RESPELLING_LENGTH = sizeof RESPELLING - 1 };

/* Whether a name can be spelled so. */
bool respelling_is_possible(const char *name, size_t length);

/* Spells such names in a text as they were. */
void respelling_undo_in(char *text, size_t length);

/* A copy of a text, with such names as they were. */
const char *respelling_undo(arena *memory, const char *text);

#endif
