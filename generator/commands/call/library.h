/* library.h: libraries of ufuncs as users name them. */
#ifndef WEFT_TOOL_LIBRARY_H
#define WEFT_TOOL_LIBRARY_H

#include <weft/weft.h>

#include "text/arena.h"

/* What the loader is asked for: a path if the name has a slash or ".so" in it, else an installed
 * library, "std" for libweft_std.so. */
const char *library_path(arena *memory, const char *name);

/* Opens the library with this path. Reports and returns NULL on failure. */
weft_library *library_open(arena *memory, const char *name);

/* Whether a command may write `output`: not where the library lies that it opened as `name`.
 * Reports and returns false else. */
bool library_check_output(arena *memory, const char *name, const char *output);

/* Whether the ufunc has kernels for a target, which is not WEFT_AUTO. */
bool library_has_kernels(const weft_ufunc *ufunc, weft_target target);

#endif
