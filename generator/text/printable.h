/* printable.h: text from outside, such as a source line, as a terminal may be given it. */
#ifndef WEFT_PRINTABLE_H
#define WEFT_PRINTABLE_H

#include <stddef.h>
#include <stdio.h>

/* The bytes of the UTF-8 character that `text` begins with, of `length` bytes in all (at least
 * one); 0 if it begins with none. */
size_t printable_character(const char *text, size_t length);

/* The bytes of the character that `text` begins with, of `length` bytes in all (at least one): a
 * byte that is no UTF-8 stands for itself. */
size_t printable_step(const char *text, size_t length);

/* Prints the text, with a '?' for each control character but tabs and for each byte that is no
 * UTF-8. */
void printable_print(FILE *out, const char *text, size_t length);

#endif
