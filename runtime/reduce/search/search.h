/* search.h: looks through elements that lie side by side, in any order, for what the order has no
 * say in: whether one is true, or false, and which is the largest. Compiled once per instruction
 * set. */
#ifndef WEFT_SEARCH_H
#define WEFT_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

/* Whether one of `count` elements, step bytes apart, is the one that is looked for; mask: their
 * bits that count. */
typedef bool search_truth(const char *at, int64_t step, int64_t count, uint64_t mask);

/* *to = the largest of `count` elements side by side, at least SEARCH_LEAST bytes of them, whose
 * bits in `flip` are turned before they are compared, as signed numbers: so, too, the least, and
 * the largest of unsigned ones. False where the order may have a say: an element is NaN, or zeros
 * of both signs are the largest. */
typedef bool search_best(const char *at, int64_t count, uint64_t flip, char *to);

enum { SEARCH_LEAST = 64 };

/* to = for each of `lanes` bytes side by side, at least SEARCH_LEAST, whether one of its `rows`,
 * step bytes apart, is not 0; or whether all are. */
typedef void search_columns(const char *at, int64_t step, int64_t rows, int64_t lanes, bool all,
                            char *to);

/* By the logarithm of an element's bytes. */
typedef struct search_table {
    search_truth *truths[4][2];           /* and by what is looked for, false or true */
    search_best *integers[4], *floats[4]; /* NULL: there is none */
    search_columns *columns;
} search_table;

extern const search_table search_base;
#ifdef __x86_64__
extern const search_table search_v3, search_v4;
#endif

/* That of the instruction set that is taken: search.c. */
const search_table *search_selected(void);

#endif
