/* edits.h: what the carried text of a body must say otherwise than the user's. */
#ifndef WEFT_PARSE_EDITS_H
#define WEFT_PARSE_EDITS_H

#include "parse/tree/body_reader.h"

/* The edits that replace every complex type spelled in a range of a file (`float complex`,
 * `_Complex double`, …) by weft_complex64 or weft_complex128. */
text_edit *parse_complex_edits(parse_unit *unit, CXSourceRange range, size_t *count);
/* Spelled complex types and float to integer conversions of the function read first, as
 * result->edits. */
void body_edit(body_reader *reader);
/* Whether a type variable of the function read first may stand for a type of which `names` holds,
 * given an annotation's text. A helper may be called by any annotated function of the file. */
bool body_bindings_name(const body_reader *reader, bool (*names)(const char *annotation));
/* Casts where the function read first drops a const, as result->edits: body_const.c. */
void body_keep_const(body_reader *reader);
/* Signed arithmetic of the function read first whose overflow can be seen, as result->edits; what
 * cannot be edited there or in its helpers is refused for the gpu: body_wrap.c. */
void body_wrap(body_reader *reader);

#endif
