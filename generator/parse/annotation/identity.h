/* identity.h: the number of identity(…). */
#ifndef WEFT_PARSE_IDENTITY_H
#define WEFT_PARSE_IDENTITY_H

#include <stdbool.h>

/* What a text says of a number. */
typedef enum identity_reading {
    IDENTITY_NUMBER,  /* it is one */
    IDENTITY_INEXACT, /* no double holds it: a whole number of too many bits, or too large */
    IDENTITY_NONSENSE /* it is none */
} identity_reading;

/* Reads a number as C writes one, or inf or nan, with signs, parentheses and sums, as the macros of
 * the headers expand to them: (-2147483647 - 1). */
identity_reading identity_read(const char *text, double *value);

#endif
