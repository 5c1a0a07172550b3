/* claims.h: the sizes and alignments that carried types must keep. */
#ifndef WEFT_PARSE_CLAIMS_H
#define WEFT_PARSE_CLAIMS_H

#include "outline.h"
#include "rename.h"

/* Adds what a declaration at file scope makes known of types: a structure or union, a typedef with
 * attributes, a table of a structure without a name. Nothing where a type variable has a say.
 * rules: names that no macro renames. */
void claims_add(const parse_unit *unit, CXCursor declaration, const rename_rules *rules,
                piece *target);

#endif
