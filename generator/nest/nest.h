/* nest.h: what the loops of a body are: the nest record. Of each loop which variables go from round
 * to round, which elements its rounds touch, and so whether they may run side by side. */
#ifndef WEFT_NEST_H
#define WEFT_NEST_H

#include <stdio.h>

#include "analyse/analyse.h"

typedef enum axis_kind {
    AXIS_PARALLEL,   /* no round needs another */
    AXIS_REDUCTION,  /* but for what they add up, or choose among */
    AXIS_SEQUENTIAL, /* in order */
    AXIS_OPAQUE      /* nothing is known */
} axis_kind;

typedef struct nest_loop {
    const ir_statement *loop;
    counted_loop counted; /* of one that is not opaque */
    int parent;           /* -1: none */
    axis_kind kind;
    const char *reason; /* of what is not parallel: "sum goes from round to round" */
    location place;     /* of it */
} nest_loop;

/* How the rounds of a loop change a variable from outside of it. */
typedef enum carried_kind {
    CARRIED_PRIVATE, /* each sets it before it reads it, and nothing reads it behind the loop */
    CARRIED_SUM,     /* each adds to it, multiplies it, and the like */
    CARRIED_CHOICE,  /* it becomes itself or another value */
    CARRIED_OTHER
} carried_kind;

typedef struct nest_carried {
    size_t loop;
    const ir_variable *variable;
    carried_kind kind;
    ir_operator op;          /* SUM */
    const ir_expression *at; /* where it is written */
} nest_carried;

/* One index: a sum of variables, each so often, and a constant. */
enum { INDEX_MOST_TERMS = 6 };
typedef struct nest_index {
    bool is_known;
    const ir_variable *variables[INDEX_MOST_TERMS];
    int64_t factors[INDEX_MOST_TERMS];
    size_t count;
    int64_t constant;
} nest_index;

typedef struct nest_access {
    const ir_expression *element;
    const ir_variable *array;
    int loop; /* the innermost around; -1: none */
    bool reads, writes;
    ir_operator accumulates; /* where it does nothing but element op= value */
    nest_index indices[ELEMENT_MOST_AXES];
    size_t index_count;
} nest_access;

typedef struct nest {
    arena *memory;
    const ir_function *function;
    nest_loop *loops; /* in the order of the text */
    size_t loop_count;
    nest_access *accesses;
    size_t access_count;
    nest_carried *carried;
    size_t carried_count;
} nest;

/* Reads the loops of a function. Loops beyond some, and what a tree does not tell, are opaque. */
nest nest_read(arena *memory, const ir_function *function);
/* The loop of a statement; -1: it is none of them. */
int nest_find(const nest *from, const ir_statement *loop);
/* "parallel" */
const char *nest_kind_name(axis_kind kind);
void nest_print(const ir_function *function, FILE *out);

/* Finds the nests of a body that tiles may compute. */
void nest_find_tiles(arena *memory, const ir_function *function, body_tiles *found);

/* ---- parts of it ---- */

/* Whether the statement sets the variable before it reads it, on every way through; or does not
 * mention it, or neither. */
typedef enum first_use { USE_NONE, USE_SET, USE_READ } first_use;
first_use nest_first_use(const ir_statement *statement, const ir_variable *variable);
size_t nest_mentions_in(const ir_expression *value, const ir_variable *variable);
size_t nest_mentions(const ir_statement *statement, const ir_variable *variable);
/* Reads an index. */
nest_index nest_read_index(const ir_expression *value);
bool nest_index_has(const nest_index *index, const ir_variable *variable);

#endif
