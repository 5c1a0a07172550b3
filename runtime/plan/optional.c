#include "optional.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void *optional_library_open(const char *variable, const char *const *names, size_t count)
{
    const char *named = getenv(variable);
    void *library = named && *named ? dlopen(named, RTLD_NOW | RTLD_LOCAL) : NULL;
    for (size_t i = 0; i < count && !library && !named; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

bool optional_library_find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol;
}
