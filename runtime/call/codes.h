/* codes.h: the status that a function gives for each item: which of its codes are errors, and which
 * are warnings. It is looked at when all items are computed, in the output itself, so that no
 * kernel knows of it. */
#ifndef WEFT_CODES_H
#define WEFT_CODES_H

#include "call.h"

/* Room for the elements of an array that lies on a device: there, in C order, and on the host;
 * owned. */
typedef struct codes_room {
    weft_array far, near;
} codes_room;

/* How often each code was found, and in which item first. */
typedef struct codes_watch {
    bool looks; /* else nothing is asked */
    const weft_ufunc *ufunc;
    const weft_place *place;
    weft_codes *codes;       /* the caller's, or NULL */
    codes_room status, mask; /* of what lies on a device */
    bool has_plain;
    int64_t plain; /* the last number that no code has, if there was one */
    int64_t items, found[WEFT_MAX_CODES], first[WEFT_MAX_CODES];
} codes_watch;

/* Begins to watch `items` items of a call whose checks are done: checks that the array of the
 * status can hold every code, and makes all the room that will be needed. Whatever comes of it,
 * codes_end follows. */
weft_status codes_begin(codes_watch *watch, const call_state *call, int64_t items,
                        weft_error *error);

/* Looks at the items of a call, or of a part of it that begins with item `first`, when its work is
 * done. */
weft_status codes_look(codes_watch *watch, const call_state *call, int64_t first,
                       weft_error *error);

/* The end: tells the caller what was found, where `status` is WEFT_OK, and fails where that are
 * errors. */
weft_status codes_end(codes_watch *watch, weft_status status, weft_error *error);

/* All of it for a call without steps, whose operands lie on the host, with options that ask for
 * nothing else. */
weft_status codes_check(const weft_ufunc *ufunc, weft_array *const *operands,
                        const weft_options *options, weft_error *error);

#endif
