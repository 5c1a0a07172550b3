/* carry.h: what comes along with a function: the helpers, tables, types it uses. */
#ifndef WEFT_PARSE_CARRY_H
#define WEFT_PARSE_CARRY_H

#include "model/declaration.h"
#include "parse/unit/text.h"

/* The range of a carried declaration, for judging libclang's errors there. */
typedef struct carried_range {
    CXTranslationUnit unit;
    unsigned begin, end;
} carried_range;

/* Sets the function's pieces and body text from its definition; returns the ranges of what
 * was carried, and behind them that of the definition. */
carried_range *carry(parse_unit *unit, CXCursor definition, const body *read, function *result,
                     size_t *range_count);

#endif
