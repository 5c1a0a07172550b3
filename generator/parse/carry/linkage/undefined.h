/* undefined.h: what an earlier run found to need names that nothing defines. */
#ifndef WEFT_PARSE_UNDEFINED_H
#define WEFT_PARSE_UNDEFINED_H

#include "parse/unit/parser.h"

/* Why a function cannot be linked; NULL where nothing is missing. *is_told: an earlier run said it.
 */
const char *undefined_find(parser *reader, const function *target, bool *is_told);

#endif
