/* emit_shared_lanes.h: what helpers are as functions of vectors, where that is the same in several
 * functions: it stands once in STEM.body.h, before their sections. Helpers whose parameters vary
 * otherwise, or whose vectors are others, are others. */
#ifndef WEFT_EMIT_SHARED_LANES_H
#define WEFT_EMIT_SHARED_LANES_H

#include "emit_section.h"
#include "lanes/lanes.h"

/* A helper that is the same in several functions. */
typedef struct shared_lanes {
    const lanes_function *text;
    const function *from; /* the first function that calls it */
    unsigned bits, vectors;
    size_t *pieces; /* of that function, which its text names, as numbers of shared ones */
    size_t piece_count;
    size_t *calls; /* the items of the helpers that it calls */
    size_t call_count;
    const function **users;
    size_t user_count;
    size_t number; /* among those with several users, from 1; 0: it has one */
    size_t next;   /* with the same hash */
} shared_lanes;

typedef struct lanes_sharing {
    shared_lanes *items;
    size_t count;
    const function **functions; /* that take part */
    size_t **helpers;           /* of each: the item of each helper in its text, or NOT_SHARED */
    size_t function_count;
} lanes_sharing;

lanes_sharing emit_find_shared_lanes(const emission *from, const sharing *pieces);
/* The number of a helper in a function's text among those that are shared; 0: it is the function's
 * own. */
size_t emit_shared_lanes_number(const lanes_sharing *all, const function *shown, size_t helper);
/* Those that are shared. */
void emit_shared_lanes(section *part);

/* ---- emit_lanes.c ---- */

lanes_text emit_translate_lanes(const section *part, size_t binding);
/* How many vectors go side by side in a function. */
unsigned emit_lane_vectors(const function *shown, const lanes_text *text);
void emit_lane_width(section *part, unsigned bits, unsigned vectors);
void emit_lanes_function(section *part, const lanes_function *shown, const char *name);

#endif
