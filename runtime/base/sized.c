/* sized.c: reading structs of older and newer callers. */
#include "sized.h"

#include <string.h>

#include "error.h"

enum {
    LEAST = 16, /* more than a pointer has, whose size is given by mistake */
    MOST = 4096 /* more than any version will have: beyond it is no size */
};

weft_status sized_read(void *taken, size_t known, size_t first, const void *given, const char *name,
                       const char *who, weft_error *error)
{
    const unsigned char *bytes = given;
    size_t size;
    memcpy(&size, given, sizeof size);
    if (size != 0 && (size < LEAST || size > MOST))
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: %s.size is %zu, which is no size of it; this libweft knows %zu bytes",
                         who, name, size, known);
    size = size ? size : first;
    for (size_t at = known; at < size; at++)
        if (bytes[at] != 0)
            return error_set(error, WEFT_ERROR_ARGUMENT,
                             "%s: %s.size is %zu, and byte %zu is not 0: it asks for what this "
                             "libweft, which knows %zu bytes, is too old for",
                             who, name, size, at, known);
    size_t shared = size < known ? size : known;
    memcpy(taken, given, shared);
    memset((char *)taken + shared, 0, known - shared);
    memcpy(taken, &known, sizeof known);
    return WEFT_OK;
}
