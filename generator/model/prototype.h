/* prototype.h: NumbaPro's notation for one dtype combination, "void(float32[:,:], float32[:])". */
#ifndef WEFT_PROTOTYPE_H
#define WEFT_PROTOTYPE_H

#include <weft/dtypes.h>

#include "text/reader.h"

/* One argument or the result: a dtype and, where brackets stand, a core rank. */
typedef struct prototype_item {
    weft_dtype dtype; /* WEFT_NONE: void */
    size_t rank;
    size_t at, length; /* the bytes of the text */
} prototype_item;

typedef struct prototype {
    prototype_item result;
    prototype_item *arguments;
    size_t argument_count;
} prototype;

bool prototype_parse(arena *memory, const char *text, prototype *result, text_error *error);

#endif
