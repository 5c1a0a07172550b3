/* file.h: whole files in and out. */
#ifndef WEFT_FILE_H
#define WEFT_FILE_H

#include <signal.h>
#include <stdbool.h>

#include "arena.h"

/* The bytes of a regular file, terminated (NUL bytes inside stay), in the arena; NULL with errno if
 * it cannot be read. */
char *file_read(arena *memory, const char *path, size_t *size);

/* Makes the file hold these bytes: through a temporary file beside it, renamed over it, and only if
 * it does not hold them yet (so that builds see no change). False with errno on failure; the file
 * is then as it was. */
bool file_write_if_changed(const char *path, const char *bytes, size_t size);

/* Lets interrupts wait while there is a temporary file; sigprocmask with *former lets them come. */
void file_hold_interrupts(sigset_t *former);

/* Whether both names lead to one existing file. */
bool file_is_same(const char *first, const char *second);

/* Whether two names, of files that need not exist, would be one file. `memory`: for scratch. */
bool file_would_be_same(arena *memory, const char *first, const char *second);

/* Whether there is something at the path that is no regular file: a device, a folder. */
bool file_is_irregular(const char *path);

/* Creates a folder and those above it. False with errno on failure. */
bool file_make_folder(const char *path);

#endif
