/* epilogue.h: what becomes of sums before they are stored, a row of them at a time. */
#ifndef WEFT_EPILOGUE_H
#define WEFT_EPILOGUE_H

#include <weft/kernel.h>

/* Most elements of a row, and bytes. */
enum { EPILOGUE_MOST_ELEMENTS = 64, EPILOGUE_ROW_BYTES = 512 };

typedef struct epilogue_row {
    _Alignas(64) char bytes[EPILOGUE_ROW_BYTES];
} epilogue_row;

/* Computes `count` results of as many sums; terms: of each term as many elements of the epilogue's
 * dtype, as sums are. Returns where the results are: in `room`, or a term's or the sums' own. */
const char *epilogue_compute(const weft_epilogue *epilogue, const char *sums,
                             const char *const *terms, int count,
                             epilogue_row room[WEFT_EPILOGUE_DEPTH]);

#endif
