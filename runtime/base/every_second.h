/* every_second.h: elements that lie two apart. */
#ifndef WEFT_EVERY_SECOND_H
#define WEFT_EVERY_SECOND_H

#include <stdint.h>

/* Copies n elements of `size` bytes (1, 2 or 4), 2 · size from one to the next, side by side to
 * other memory. */
void every_second(char *to, const char *from, int size, int64_t n);

#endif
