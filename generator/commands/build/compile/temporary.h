/* temporary.h: one private folder for what a build makes on the way. */
#ifndef WEFT_TEMPORARY_H
#define WEFT_TEMPORARY_H

#include "text/arena.h"

/* Makes a folder of our own under $TMPDIR (or /tmp) and returns its absolute path, in the arena.
 * Reports and returns NULL on failure. It is removed by temporary_remove, or else when the tool
 * exits. */
const char *temporary_create(arena *memory);

/* Removes the folder and all that is in it. */
void temporary_remove(void);

/* The same while the folder holds nothing but what a build puts there before it generates: the
 * folders "generated" and "work", in that "probe.log". May be called in a signal handler. */
void temporary_remove_unused(void);

#endif
