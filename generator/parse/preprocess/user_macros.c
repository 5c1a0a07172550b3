/* user_macros.c: the names of the macros that the user defines. */
#include <stdlib.h>
#include <string.h>

#include "user_files.h"

static int compare_macros(const void *first, const void *second)
{
    return strcmp(((const user_macro *)first)->name, ((const user_macro *)second)->name);
}

void user_files_sort_macros(user_files *all)
{
    size_t kept = 0;
    if (all->macro_count)
        qsort(all->macros, all->macro_count, sizeof *all->macros, compare_macros);
    for (size_t i = 0; i < all->macro_count; i++)
        if (kept && strcmp(all->macros[kept - 1].name, all->macros[i].name) == 0)
            all->macros[kept - 1].takes_arguments |= all->macros[i].takes_arguments;
        else
            all->macros[kept++] = all->macros[i];
    all->macro_count = kept;
}

const user_macro *user_files_macro(const user_files *all, const char *name, size_t length)
{
    size_t low = 0, high = all->macro_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *other = all->macros[middle].name;
        int order = strncmp(name, other, length);
        if (order == 0 && other[length])
            order = -1;
        if (order == 0)
            return &all->macros[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

bool user_files_is_reserved(const char *name, size_t length)
{
    return name[0] == '_' || (length == strlen("NDEBUG") && memcmp(name, "NDEBUG", length) == 0);
}
