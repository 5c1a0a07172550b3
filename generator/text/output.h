/* output.h: the text of one generated file while it grows. One call is one line; indentation is the
 * buffer's business. */
#ifndef WEFT_OUTPUT_H
#define WEFT_OUTPUT_H

#include "arena.h"

typedef struct output {
    arena *memory;
    const char *name; /* of the file, for #line */
    char *text;
    size_t length, room;
    unsigned line; /* number of the next line, from 1 */
    unsigned depth;
} output;

void output_init(output *out, arena *memory, const char *name);
/* One line, indented by four blanks a level; an empty one has no blanks. */
void output_line(output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Text of the user's, as it is; a line feed is added at its end. */
void output_verbatim(output *out, const char *text);
/* A line, and one level deeper after it; and back, before a line. */
void output_open(output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void output_close(output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void output_blank(output *out);
/* A line with one more item, where it fits; else it is written, and the item begins the next. */
const char *output_pack(output *out, const char *line, const char *item);
/* The compiler takes the next line for this one of the user's file; or again for what it is. */
void output_locate(output *out, const char *file, unsigned line);
void output_locate_here(output *out);

/* Text as a C string literal, quotes included. */
const char *output_quote(arena *memory, const char *text);

#endif
