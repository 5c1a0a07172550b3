/* optional.h: libraries that libweft does without where they are missing: opened at run time, at
 * their first use. */
#ifndef WEFT_OPTIONAL_H
#define WEFT_OPTIONAL_H

#include <stdbool.h>
#include <stddef.h>

/* The library that an environment variable names (empty: none), else the first of these names that
 * the dynamic linker finds; NULL: there is none. It stays open. */
void *optional_library_open(const char *variable, const char *const *names, size_t count);

/* Stores a function of a library where `function` points to; false: it has none of that name. */
bool optional_library_find(void *library, const char *name, void *function);

#endif
