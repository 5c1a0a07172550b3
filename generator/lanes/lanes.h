/* lanes.h: a function of scalars as one of vectors, an item in each lane: control flow becomes
 * masks, an assignment a choice between the new value and the old. The text is C on <weft/lanes.h>.
 */
#ifndef WEFT_LANES_H
#define WEFT_LANES_H

#include "model/body.h"
#include "tree/print_c.h"

/* One function. It calls others by their names, which what is written around it may rename. */
typedef struct lanes_function {
    const char *name;       /* "f__lanes" */
    const char *parameters; /* "WEFT_V(f64) *x" */
    c_line *lines;          /* between its braces */
    size_t count;
    size_t *calls;         /* how often it calls each helper of the function read first */
    size_t helper;         /* which of these it is */
    size_t own_size, size; /* of its tree; and with those that stand in the places of their calls */
    bool noinline;         /* it is too large for that */
} lanes_function;

/* What a lane has while its item is in the loop of a function: a variable, and the array that keeps
 * it meanwhile. */
typedef struct lanes_kept {
    const char *element, *variable, *name;
} lanes_kept;

/* A function and the helpers it calls, as text. */
typedef struct lanes_text {
    lanes_function root, *helpers; /* each behind those that it calls itself */
    size_t helper_count;
    unsigned bits; /* of the widest element: an item's share of a vector */
    bool refills;  /* lanes whose items have left its loop take the next ones */
    lanes_kept *kept;
    size_t kept_count;
    bool divergent; /* items leave its loops one by one: several vectors are to go side by side */
    bool waits;     /* it calls many functions of vectors and has no loops: its statements are to go
                       side by side for two */
    bool twins;     /* it calls functions of <weft/vector_math.h> */
    ir_gap scatters; /* where each lane walks along elements of its own, and writes them one after
                        the other: slower than item by item; no reason: nowhere */
    unsigned scatter_nesting, nesting; /* loops around that; the most around anything */
    size_range *within;                /* sizes that it is for alone */
    size_t within_count;
    ir_gap gap; /* what cannot be said in lanes; the text counts for nothing where there is one */
} lanes_text;

/* Whether two are the same text. */
bool lanes_is_same(const lanes_function *a, const lanes_function *b);
/* Whether most of the time goes into text->scatters. */
bool lanes_scatters(const lanes_text *text);
/* strict: no function of the C library is replaced by one for vectors, which rounds otherwise.
 * refills: its operands are numbers, and a lane may take one item after the other. */
lanes_text lanes_translate(arena *memory, const ir_function *function, bool strict, bool refills,
                           const c_naming *naming);
/* A round of a row of a function; false where it has no functions of vectors and looks for nothing,
 * or cannot be said: text->gap. */
bool lanes_translate_row(arena *memory, const body_row *row, const c_naming *naming,
                         lanes_text *text);
/* Whether lanes are worth it: loops, or a choice among many; or a function of the C library that
 * has a twin for vectors. */
bool lanes_gain(const ir_function *function, bool strict);
/* What an element of a dtype is in vectors: "f64"; a bool is "u8". NULL: there are none of it. */
const char *lanes_element(weft_dtype dtype);

#endif
