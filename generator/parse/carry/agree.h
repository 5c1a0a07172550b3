/* agree.h: edits after which the carried text means on every target what it means in the user's
 * file. */
#ifndef WEFT_PARSE_AGREE_H
#define WEFT_PARSE_AGREE_H

#include "parse/unit/text.h"

/* Whether an expression is what sizeof, __typeof__ or _Alignof asks about, which is not evaluated:
 * what it names needs no definition. parent: what it stands in. */
bool agree_is_unevaluated(const parse_unit *unit, CXCursor value, CXCursor parent);

/* Adds those of one declaration, its body included: operands of sizeof, __typeof__ and _Alignof
 * are promoted where C does and C++ does not, const variables without a value get their zeros, and
 * __func__ becomes the function's name. */
void agree_edits(const parse_unit *unit, CXCursor declaration, CXFile file, edit_list *edits);

#endif
