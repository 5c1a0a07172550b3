/* nontemporal.h: results that are copied past the caches (non-temporal stores): a store to a line
 * that is in no cache reads it first. */
#ifndef WEFT_NONTEMPORAL_H
#define WEFT_NONTEMPORAL_H

#include "plan/plan.h"

enum { CACHE_LINE = 64 }; /* bytes of a line of the cache */

/* Whether the plan touches more memory than caches hold. */
bool nontemporal_is_far(const weft_plan *plan);

/* Whether the plan touches more memory than caches hold, and writes all its results to rows of
 * neighbours, of at least so many bytes, in memory that no input has. */
bool nontemporal_pays(const weft_plan *plan, int64_t least_row);

/* Rows of results in scratch memory, each in its place of a line, that go `to` where they belong.
 */
typedef struct nontemporal_rows {
    char *to, *from;
    int64_t step, from_step; /* bytes from row to row */
    int64_t count, bytes;    /* of each row */
    bool begins; /* what is before a row in its first line belongs to others; else it lies before it
                    in scratch, too */
    bool ends; /* no bytes follow; else a row has at least a line, and what it has of its last one,
                  unless that is whole, is left out and moved to where it lies before the row that
                  begins behind this one */
} nontemporal_rows;

void nontemporal_copy_rows(const nontemporal_rows *rows);

/* What is read later, and is prefetched as results are copied: for each line of them one that lies
 * there, steps apart. Places are numbers, for they may lie behind an input's end. */
enum { NONTEMPORAL_MOST_PREFETCHES = 64 };
typedef struct nontemporal_prefetch {
    int count;
    uintptr_t at[NONTEMPORAL_MOST_PREFETCHES];
    int64_t steps[NONTEMPORAL_MOST_PREFETCHES];
} nontemporal_prefetch;

extern const nontemporal_prefetch nontemporal_no_prefetch;

/* A result that is computed block by block in scratch memory, each in its place of a line. Where
 * the next block follows in memory, the line in which the last one ends waits for it in scratch. */
typedef struct nontemporal_result {
    char *scratch;      /* at a line, with room for a block and two lines */
    char *to;           /* where the block goes */
    int64_t first, end; /* bytes of the line of `to` that wait in scratch: those before it */
} nontemporal_result;

/* Before the first block. */
void nontemporal_begin(nontemporal_result *result, char *scratch);

/* Where the block that goes `to` is to be computed. */
char *nontemporal_place(nontemporal_result *result, char *to);

/* Sends the block of so many bytes that was computed there on its way. */
void nontemporal_send(nontemporal_result *result, int64_t bytes,
                      const nontemporal_prefetch *prefetch);

/* Behind the last block. */
void nontemporal_flush(nontemporal_result *result);

/* Before anybody is told that what was copied is there. */
void nontemporal_fence(void);

#endif
