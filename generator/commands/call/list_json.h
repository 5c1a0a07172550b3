/* list_json.h: what a library holds, as data. */
#ifndef WEFT_LIST_JSON_H
#define WEFT_LIST_JSON_H

#include <stdio.h>

#include <weft/weft.h>

/* Prints one document; docs/json.md has its members. `path` is what was opened. */
void list_print_json(const weft_library_table *contents, const char *path, FILE *out);

#endif
