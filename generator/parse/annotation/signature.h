/* signature.h: what a declaration says of a function, annotated or not. */
#ifndef WEFT_PARSE_SIGNATURE_H
#define WEFT_PARSE_SIGNATURE_H

#include "model/declaration.h"
#include "parse/unit/unit.h"

/* Reads the parameters and the result into `read`, which has its name and place; reports what can
 * be neither operand nor size. */
void signature_read(parse_unit *unit, CXCursor declaration, function *read);

/* A name without what --strip-prefix says; as it is where that would leave no name of C's. */
const char *signature_name(const char *name, const char *prefix);

/* The text of a doc comment without its comment marks, lines kept. */
const char *signature_comment(arena *memory, const char *raw);

#endif
