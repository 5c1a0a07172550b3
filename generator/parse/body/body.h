/* parse/body.h: reads a function's body. */
#ifndef WEFT_PARSE_BODY_H
#define WEFT_PARSE_BODY_H

#include "parse/unit/unit.h"

/* Reads the body of a function definition, its helpers included (recursively), into a tree,
 * analyses it and reports every construct that is refused. `annotated` is true for the annotated
 * function itself. Never NULL; errors are in unit->messages. */
body *parse_body(parse_unit *unit, CXCursor definition, bool annotated);

/* The same for a function that comes along with others, read once however many need it. */
const body *parse_helper(parse_unit *unit, CXCursor definition);

#endif
