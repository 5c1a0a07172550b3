/* call_text.h: the input of the call target: decimal numbers between blanks, '#' to the line's end is
 * a remark. What it describes may lie anywhere; what would be touched lies in one real block. */
#ifndef CALL_TEXT_H
#define CALL_TEXT_H

#include <weft/weft.h>

enum { POOL_SIZE = 1 << 13 }; /* bytes that arrays can lie in */

typedef struct call_text {
    const char *next;
    char *pool;   /* borrowed; POOL_SIZE bytes */
    bool reduces; /* the call folds: an array of step 0 with endless elements would never end */
} call_text;

/* The next number, held within int64; 0 where the text has no more. */
int64_t call_text_number(call_text *text);
/* The same within int. */
int call_text_int(call_text *text);

/* "DTYPE FLAGS DEVICE PLACE RANK SIZE STEP SIZE STEP …": an array. PLACE is its first byte of the pool;
 * where the array would claim memory that is not there its data is NULL, and so the call must refuse
 * it. */
weft_array call_text_array(call_text *text);

#endif
