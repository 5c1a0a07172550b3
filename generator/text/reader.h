/* reader.h: a short text while it is read, byte by byte: layouts and prototypes. And one step
 * backwards in C. */
#ifndef WEFT_READER_H
#define WEFT_READER_H

#include <stdbool.h>

#include "arena.h"

/* What is wrong with a text, at which byte of it. */
typedef struct text_error {
    size_t at, length;
    const char *text;
} text_error;

typedef struct reader {
    arena *memory;
    const char *text;
    size_t at;
    text_error *error; /* the first one stays */
} reader;

/* Notes an error and returns false. */
bool reader_fail(reader *in, size_t at, size_t length, const char *text);

/* The next byte that is no blank, 0 at the end; stays before it. */
char reader_peek(reader *in);

/* Takes the byte that must come next; `where` says for what: "before the dimensions of an
 * operand". */
bool reader_expect(reader *in, char wanted, const char *where);

/* The offset behind the last token of C before `offset`: blanks and comments are skipped
 * backwards. */
unsigned reader_skip_back(const char *text, unsigned offset);

#endif
