/* flow.h: how sizes flow through a function to the conditions of its loops, for estimates of cost
 * alone: a guess of how large values are and how often loops run, whatever C spells them by. */
#ifndef WEFT_FLOW_H
#define WEFT_FLOW_H

#include "analyse.h"

/* ---- size_sum.c: numbers × products of sizes, added up ---- */

enum { MOST_TERMS = 8 };
typedef struct size_sum {
    size_t count; /* 0: nothing is known */
    bool own;     /* of a pointer: what lies behind it are values of the function's own, these */
    trip_count terms[MOST_TERMS]; /* no two of the same sizes; all known */
} size_sum;

size_sum sum_number(double number);
size_sum sum_term(trip_count term);
/* The larger of both, term by term. */
size_sum sum_join(size_sum a, size_sum b);
size_sum sum_add(size_sum a, size_sum b);
/* An unknown factor is left out. */
size_sum sum_multiply(size_sum a, size_sum b);
/* Sizes of a divisor that a term does not have leave it as it is. */
size_sum sum_divide(size_sum a, size_sum b);
size_sum sum_scale(size_sum a, double by);
/* The terms that have sizes. */
size_sum sum_of_sizes(size_sum a);
bool sum_has_sizes(const size_sum *sum);
bool sum_is_same(const size_sum *a, const size_sum *b);

/* ---- flow_facts.c: what stands in a function, whoever calls it ---- */

enum { NO_LOOP = -1 };

/* Something that gives a variable, or a part of it, a value. */
typedef struct flow_update {
    const ir_variable *variable;
    const ir_expression *value; /* of a step what is added or taken away, NULL: one */
    bool is_step;               /* v += value, v -= value, v++, v = v + value */
    bool is_down;               /* such a step takes away */
    bool is_own;                /* the value is made of the variable's own */
    bool is_call;               /* the value is a call that is handed the address */
    int loop;                   /* the innermost one around; NO_LOOP: none */
} flow_update;

typedef struct flow_loop {
    const ir_statement *loop;
    int around;                  /* the loop around it, or NO_LOOP */
    const ir_expression **exits; /* conditions that decide whether it goes on */
    size_t exit_count;
} flow_loop;

/* A loop that goto makes of statements of a block, as one that the tree could have. */
typedef struct flow_region {
    const ir_statement *block;
    size_t first, last; /* its children */
    const ir_statement *loop;
} flow_region;

typedef struct flow_facts {
    const ir_function *function;
    flow_update *updates;
    size_t update_count;
    flow_loop *loops; /* outer before inner */
    size_t loop_count;
    flow_region *regions;
    size_t region_count;
    const ir_variable **variables; /* that are updated */
    size_t variable_count;
    const ir_expression **returned;
    size_t returned_count;
} flow_facts;

flow_facts *flow_read(arena *memory, const ir_function *function);
int flow_find_loop(const flow_facts *facts, const ir_statement *loop);
/* The loop that goto makes of the block from this child on; NULL: none. */
const flow_region *flow_find_region(const flow_facts *facts, const ir_statement *block,
                                    size_t child);
/* Whether a loop is the other one or lies in it; NO_LOOP is around all. */
bool flow_is_inside(const flow_facts *facts, int loop, int other);
/* Whether something in the loop, or in one inside, updates the variable. */
bool flow_changes(const flow_facts *facts, const ir_variable *variable, int loop);
/* Whether the loop's rounds begin anew with the variable, for something in `around`, and not in
 * `inside`, sets it. */
bool flow_is_set(const flow_facts *facts, const ir_variable *variable, int around, int inside);
/* The variable that a place is a part of; NULL of what lies behind a pointer, but for members of a
 * record. */
const ir_variable *flow_held(const ir_expression *place);

/* ---- flow_value.c: how large values are, for one call ---- */

/* What all calls of one estimate share. */
typedef struct flow {
    arena *memory;
    flow_facts **facts; /* that were read */
    size_t fact_count;
    size_sum all_sizes; /* of the function that was read first, added up */
    size_t calls_left;  /* that are followed; behind them nothing is known */
} flow;

/* A call of a function. */
typedef struct flow_call {
    flow *shared;
    const flow_facts *facts;
    const size_sum *arguments; /* by position of the parameter */
    size_t argument_count;
    size_sum *values; /* by place in facts->variables */
    unsigned depth;
} flow_call;

/* Whether there is a call that may be followed; counts it. */
bool flow_may_call(const flow_call *from);
/* A call of the function, by what it is handed. */
flow_call flow_begin(flow *shared, const ir_function *function, const size_sum *arguments,
                     size_t argument_count, unsigned depth);
/* The values of a call's arguments. */
size_sum *flow_arguments(const flow_call *in, const ir_expression *call);
size_sum flow_value(const flow_call *in, const ir_expression *value);
/* What a variable starts with where a loop is entered. */
size_sum flow_start(const flow_call *in, const ir_variable *variable, int loop);
/* What the conditions of a loop compare with what its rounds change. */
size_sum flow_limits(const flow_call *in, int loop);
/* Whether rounds of the loop change something that an expression names. */
bool flow_is_changed(const flow_call *in, const ir_expression *value, int loop);
/* The values in an expression that no round of the loop changes. */
size_sum flow_unchanged(const flow_call *in, const ir_expression *value, int loop);

/* ---- flow_rounds.c ---- */

/* How often a loop runs. */
typedef struct flow_rounds {
    size_sum rounds;
    int around;    /* in each round of which loop anew; NO_LOOP: once in a call */
    size_sum more; /* rounds that the loop has in a whole call, beside those */
} flow_rounds;

flow_rounds flow_count(const flow_call *in, int loop, double unknown);

#endif
