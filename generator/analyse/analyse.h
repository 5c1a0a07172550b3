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

enum { CONTRACTION_MOST_LOOPS = 8 };

/* The places of a sum of products in the tree. */
typedef struct sum_of_products {
    const ir_expression *accumulation; /* the assignment that adds */
    const ir_expression *product;      /* its operands 0 and 1 are the factors */
    const ir_expression *target;       /* what is added to: a local, or the output's element */
    const ir_expression *output;       /* the output's element; NULL for the function's result */
    const ir_expression *stored;       /* what is stored there; NULL where that is added to */
    const ir_statement *loops[CONTRACTION_MOST_LOOPS]; /* around the accumulation, outermost first */
    size_t depth;
} sum_of_products;

/* A sum of products, or why there is none. *sum: what is summed over what, where that is a sum that
 * the runtime has kernels for, or NULL. */
bool analyse_contraction(arena *memory, const ir_function *function, const contraction **sum,
                         const char **reason);
/* The same as letters and a dtype; NULL where it is computed otherwise than in one dtype
 * throughout, or fused, or an index stands twice. */
const contraction *analyse_sum(arena *memory, const ir_function *function,
                               const sum_of_products *found);
/* Whether it is conj(x) of <complex.h> or <tgmath.h>. */
bool analyse_is_conjugate(const ir_expression *expression);
bool analyse_sequential(arena *memory, const ir_function *function, const char **reason);

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
