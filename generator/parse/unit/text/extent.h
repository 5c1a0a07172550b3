/* extent.h: how far the text of a declaration at file scope reaches. libclang's extents leave out
 * the attributes before a typedef and behind its name, and the declarators that follow. */
#ifndef WEFT_PARSE_EXTENT_H
#define WEFT_PARSE_EXTENT_H

#include <stdbool.h>
#include <stddef.h>

/* The offset of the first byte of `stops` from `at` on that stands in no parentheses, braces,
 * brackets, comments and literals; `size` if there is none. */
unsigned extent_find(const char *text, unsigned at, unsigned size, const char *stops);

/* Whether the text before an offset ends in one of some words, blanks and comments aside. */
bool extent_follows_word(const char *text, unsigned offset, const char *const *words, size_t count);

/* Where the attributes begin that stand right before `begin`; `begin` if none do. */
unsigned extent_attributes_before(const char *text, unsigned begin);

/* Where the attributes end that stand right behind `end`; `end` if none do. */
unsigned extent_attributes_behind(const char *text, unsigned end, unsigned size);

#endif
