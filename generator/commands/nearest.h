/* nearest.h: how far a mistyped name is from one that there is. */
#ifndef WEFT_NEAREST_H
#define WEFT_NEAREST_H

#include <stddef.h>

/* How many characters must be added, left out, or replaced to make one of the other; SIZE_MAX where
 * that is too many for a slip. */
size_t nearest_distance(const char *typed, const char *name);

#endif
