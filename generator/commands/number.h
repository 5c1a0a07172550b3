/* number.h: operands that are written as numbers on the command line. */
#ifndef WEFT_NUMBER_H
#define WEFT_NUMBER_H

#include <stdbool.h>

#include <weft/weft.h>

/* "-3", "2.5", "0x1p-3", "inf", "1+2j", "-2j" as weak scalars, "true" and "false" as bool; whole
 * numbers from 2^63 to 2^64-1 as uint64. False, and *scalar as it was, if the text is none of them
 * from its first to its last byte. */
bool number_parse(const char *text, weft_array *scalar);

/* What a real scalar that holds its value is. */
double number_value(const weft_array *scalar);

#endif
