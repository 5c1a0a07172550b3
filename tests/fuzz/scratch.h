/* scratch.h: the folder of its own that a target which writes files works in. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the folder, under $TMPDIR or /tmp, and enters it; removed when the process exits.
 * Programs and libraries that the tool asks for a temporary folder get it too. */
void scratch_open(void);

/* Puts a file into it that scratch_restore keeps; `name` and `bytes` are borrowed for ever. */
void scratch_put(const char *name, const void *bytes, size_t size);

/* Puts everything back as scratch_put left it: removes what is new, rewrites what was changed. Each
 * is shown to `visit` first, with its path from the folder; returns how many there were. */
size_t scratch_restore(void (*visit)(const char *path, bool is_new));

#endif
