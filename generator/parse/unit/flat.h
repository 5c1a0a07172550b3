/* flat.h: the text of a translation unit without the user's preprocessor, and where each byte of it
 * comes from. */
#ifndef WEFT_PARSE_FLAT_H
#define WEFT_PARSE_FLAT_H

#include "text.h"

/* A run of the text that comes from one line of a file, or from one macro's use. */
typedef struct flat_run {
    size_t begin;   /* in the text; it ends where the next one begins */
    location place; /* of its first byte */
    bool fixed;     /* all of it comes from there */
} flat_run;

typedef struct flat_text {
    const char *path; /* of the file that was named */
    growing_text text;
    flat_run *runs;
    size_t run_count;
    const struct flat_text *instead_of; /* with bodies in their normal forms: without */
} flat_text;

/* Begins a run at the end of the text. */
void flat_begin_run(flat_text *flat, location place, bool fixed);

/* Whether two bytes may stand side by side without making one token of two. */
bool flat_may_touch(char left, char right);

/* Adds tokens that blanks stand between; blanks are left only where they matter or help to read. */
void flat_add_tokens(flat_text *flat, const char *tokens);

/* The place that an offset of the text comes from; `fixed`, if not NULL: whether the text around it
 * is what a macro stands for there. */
location flat_place(const flat_text *flat, size_t offset, bool *fixed);

#endif
