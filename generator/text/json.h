/* json.h: writes one JSON document, two blanks a level, in the order of the calls. A value in an
 * object has a name; one in an array, and the outermost, has NULL for it. */
#ifndef WEFT_JSON_H
#define WEFT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Where a document stands. */
typedef struct json_writer {
    FILE *out;
    unsigned depth;    /* objects and arrays that are open */
    bool has_elements; /* the innermost of them */
} json_writer;

/* Each of these is due for each that was opened; the line ends with the outermost. */
void json_open_object(json_writer *to, const char *name);
void json_close_object(json_writer *to);
void json_open_array(json_writer *to, const char *name);
void json_close_array(json_writer *to);

/* A text, null where it is NULL: control characters are escaped, U+FFFD stands for each byte that
 * is no UTF-8. */
void json_text(json_writer *to, const char *name, const char *text);
/* The same of the first `length` bytes. */
void json_text_part(json_writer *to, const char *name, const char *text, size_t length);
void json_boolean(json_writer *to, const char *name, bool value);
void json_null(json_writer *to, const char *name);
void json_integer(json_writer *to, const char *name, int64_t value);
/* A number that reads back as the same double; "inf", "-inf" or "nan" where JSON has none. */
void json_number(json_writer *to, const char *name, double value);
/* The same of a float: what a reader rounds to float is the same float. */
void json_single(json_writer *to, const char *name, float value);

#endif
