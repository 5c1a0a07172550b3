/* error.h: writing the caller's weft_error. The first place that knows writes it; everyone above
 * passes the status up. */
#ifndef WEFT_ERROR_H
#define WEFT_ERROR_H

#include <stdarg.h>

#include <weft/weft.h>

#if defined(__GNUC__)
#define ERROR_PRINTF(text, first) __attribute__((format(printf, text, first), cold))
#else
#define ERROR_PRINTF(text, first)
#endif

/* Stores a failure and returns its status. `error` may be NULL. Too long a text ends in "…". */
weft_status error_set(weft_error *error, weft_status status, const char *format, ...)
    ERROR_PRINTF(3, 4);

/* The same, about one operand and one of its axes (-1: none). */
weft_status error_set_at(weft_error *error, weft_status status, int operand, int axis,
                         const char *format, ...) ERROR_PRINTF(5, 6);

/* Text of limited size that is built piece by piece: a list of shapes, of loops. Room for more than
 * an error shows; what does not fit is dropped. */
typedef struct error_text {
    size_t length;
    char text[640];
} error_text;

/* Appends to a text that starts as {0, ""}. */
void error_append(error_text *text, const char *format, ...) ERROR_PRINTF(2, 3);

/* Appends a shape: "(2, 3)", "(4,)", "()". */
void error_append_shape(error_text *text, int rank, const int64_t *shape);

#endif
