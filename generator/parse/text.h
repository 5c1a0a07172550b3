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

/* The bytes [begin, end) of a file after the edits that lie in it. */
const char *text_edited(const parse_unit *unit, CXFile file, unsigned begin, unsigned end,
                        edit_list *edits);

/* Calls back for every identifier of a C text, comments and strings included. */
void text_each_identifier(const char *text, void (*found)(const char *name, size_t length, void *),
                          void *context);

#endif
