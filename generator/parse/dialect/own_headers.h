/* own_headers.h: headers in the system's folders that are not the system's, for a --source file
 * defines what they declare: a library that is installed, and carried. */
#ifndef WEFT_PARSE_OWN_HEADERS_H
#define WEFT_PARSE_OWN_HEADERS_H

#include "parse/unit/parser.h"

/* Finds those that a unit includes, by what reader->foreign has. True if some were not known: then
 * all that includes them is to be read again, for parser_arguments names them. */
bool own_headers_find(parser *reader, const parse_unit *unit);

#endif
