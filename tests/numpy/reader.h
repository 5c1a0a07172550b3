/* reader.h: what the parts of a line have in common while it is read. */
#ifndef READER_H
#define READER_H

#include "case.h"

/* A line as it is read: the first fault is kept. */
typedef struct line_reader {
    numpy_case *item;
    char *reason;
    size_t reason_size;
} line_reader;

enum { READER_GUARD = 64, READER_MOST_BYTES = 1 << 24 };

/* Says why the line is malformed; false. */
bool reader_fail(line_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads `1,2,3` up to the closing character; the number of them, -1 where it is none. */
int reader_list(const char **text, char closing, int64_t *numbers, int most);

/* Reads a dtype's name; WEFT_NONE where it is none. */
weft_dtype reader_dtype(const char **text);

/* Reads dtype[shape], then {steps} where they stand. */
bool reader_form(line_reader *reader, const char **text, weft_array *array, bool *any_steps);

/* Writes a list of elements into an array. */
bool reader_elements(line_reader *reader, const weft_array *array, const char *text);

/* Reads an operand's token. */
bool reader_operand(line_reader *reader, const char *text);

#endif
