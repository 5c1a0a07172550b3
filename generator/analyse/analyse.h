/* analyse.h: what a syntax tree says about a function. The tree is all that these files read. */
#ifndef WEFT_ANALYSE_H
#define WEFT_ANALYSE_H

#include "model/body.h"

/* Fills kind, divergent, has_loops, recursive, pure, subscripted and costs of a body whose tree is
 * set. */
void analyse_body(arena *memory, body *result);

/* ---- parts of it ---- */

/* What is known of the number of rounds of a loop: factor × a product of size parameters. */
typedef struct trip_count {
    bool known;
    double factor;
    size_product sizes;
} trip_count;

/* No number of an estimate is larger than 2⁶⁴, which nothing counts to: products of products would
 * soon be infinite, and what is made of those no number at all. */
double count_bound(double number);
/* The product of both; powers stop at 255. */
trip_count count_multiply(trip_count a, trip_count b);
/* That many sizes multiplied; 0: a number. */
unsigned count_degree(const trip_count *count);
bool count_is_alike(const trip_count *a, const trip_count *b);

/* A loop that counts: for (v = begin; v < end; v++), v written nowhere else. */
typedef struct counted_loop {
    const ir_variable *variable;
    const ir_expression *begin, *end; /* half open where includes_end is false */
    bool includes_end;
    bool by_one;   /* v steps by +1 */
    bool downward; /* v steps by -1 or less */
    const ir_statement *body;
} counted_loop;

bool analyse_counted(const ir_statement *loop, counted_loop *found);
/* enclosing: the loops around this one, outermost first. */
trip_count analyse_trips(const ir_statement *loop, const ir_statement *const *enclosing,
                         size_t enclosing_count);
/* Whether the loop visits 0, 1, …, n-1 for a size parameter n, or a constant; *size is the
 * extent. */
bool analyse_full_range(const counted_loop *loop, const ir_expression **size);
/* Whether any statement inside leaves the loop early (break, return, goto). */
bool analyse_leaves(const ir_statement *loop);
/* Whether something in the statement writes to the variable. */
bool analyse_writes(const ir_statement *statement, const ir_variable *variable);
bool analyse_mentions(const ir_expression *expression, const ir_variable *variable);

enum { CONTRACTION_MOST_LOOPS = 8, CONTRACTION_MOST_STAGES = 4, ELEMENT_MOST_AXES = 8 };

/* The axes of an element of a parameter, by the loops whose variables count them; none of *y, y[0].
 */
typedef struct element_axes {
    const ir_variable *parameter;
    size_t loops[ELEMENT_MOST_AXES]; /* by axis: which of the loops that were given */
    size_t count;
} element_axes;

/* Reads an element under these loops, outermost first: A[i][k], or A[i * n + k] of rows of n that
 * follow each other, in the order of the axes. False where an axis is counted otherwise. */
bool analyse_element(const ir_statement *const *loops, size_t depth, const ir_expression *element,
                     element_axes *axes);
/* The integer without the conversions to types as wide or wider. */
const ir_expression *analyse_strip_widening(const ir_expression *value);

/* What becomes of a sum before it is stored: sum op= value, sum = value where op is NONE, and that
 * only where the condition holds if there is one. */
typedef struct sum_stage {
    ir_operator op;
    const ir_expression *value, *condition; /* condition: or NULL */
} sum_stage;

/* The places of a sum of products in the tree. */
typedef struct sum_of_products {
    const ir_expression *accumulation; /* the assignment that adds */
    const ir_expression *added;        /* the product as it is added: with its conversions */
    const ir_expression *product;      /* its operands 0 and 1 are the factors */
    const ir_expression *target;       /* what is added to: a local, or the output's element */
    bool subtracted;
    const ir_expression *start;      /* NULL: zero */
    const ir_expression *start_site; /* the element of the output that starts so, or NULL: all loops
                                        around the start are loops[] */
    const ir_statement *start_loops[CONTRACTION_MOST_LOOPS];
    size_t start_depth;
    sum_stage stages[CONTRACTION_MOST_STAGES]; /* of a local, in their order */
    size_t stage_count;
    const ir_expression *output; /* the output's element; NULL for the function's result */
    const ir_expression *stored; /* what is stored there; NULL where that is added to */
    const ir_statement
        *loops[CONTRACTION_MOST_LOOPS]; /* around the accumulation, outermost first */
    size_t depth;
} sum_of_products;

/* A sum of products, or why there is none. *sum: what is summed over what, where that is a sum that
 * the runtime has kernels for, or NULL and then, of a sum of products, why there are none. */
bool analyse_contraction(arena *memory, const ir_function *function, const contraction **sum,
                         const char **reason, body_obstacle *obstacle);
/* The same as letters, dtypes and an epilogue; NULL where it is computed otherwise, or fused, or an
 * index stands twice: *obstacle then says why. */
const contraction *analyse_sum(arena *memory, const ir_function *function,
                               const sum_of_products *found, body_obstacle *obstacle);
/* Whether it is conj(x) of <complex.h> or <tgmath.h>. */
bool analyse_is_conjugate(const ir_expression *expression);

/* What reads the values that a sum starts at and is finished with. */
typedef struct sum_reader {
    arena *memory;
    const sum_of_products *found;
    contraction *result;
    char of_loop[CONTRACTION_MOST_LOOPS]; /* the letter of each loop; 0: none yet */
    body_obstacle *obstacle;
} sum_reader;

/* Notes why no tile computes it, if nothing is noted yet; false. */
bool analyse_refuse_tiles(sum_reader *in, const ir_expression *at, const char *text);
/* Whether C casts from one dtype to the other as tiles do. */
bool analyse_casts_alike(weft_dtype from, weft_dtype to);
/* Whether a value of dtype `from` becomes one of `to` by one conversion at most. */
bool analyse_is_one_cast(const ir_expression *value, weft_dtype from, weft_dtype to);
/* Fill start, terms and steps of the result, whose letters and dtype are known. */
bool analyse_start(sum_reader *in);
bool analyse_epilogue(sum_reader *in, weft_dtype stored);
bool analyse_sequential(arena *memory, const ir_function *function, const char **reason);
/* Whether a function of two numbers returns the larger, 1, or the less, -1, of any but NaN; 0:
 * neither, or nobody knows. */
int analyse_best(const body *read);
/* Whether a walk looks for the largest or the least and for nothing else, so that blocks of it may
 * be looked at in any order: then fills *find. */
bool analyse_find(const team_walk *walk, body_find *find);
/* Whether it does nothing with its arrays but walk along the one axis from begin to end, once or
 * more. */
bool analyse_walks(const ir_function *function);

/* Whether a statement that counts goes through elements one by one, from a constant to the last. */
bool analyse_is_walk(const ir_statement *statement, counted_loop *counted);

/* Whether a compiler makes vectors of it: of a function of single elements, of a loop. A guess that
 * only estimates of cost are made from. */
bool analyse_packs(const body *read);
bool analyse_loop_packs(const ir_statement *loop);

void analyse_operands(arena *memory, body *result);
void analyse_costs(arena *memory, body *result);
void analyse_loops(body *result);

/* Whether a function can reach itself; *call is then a call that closes the cycle. */
bool analyse_recursion(const ir_function *function, const ir_expression **call);
/* Whether it reads and writes nothing but its operands, constants and locals. */
bool analyse_purity(const ir_function *function);

/* Warns of integer divisions whose divisor may be zero. */
void analyse_divisions(const ir_function *function, diagnostics *messages);

#endif
