/* keywords.h: C++ keywords that C lets be names. */
#ifndef WEFT_KEYWORDS_H
#define WEFT_KEYWORDS_H

#include "declaration.h"

/* Whether the text of a function, or of what comes along with it, uses such a word. */
bool keywords_used(const function *shown);

/* Whether C++ does not let this be a name. */
bool keywords_are_taken(const char *name);

#endif
