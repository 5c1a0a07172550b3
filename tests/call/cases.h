/* cases.h: the one list of cases. A case is a subject (a ufunc with its oracle) under one of its
 * loops, with one set of core sizes, in one situation (shapes, memory, outputs). Every case is run
 * on every target. */
#ifndef CALL_CASES_H
#define CALL_CASES_H

#include <stddef.h>

#include "place.h"

enum { MAX_INPUTS = 10, MAX_OUTPUTS = 6, MAX_CORE_RANK = 3 };

/* Values of an input. */
typedef enum values {
    SMALL,    /* integers from -9 to 9, or to 18 where there is no sign */
    COUNTS,   /* integers from 0 to 30 */
    WINDOWS,  /* integers from 1 to 5 */
    FINE,     /* multiples of 1/16 from -4 to 4 */
    POSITIVE, /* multiples of 1/16 from 1/16 to 4 */
    ROUGH,    /* fractions that no short float holds exactly */
    CUBES,    /* cubes of integers */
    SORTED,   /* ascending within a block */
    ANY,      /* extremes, infinities, NaN, zeros */
} values;

/* One item as its oracle sees it: core blocks in C order. */
typedef struct item {
    const number *in[MAX_INPUTS];
    number *out[MAX_OUTPUTS];
    int64_t shape[MAX_INPUTS + MAX_OUTPUTS][MAX_CORE_RANK]; /* of cores, inputs first */
    const weft_dtype *dtypes;                               /* of the loop, inputs first */
} item;

/* Computes the outputs of one item, without rounding them. */
typedef void oracle(const item *of);

/* A ufunc and what it must compute. */
typedef struct subject {
    const weft_ufunc *ufunc;
    const char *layout;
    oracle *expected;
    double ulps;             /* allowed, in units of the loop's output; 0: exact */
    const char *cores[5];    /* core shapes, such as "3,4|4,5|3,5", NULL after the last */
    values fill[MAX_INPUTS]; /* one per input; SMALL where nothing is said */
    bool needs_outputs;      /* some size is known from the outputs alone */
} subject;

/* What the first output shares with the first input. */
typedef enum sharing { SHARES_NOTHING, SHARES_VIEW, SHARES_REVERSED, SHARES_SHIFTED } sharing;

/* Where gufuncs are told to find their core axes. */
typedef enum turning {
    TURNS_NOTHING,
    TURNS_AXES,       /* options.axes: in front of the loop axes, the last one first */
    TURNS_AXIS,       /* options.axis: the first */
    KEEPS_DIMENSIONS, /* options.keepdims: the outputs keep those of the inputs */
} turning;

/* How the loop is chosen; where it is forced, the inputs have other dtypes than it. */
typedef enum forcing { FORCES_NOTHING, FORCES_DTYPE, FORCES_SIGNATURE } forcing;

/* Loop shapes, memory, outputs and options. */
typedef struct situation {
    const char *name;
    const char *loops[3];    /* of the inputs, in turn; NULL after the last */
    unsigned inputs[3];      /* arrangements of the inputs, in turn, as many as loops */
    bool given;              /* outputs are the caller's */
    unsigned outputs;        /* their arrangement */
    const char *output_loop; /* their loop shape where it enlarges the loop, else NULL */
    sharing shares;
    bool casts;       /* the outputs have another dtype */
    const char *mask; /* shape of options.where; NULL: none. Elementwise ufuncs only */
    unsigned mask_arrangement;
    weft_order order; /* of outputs that are not given */
    turning turns;    /* gufuncs only, as far as the layout allows */
    forcing forces;
} situation;

/* Inputs that are no loop's, and the loop that they take: the first that they cast to safely. */
typedef struct mixture {
    const weft_ufunc *ufunc;
    weft_dtype inputs[3];
    const char *prototype;
} mixture;

/* What the list has besides; ended by an empty element. */
extern const mixture mixtures[];

/* The two factors of the list, each ended by an empty element. */
extern const subject *const subject_lists[];
extern const situation situations[];

#endif
