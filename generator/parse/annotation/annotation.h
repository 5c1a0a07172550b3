/* annotation.h: the annotations of one function. */
#ifndef WEFT_PARSE_ANNOTATION_H
#define WEFT_PARSE_ANNOTATION_H

#include "model/declaration.h"
#include "parse/unit/unit.h"

/* Reads WEFT_VECTORIZE, WEFT_GUVECTORIZE, WEFT_REDUCE, WEFT_NAME, WEFT_OPTIONS, WEFT_STATUS and
 * WEFT_LAUNCH of a function declaration. False if it has none of the first three (it is no ufunc);
 * errors are in unit->messages. */
bool annotation_read(parse_unit *unit, CXCursor declaration, function *result);

/* Refuses annotations of a declaration that is no function. */
void annotation_refuse(const parse_unit *unit, CXCursor declaration);

#endif
