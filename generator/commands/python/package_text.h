/* package_text.h: the text of a Python package of a library. */
#ifndef WEFT_PACKAGE_TEXT_H
#define WEFT_PACKAGE_TEXT_H

#include <weft/kernel.h>

#include "text/arena.h"

typedef struct package {
    arena *memory;
    const char *name; /* of the package */
    const char *file; /* of the library, beside its __init__.py */
    const weft_library_table *contents;
} package;

/* __init__.py: the functions as its attributes. In the arena. */
const char *package_module_text(const package *from);
/* __init__.pyi: their types, one class for each, so that editors know names and operands. In the
 * arena. */
const char *package_stub_text(const package *from);

#endif
