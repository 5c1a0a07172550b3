/* walks.h: what is known of a body's loops as it is read, and what the text then says of them. */
#ifndef WEFT_PARSE_WALKS_H
#define WEFT_PARSE_WALKS_H

#include "parse/unit/parser.h"

/* Which loops may be computed otherwise than round by round, which the text then says: that of the
 * first binding, for all. */
void walks_read(const parser *reader, function *target, body *read, bool is_first);

#endif
