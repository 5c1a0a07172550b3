/* directives.h: the directives of a file, as they are written. */
#ifndef WEFT_PARSE_DIRECTIVES_H
#define WEFT_PARSE_DIRECTIVES_H

#include "user_files.h"

/* Sets the items of a file to its directives, in order. */
void directives_find(arena *memory, user_file *file);

#endif
