/* keywords.h: names of C that are none to the device compiler: keywords of C++, and those with
 * letters outside ASCII. */
#ifndef WEFT_KEYWORDS_H
#define WEFT_KEYWORDS_H

#include "declaration.h"

/* Whether the text of a function, or of what comes along with it, uses such a word. */
bool keywords_used(const function *shown);

/* Whether C++ does not let this be a name. */
bool keywords_are_taken(const char *name);

/* A name with its bytes outside ASCII in hexadecimal; itself if it has none. */
const char *keywords_plain_name(arena *memory, const char *name);
/* What a function or type of the user's is called on the device. */
const char *keywords_device_name(arena *memory, const char *name);
/* The distinct names with letters outside ASCII in the text of a function and of what comes along
 * with it; *count of them, in the arena. */
const char **keywords_foreign_names(arena *memory, const function *shown, size_t *count);

#endif
