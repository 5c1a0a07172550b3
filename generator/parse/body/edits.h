/* edits.h: complex types, which the carried text spells otherwise than the user's. */
#ifndef WEFT_PARSE_EDITS_H
#define WEFT_PARSE_EDITS_H

#include "parse/unit/unit.h"

/* The edits that replace every complex type spelled in a range of a file (`float complex`,
 * `_Complex double`, …) by weft_complex64 or weft_complex128. They are found among the words of the
 * text, for a tree has no node for what a type is spelled as. */
text_edit *parse_complex_edits(parse_unit *unit, CXSourceRange range, size_t *count);

#endif
