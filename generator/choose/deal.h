/* deal.h: loops whose rounds do not touch what other rounds write; shared by analyse_deal.c and
 * deal_place.c. */
#ifndef WEFT_ANALYSE_DEAL_H
#define WEFT_ANALYSE_DEAL_H

#include "analyse/analyse.h"
#include "model/declaration.h"

/* A place along an axis: base + more; without a base, more. */
typedef struct deal_place {
    const ir_variable *base;
    int64_t more;
} deal_place;

/* What a counter is at least and at most, wherever its name is known in its loop. */
typedef struct deal_range {
    const ir_variable *counter;
    bool has_least, has_most;
    deal_place least, most;
} deal_range;

/* Places that the counter of a loop is not at, where a round comes to an element. */
typedef struct deal_guard {
    const struct deal_guard *before;
    deal_place place;
} deal_guard;

/* An element that a round reads or writes. */
typedef struct deal_access {
    const ir_expression *element;
    const deal_guard *guards;
    bool is_write;
} deal_access;

/* A loop that is looked at. */
typedef struct deal_search {
    arena *memory;
    const ir_statement *loop;
    const ir_variable *counter;
    const deal_range *ranges;
    size_t range_count;
} deal_search;

/* The loops of a function that count by one, as far as their ends are places. */
deal_range *deal_find_ranges(arena *memory, const ir_function *tree, size_t *count);
/* An integer as a place; false if it is none. */
bool deal_read_place(const ir_expression *value, deal_place *place);
/* The same where C means the place alone, whatever types it is converted to. */
bool deal_read_end(const ir_expression *value, deal_place *place);
/* Whether a variable is the same in all rounds. */
bool deal_is_fixed(const deal_search *in, const ir_variable *variable);
/* Whether a write and another access never come to the same element, unless in the same round. */
bool deal_are_apart(const deal_search *in, const deal_access *write, const deal_access *other);
/* Whether a loop's head does nothing but count a variable that it declares. */
bool deal_counts_alone(const ir_statement *loop, const counted_loop *counted);

#endif
