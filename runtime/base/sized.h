/* sized.h: structs of the caller's that begin with their size, so that later versions may add
 * members behind the others. They have no padding at their end. */
#ifndef WEFT_SIZED_H
#define WEFT_SIZED_H

#include <stddef.h>

#include <weft/weft.h>

/* Copies the caller's struct `given` to *taken, of `known` bytes, which hold all members that this
 * library knows. Its size may be 0: that of the first version, `first`; shorter: what it lacks is
 * 0; longer: what goes beyond must be 0. `name` is that of the argument. */
weft_status sized_read(void *taken, size_t known, size_t first, const void *given, const char *name,
                       const char *who, weft_error *error);

#endif
