/* cause.h: mistakes with Weft's own macros, which C does not know to name. */
#ifndef WEFT_PARSE_CAUSE_H
#define WEFT_PARSE_CAUSE_H

#include "parser.h"

/* The first such mistake in the text of a file in which libclang found errors: an annotation that
 * is used but not defined, or a WEFT_TYPEVAR without its semicolon. False if there is none. */
bool cause_find(const parse_unit *unit, deferred_error *cause);

#endif
