/* diagnostic.h: errors, warnings and notes at a place in the user's source, collected and printed
 * like a compiler's. */
#ifndef WEFT_DIAGNOSTIC_H
#define WEFT_DIAGNOSTIC_H

#include <stdbool.h>
#include <stdio.h>

#include "arena.h"

/* When messages are coloured; AUTO: on a terminal that NO_COLOR spares. */
typedef enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_mode;

/* A place in a source file; line and column count from 1 (columns in bytes), offset from 0.
 * line 0: no place. */
typedef struct location {
    const char *file; /* as named on the command line or in #include; borrowed from the arena */
    unsigned line, column, offset;
    unsigned at; /* the offset in the text that the parser read, which may be another than the
                    file's; otherwise unused */
} location;

/* PLACE_WARNING: of this place in the text; of other warnings that say the same of many functions
 * the first is printed. */
typedef enum severity {
    SEVERITY_NOTE,
    SEVERITY_WARNING,
    SEVERITY_PLACE_WARNING,
    SEVERITY_ERROR
} severity;

typedef struct diagnostics diagnostics;

diagnostics *diagnostics_new(arena *memory);
/* Adds one, unless the same text at the same place is there already (a body is read once per
 * binding); says whether it did. `length`: bytes underlined from the caret on, 0 or 1 for the caret
 * alone. */
bool diagnostics_add(diagnostics *all, severity level, location place, unsigned length,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));
size_t diagnostics_error_count(const diagnostics *all);
/* How many there are, of all severities; diagnostics_forget drops those that were added later. */
size_t diagnostics_count(const diagnostics *all);
/* The text of the first error that was added when there were `count` already, and its place; NULL
 * where there is none. */
const char *diagnostics_first_error(const diagnostics *all, size_t count, location *place);
void diagnostics_forget(diagnostics *all, size_t count);
/* Prints all, by their places in each file, with source line and caret; of the errors the first
 * hundred, and how many more there are; of warnings that say the same of many the first, and whom
 * else it concerns. */
void diagnostics_print(diagnostics *all, FILE *out, color_mode color);

#endif
