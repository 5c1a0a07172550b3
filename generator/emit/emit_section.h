/* emit_section.h: a section of STEM.body.h while it is written; shared by emit_body.c, emit_text.c
 * and emit_item.c. */
#ifndef WEFT_EMIT_SECTION_H
#define WEFT_EMIT_SECTION_H

#include "emit.h"

/* One function of the user's with all that comes along, and the loop around it. */
typedef struct section {
    const emission *from;
    const function *shown;
    output *out;
} section;

/* The user's text: pieces, the function itself; renamings are undone behind it. */
void emit_user_text(section *part);
/* A name of the user's as it stands between the renamings: WEFT_RENAMED(name) where no macro
 * renames it. */
const char *emit_own_name(const section *part, const char *name);

/* The body of a function as its syntax tree has it, one text for each binding that needs its own.
 * helper: the piece it is of; NULL: the function itself. False where a tree cannot say it: nothing
 * is written then. */
bool emit_printed_body(section *part, const piece *helper);

/* The call of the user's function on one item. In C the operands lie at p0 …, of an elementwise
 * function at p0 + i * s0 …; on the device they are a0 … or item's. */
void emit_item(section *part, bool device);
/* The class around it that the templates of runtime/device take. */
void emit_device_body(section *part);

#endif
