/* emit_shared.h: what comes along with several functions stands once in STEM.body.h, before their
 * sections, and is read once however many of them are. */
#ifndef WEFT_EMIT_SHARED_H
#define WEFT_EMIT_SHARED_H

#include "emit.h"

/* A piece that is the same in every function that it comes along with: its text, and what each name
 * in it stands for. */
typedef struct shared_piece {
    const function *from; /* the first function that has it */
    size_t index;         /* there */
    size_t *needs;        /* what the names in its text stand for, in their order */
    size_t need_count;
    const function **users;
    size_t user_count;
    size_t number; /* among those with several users, from 1; 0: it has one */
    size_t next;   /* with the same hash */
} shared_piece;

/* The pieces of a module; none is shared where `items` is NULL. */
typedef struct sharing {
    shared_piece *items;
    size_t count;
    const function **functions; /* that take part */
    size_t **pieces;            /* of each: the item of each of its pieces, or NOT_SHARED */
    size_t function_count;
} sharing;

#define NOT_SHARED SIZE_MAX

sharing emit_find_shared(const emission *from);
/* Whether a function's pieces may be shared at all. */
bool emit_takes_part(const sharing *all, const function *shown);
/* Whether a function's piece is this item. */
bool emit_shared_is(const sharing *all, const function *shown, size_t piece, size_t item);
/* The number of a function's piece among those that are shared; 0: it is the function's own. */
size_t emit_shared_number(const sharing *all, const function *shown, size_t piece);

#endif
