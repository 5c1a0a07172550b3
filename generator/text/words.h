/* words.h: the names and keywords in C text. */
#ifndef WEFT_WORDS_H
#define WEFT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* The first word in the text, outside of strings, characters, comments and numbers, and its length;
 * NULL where there is none. */
const char *words_next(const char *text, size_t *length);
/* Whether a word stands in C text; NULL has none. */
bool words_have(const char *text, const char *word);

#endif
