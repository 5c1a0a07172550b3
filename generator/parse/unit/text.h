/* text.h: pieces of source text, edited. */
#ifndef WEFT_PARSE_TEXT_H
#define WEFT_PARSE_TEXT_H

#include "unit.h"

/* A growing list of edits of one file. */
typedef struct edit_list {
    arena *memory;
    text_edit *items;
    size_t count;
} edit_list;

void edits_add(edit_list *list, unsigned begin, unsigned end, const char *text);
void edits_add_all(edit_list *list, const text_edit *items, size_t count);

/* The bytes [begin, end) of a file after the edits that lie in it; lines that begin with TEXT_LINE
 * are not the user's. */
const char *text_edited(const parse_unit *unit, CXFile file, unsigned begin, unsigned end,
                        const edit_list *edits);

/* A text that grows at its end. */
typedef struct growing_text {
    arena *memory;
    char *text;
    size_t length, room;
} growing_text;

void growing_add(growing_text *to, const char *text, size_t length);
/* The whole text, ended by a zero byte. */
const char *growing_finish(growing_text *of);

#endif
