/* finish.h: what becomes of sums before they are stored, a row of them at a time. */
#ifndef WEFT_FINISH_H
#define WEFT_FINISH_H

#include <weft/kernel.h>

/* Most elements of a row, and bytes. */
enum { FINISH_MOST_ELEMENTS = 64, FINISH_ROW_BYTES = 512 };

typedef struct finish_row {
    _Alignas(64) char bytes[FINISH_ROW_BYTES];
} finish_row;

/* Computes `count` results of as many sums; terms: of each term as many elements of the finish's dtype,
 * as sums are. Returns where the results are: in `room`, or a term's or the sums' own. */
const char *finish_compute(const weft_finish *finish, const char *sums, const char *const *terms,
                           int count, finish_row room[WEFT_FINISH_DEPTH]);

#endif
