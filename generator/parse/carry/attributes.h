/* attributes.h: what stands in the parentheses of attributes, which is out of libclang's sight. */
#ifndef WEFT_PARSE_ATTRIBUTES_H
#define WEFT_PARSE_ATTRIBUTES_H

#include "outline.h"
#include "parse/unit/text.h"
#include "rename.h"

/* Looks at the attributes in the bytes [begin, end) of a text. Calls back for the user's
 * declarations that their arguments name, as in _Alignas(SIZE) and __attribute__((aligned(SIZE)));
 * adds the attributes' own names to `words`. */
void attributes_read(arena *memory, const outline *known, const char *text, unsigned begin,
                     unsigned end, name_set *words,
                     void (*found)(CXCursor declaration, void *context), void *context);

/* Leaves out what asks for other options of the compiler than every kernel's,
 * optimize("fast-math"), in the bytes [begin, end) of a text. */
void attributes_drop_options(const char *text, unsigned begin, unsigned end, edit_list *edits);

#endif
