/* dead_code.h: what a constant condition leaves out is no text for anybody. */
#ifndef WEFT_PARSE_DEAD_CODE_H
#define WEFT_PARSE_DEAD_CODE_H

#include "parse/unit/unit.h"

/* Blanks, in the text that a unit was read in, the statements and operands that no call comes to:
 * those of `if`, `?:`, `&&` and `||` whose condition is a constant of literals, enumerators and
 * sizes. No byte moves. What has labels stays, and what `WEFT_DEVICE_CODE` or
 * `WEFT_LONG_VECTORS` decides, or the size of a type variable. True where something was blanked. */
bool dead_code_blank(const parse_unit *unit, char *text, size_t size);

#endif
