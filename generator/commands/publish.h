/* publish.h: files that users name: they appear whole or not at all. */
#ifndef WEFT_PUBLISH_H
#define WEFT_PUBLISH_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "text/arena.h"

/* Whether a file can be made at path, or replaced there: its folder takes files and it is nothing
 * but a regular file now. Reports why not. */
bool publish_check(arena *memory, const char *path);

/* A file beside `path`, open for writing, under another name that is in *name (in the arena), with
 * the permissions `mode` less the umask. Reports and returns NULL on failure. */
FILE *publish_open(arena *memory, const char *path, mode_t mode, const char **name);

/* Closes the file and gives it its own name, with its bytes on the disk. On failure, and where
 * `keep` is false, it is removed instead. Reports; true if it stands under its name. */
bool publish_close(FILE *file, const char *name, const char *path, bool keep);

/* Copies a file. Reports; on failure what stood at `target` is as it was. */
bool publish_copy(arena *memory, const char *source, const char *target, mode_t mode);

#endif
