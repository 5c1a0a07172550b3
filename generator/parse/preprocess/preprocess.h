/* preprocess.h: decides once, for every target, what the user's macros, conditions and inclusions
 * mean. Between the first reading of a file and all later ones it makes the text that these read,
 * and that is carried: no macro of the user's is in it, no condition, no file beside it. */
#ifndef WEFT_PARSE_PREPROCESS_H
#define WEFT_PARSE_PREPROCESS_H

#include "parse/unit/flat.h"
#include "parse/unit/parser.h"

/* Makes the flat text of a unit that was read from its own files; *flat is NULL where these say
 * what they mean as they stand. False if an error was reported. */
bool preprocess(parser *reader, const parse_unit *unit, flat_text **flat);

/* Whether the preprocessor found errors in a unit, so that nobody knows what its text means. */
bool preprocess_has_failed(const parse_unit *unit);

#endif
