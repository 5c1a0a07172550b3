/* body.h: what is known of a function's body once it has been read. No libclang here. */
#ifndef WEFT_BODY_H
#define WEFT_BODY_H

#include <weft/kernel.h>

#include "text/diagnostic.h"
#include "tree/ir.h"

/* A replacement of the bytes [begin, end) of the file the function stands in; begin == end inserts.
 * The same for every binding of the type variables. */
typedef struct text_edit {
    unsigned begin, end;
    const char *text;
} text_edit;

/* What the core loops of a body are, the most specific first. */
typedef enum core_kind {
    CORE_ELEMENTWISE, /* no core dimension */
    CORE_CONTRACTION, /* out[i..][j..] written once per (i, j), an accumulator over k */
    CORE_SEQUENTIAL,  /* one core dimension walked in order, state carried along */
    CORE_GENERAL
} core_kind;

/* A product of sizes, each to a power: by position of the size parameter in the C function. In an
 * estimate parameters beyond these count for nothing. */
enum { MOST_SIZES = 32 };
typedef struct size_product {
    uint8_t powers[MOST_SIZES];
} size_product;

/* One term of the cost estimate: nanoseconds × a product of sizes. */
typedef struct body_cost {
    double nanoseconds;
    size_product sizes;
} body_cost;

/* What a body does to an operand of its function beside what the operand is there for: it may write
 * to an input, or leave an output as it is. */
typedef struct body_effect {
    bool is;
    const char *text; /* the expression that says so; NULL: control leaves the function */
    location place;   /* of it */
} body_effect;

/* A constant or an element of an input that a sum starts at or is finished with, as weft_term has
 * it. */
typedef struct contraction_term {
    const char *letters; /* NULL: a constant */
    int parameter;
    double number;
    int64_t integer;
} contraction_term;

/* A sum of products over core dimensions, as weft_contraction in kernel.h has it. */
typedef struct contraction {
    const char *letters[3]; /* of the factors and the output: one per axis */
    int parameters[3];      /* positions of the C parameters; -1: the function's result */
    bool conjugated[2];
    weft_dtype dtype;   /* of the sum */
    weft_dtype product; /* what products become first; WEFT_NONE: the sum's dtype */
    bool subtracted, starts;
    contraction_term terms[WEFT_EPILOGUE_MOST_TERMS];
    size_t term_count;
    weft_dtype epilogue_dtype;
    uint8_t steps[WEFT_EPILOGUE_MOST_STEPS];
    size_t step_count; /* 0: the sum is stored */
    struct {
        int parameter; /* position of the size parameter; -1: a constant */
        int64_t constant;
    } sizes[26]; /* by letter */
} contraction;

/* Why the runtime does not compute a sum of products. */
typedef struct body_obstacle {
    const char *text; /* NULL: nothing stands in the way */
    location place;
} body_obstacle;

/* How the rounds of a walk change a variable that outlives them. */
typedef enum team_kind {
    TEAM_SUM,
    TEAM_PRODUCT,
    TEAM_AND,
    TEAM_OR,
    TEAM_XOR,
    TEAM_PICK, /* the largest or least of it and another value */
    TEAM_PLACE /* the same, with the index where that was */
} team_kind;

typedef struct team_value {
    team_kind kind;
    const ir_variable *variable;
    const ir_expression *choice; /* PICK: what it becomes of itself and weft_next; PLACE: whether
                                    weft_next is better */
    const ir_variable *place;    /* PLACE: the index */
    int64_t start;               /* PLACE: the index before any is found */
    size_t mentions;             /* of both variables, where they are changed so */
} team_value;

/* A loop over an axis whose rounds may run side by side. */
typedef struct team_walk {
    const ir_statement *loop;
    const ir_variable *counter, *array; /* array: a parameter that is indexed so */
    const ir_expression *end;           /* made of sizes and constants */
    int64_t first;
    const ir_variable **rows; /* parameters whose last axis is as long as the walk, with the counter
                                 as index of it */
    size_t row_count;
    bool leaves_rows; /* the counter indexes other axes, too */
    team_value *values;
    size_t value_count;
    const ir_expression *
        *counted; /* outputs, where a round counts in some element of them: h[k]++ */
    size_t counted_count;
} team_walk;

/* What the threads of a team need of each other, the least first. */
typedef enum team_bond {
    TEAM_APART,  /* nothing: each element is one thread's */
    TEAM_EXACT,  /* whole numbers, which are the same in any order */
    TEAM_ORDERED /* sums whose order, and so their bits, the number of threads decides */
} team_bond;

/* The walks of a body that a team of threads may compute; or why it may not. */
typedef struct body_team {
    team_walk *walks;
    size_t walk_count; /* 0: it may not */
    team_bond bond;
    body_obstacle obstacle;
} body_team;

/* The walks of a body that a device takes in order by windows, of one that no team computes. */
typedef struct body_order {
    team_walk *walks;
    size_t walk_count;
} body_order;

/* A loop whose rounds the threads of a team have, each some; all wait for each other before it and
 * behind it. */
typedef struct deal_loop {
    const ir_statement *loop;
    const ir_variable *counter;
    const char *begin, *end; /* as C has them; behind the last */
} deal_loop;

/* The loops of a body whose rounds are dealt out, between loops in order that all threads run
 * alike; or why none is. */
typedef struct body_deal {
    deal_loop *loops;
    size_t loop_count; /* 0: a thread computes an item */
    const ir_statement *
        *alone; /* statements between them that one thread computes for all: they write elements */
    size_t alone_count;
    const ir_variable *array; /* a parameter whose elements a round writes */
    uint64_t sizes; /* bit p: the C parameter p says how many rounds the longest of them have */
    body_obstacle obstacle;
} body_deal;

/* What the rounds of a row take. */
typedef enum row_kind {
    ROW_GIVEN,   /* the same for all rounds: a size, a number, an array that is read */
    ROW_ELEMENT, /* the element that is the round's own */
    ROW_SUM,     /* what the round adds, in any order, to a variable that outlives it */
    ROW_PICK, /* a variable that becomes the largest, or the least, of itself and another value */
    ROW_COUNTER
} row_kind;

typedef struct row_argument {
    row_kind kind;
    ir_variable *parameter;      /* of the function that is made of a round */
    const char *text;            /* ELEMENT: the row, "A[i]"; of others the variable */
    const ir_expression *choice; /* PICK: as a team_value has it; else NULL */
    bool written;
} row_argument;

/* A loop that looks for the first largest element, or least, of a row, and for its place. */
typedef struct body_find {
    const team_value *value;
    const ir_expression *next; /* the round's element */
    const char *row;           /* what it is of, "A[i]" */
    bool least;                /* it looks for the least */
    bool fresh;                /* the first element is taken, whatever it is */
    bool nan_wins; /* the first NaN is what it finds; else NaN counts only where it is taken so */
} body_find;

/* A loop over a whole axis whose rounds are independent, and call functions of the C library: hosts
 * may compute several rounds at a time. */
typedef struct body_row {
    const ir_statement *loop;
    const ir_function
        *made;             /* a round, as a function of what it takes; NULL where `find` says all */
    const body_find *find; /* or NULL */
    const ir_variable *size; /* where the loop ends */
    int64_t first;
    bool by_vectors;         /* hosts do so under some binding */
    row_argument *arguments; /* as the parameters of `made` */
    size_t argument_count;
} body_row;

typedef struct body_rows {
    body_row *rows; /* in the order of the text */
    size_t count;
    body_obstacle obstacle; /* why the first loop that might be one is none */
} body_rows;

/* What a part of a tiled nest takes: the sides are those of the tile. */
typedef enum tile_source {
    TILE_GIVEN,  /* the same for all of the nest: a size, a number, an array that is read */
    TILE_STATE,  /* a variable of each result, which goes through the rounds in order */
    TILE_ROW,    /* an element that moves along the rows, if at all */
    TILE_COLUMN, /* one that moves along the columns, and not along the rows */
    TILE_RESULT, /* one of each result */
    TILE_ROW_COUNTER,
    TILE_COLUMN_COUNTER,
    TILE_DEPTH_COUNTER
} tile_source;

typedef struct tile_argument {
    tile_source source;
    ir_variable *parameter;       /* of the function that is made of the part */
    const ir_expression *element; /* or NULL */
    bool written, read;           /* of an element; read: before it is written, or without */
    bool is_close;                /* elements of successive columns lie side by side */
    int deep;                     /* 1: those of successive rounds do; -1: the other way round */
    bool is_even;                 /* each counter moves it by as much every time */
    bool by_row, by_column, by_depth; /* the counters in its indices */
} tile_argument;

/* The statements before, in and behind the rounds of one result, as a function of what they take.
 */
typedef struct tile_part {
    const ir_function *made;
    tile_argument *arguments; /* as the parameters of `made` */
    size_t argument_count;
} tile_part;

/* One loop of it: for (size_t counter = begin; counter < end; counter++). */
typedef struct tile_loop {
    const ir_variable *counter;
    const ir_expression *begin, *end;
} tile_loop;

/* An array as the rounds of a parallel loop see it: each has a part of its own, X[i][c] is own[c];
 * or all have the same. */
typedef struct front_array {
    const ir_variable *array;
    ir_variable *parameter; /* of what is made of a round */
    int axis;               /* the loop's counter is its index; -1: all have the same */
    bool written;
    bool is_whole; /* the axis is as long as the loop counts; else a round surely has its part */
} front_array;

/* What a round does, in order: statements, or a loop that all rounds go through together. What that
 * reads of its own round, the same in all rounds of the parallel loop, is `brought`. */
typedef struct front_part {
    const ir_function *made; /* a round, where it is a loop */
    bool is_loop;
    tile_loop loop;
    front_array *brought;
    size_t brought_count;
} front_part;

/* A parallel loop around one in order, over elements that all of its rounds read: rounds go side by
 * side, each with what is its own in registers. */
typedef struct nest_front {
    const ir_function *made; /* what a round does: of its numbers, then the arrays */
    ir_variable **numbers;
    size_t number_count;
    front_array *arrays;
    size_t array_count;
    front_part *parts; /* the same for the gpu; none: it has no threads for it */
    size_t part_count;
    front_array *held; /* of the arrays, as they are in the parts: those that registers hold */
    size_t held_count;
} nest_front;

/* A nest of two parallel loops around one in order: for i, for j: s = start; for k: s = step(s,
 * a(i, k), b(j, k)); out(i, j) = finish(s). Every result has its rounds in the order of the text,
 * so that tiles of results compute the same. */
typedef struct nest_tile {
    const ir_statement *loop;         /* the outermost, as the tile has it */
    const ir_statement *first, *last; /* of the text's statements that it computes, one block's */
    tile_loop row, column, depth;     /* column: along which results lie side by side */
    bool is_row_outer;
    tile_part start, step, finish;
    nest_front *front; /* where only the rows are: the column and the three parts are none */
    ir_variable **states;
    size_t state_count;
    const ir_variable **given; /* locals of the function that it needs */
    size_t given_count;
    bool whole;      /* beside it the function computes numbers only */
    bool by_vectors; /* hosts have vectors of its results under this binding */
} nest_tile;

typedef struct body_tiles {
    nest_tile *tiles; /* in the order of the text */
    size_t count;
    body_obstacle obstacle; /* why the first nest that might be one is none */
} body_tiles;

/* The sizes that what is known of a body holds for. The text asks, and has another loop for the
 * others. */
typedef struct size_range {
    const ir_variable *size; /* a parameter */
    int64_t least, most;
} size_range;

/* One body, read under one binding of the type variables. */
typedef struct body {
    ir_function *tree;          /* with its helpers; statements it cannot say are IR_TEXT */
    const ir_function *written; /* the tree of what is written, where `tree` is its normal form's */
    const size_range *ranges;   /* where it is the normal form of what is written */
    size_t range_count;
    bool *wraps; /* by an expression's id: signed arithmetic whose overflow can be seen */
    core_kind kind;
    const char
        *kind_reason; /* one clause for explain: "C[i][j] accumulates over n" or why not more */
    const contraction *contraction; /* NULL unless the runtime may compute it */
    body_obstacle obstacle;         /* of a CORE_CONTRACTION without */
    body_team team;                 /* of a function with core dimensions */
    body_order order;
    body_deal deal; /* the same, of one that is no team's */
    body_rows rows;
    body_tiles tiles;
    bool divergent;    /* a loop's length depends on data */
    bool has_loops;    /* any loop at all, helpers included */
    bool recursive;    /* it can reach itself */
    bool pure;         /* reads and writes nothing but its operands and locals */
    bool *subscripted; /* per C parameter: an array parameter used by full subscripts only */
    const char **packed_reason; /* per C parameter: why not, "row = A[i]"; NULL where subscripted */
    location *packed_location;  /* per C parameter: where */
    body_effect *effects;       /* per operand */
    body_cost *costs;           /* one item */
    size_t cost_count;
    double packed_share;   /* of that, item by item: what compilers make vectors of, 0 … 1 */
    size_product *counted; /* what loops that count, as all items do alike, multiply */
    size_t counted_count;
    text_edit *edits; /* inside this function's own body; those at one offset in their order */
    size_t edit_count;
    const char *refusal; /* why no target can carry it; NULL if all hosts can */
    location refusal_place;
    const char
        *state; /* what lasts from one call to the next, and a call may write; NULL: nothing */
    location state_place;
    const char *gpu_refusal; /* why no gpu kernel is possible; NULL if one is */
    location gpu_refusal_location;
    unsigned gpu_refusal_length;
} body;

#endif
