/* flatten.h: puts a translation unit's flat text together. */
#ifndef WEFT_PARSE_FLATTEN_H
#define WEFT_PARSE_FLATTEN_H

#include "parse/unit/flat.h"
#include "skeleton.h"

/* What libclang told while it read the skeletons, in order. */
typedef struct event_list {
    event *items;
    size_t count;
} event_list;

/* The text of files[0] and all that it includes; NULL where an error was reported. */
flat_text *flatten(const parse_unit *unit, const user_files *all, const event_list *events);

#endif
