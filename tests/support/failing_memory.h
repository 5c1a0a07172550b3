/* failing_memory.h: a program's arrays run out of memory when a test says so. For one file of the
 * program: it defines the function that libweft asks, too. */
#ifndef SUPPORT_FAILING_MEMORY_H
#define SUPPORT_FAILING_MEMORY_H

#include <stdbool.h>
#include <stdlib.h>

static long until_failure = -1; /* allocations of ours that still succeed; below 0: all do */
static bool has_failed;

/* Takes the place of the C library's for libweft too, which asks for its arrays' memory here. */
__attribute__((visibility("default"))) void *aligned_alloc(size_t alignment, size_t size)
{
    void *memory = NULL;
    if (until_failure >= 0 && until_failure-- == 0) {
        has_failed = true;
        return NULL;
    }
    return posix_memalign(&memory, alignment, size) == 0 ? memory : NULL;
}

#endif
