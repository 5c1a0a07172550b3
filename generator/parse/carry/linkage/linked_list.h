/* linked_list.h: the functions that are linked, not carried, and what is said of them. */
#ifndef WEFT_PARSE_LINKED_LIST_H
#define WEFT_PARSE_LINKED_LIST_H

#include "model/declaration.h"
#include "model/options.h"

/* Those that are linked for one reason. */
typedef struct linked_group {
    const function *first;
    size_t count;
    bool has_state; /* the reason is one, which one thread keeps right */
    bool is_called; /* they are the user's, and what they call is linked */
} linked_group;

typedef struct linked_list {
    linked_group *items;
    size_t count;
} linked_list;

/* Adds a function, whose `linked` is set. */
void linked_add(arena *memory, linked_list *all, const function *added, bool has_state);

/* One warning for each reason; an error where gpu is required. */
void linked_report(arena *memory, diagnostics *messages, const generate_options *options,
                   const linked_list *all);

#endif
