/* standard.h: the standard of C that the user's files are written in. */
#ifndef WEFT_STANDARD_H
#define WEFT_STANDARD_H

#include "options.h"

/* The option that says it, "-std=gnu2x", where it is C23 or a later one; else NULL. Generated code
 * is of C17, which all but these carry as it stands. */
const char *standard_since_c23(const generate_options *options);

#endif
