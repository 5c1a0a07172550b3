/* explain.h: what is said of each ufunc, gathered once: explain_text.c prints it for people,
 * explain_json.c for programs, and generated text begins its sections with it. Everything is
 * borrowed from the run, but the lists, which are in its arena. */
#ifndef WEFT_EXPLAIN_H
#define WEFT_EXPLAIN_H

#include "model/declaration.h"
#include "model/options.h"
#include "tree/print_c.h"

/* A size parameter and its power. */
typedef struct explained_power {
    const char *name;
    unsigned power;
} explained_power;

/* One term of the cost of an item. */
typedef struct explained_cost {
    double nanoseconds;
    explained_power *powers; /* none of them 0 */
    size_t power_count;
} explained_cost;

/* An operand with core dimensions, and why it must be a block; NULL: it may have any strides. */
typedef struct explained_block {
    const char *operand;
    const char *reason;
    location place;
} explained_block;

/* An operand that the function treats otherwise than its side of the arrow says. */
typedef struct explained_effect {
    const char *operand;
    bool written;           /* an input, which is written to; else an output that is kept */
    const body_effect *why; /* NULL: the source is not known */
} explained_effect;

/* Something that comes along with a function. */
typedef struct explained_piece {
    const char *name;
    location place;
    bool has_twin; /* the gpu has another of the name */
} explained_piece;

/* Which kernels serve on a target: their shapes, as bits of <weft/shapes.h>, and in words. */
typedef struct explained_kernels {
    uint64_t shapes;
    const char *words;
} explained_kernels;

/* One loop: its prototype, and a contraction that the runtime may compute, or NULL; of another sum
 * of products why it may not. */
typedef struct explained_loop {
    const char *prototype;
    const char *accumulator; /* the dtype of a declared reduction's; else NULL */
    const weft_contraction *sum;
    const char *const *names;      /* of the operands */
    const body_obstacle *obstacle; /* or NULL */
} explained_loop;

/* A function's body under its first loop. */
typedef struct explained_body {
    const char *kind, *reason; /* reason: NULL where there is none */
    bool divergent, recursive, pure;
    ir_gap gap; /* what the syntax tree cannot say, of this body or of a helper */
    explained_cost *costs;
    size_t cost_count;
    const char *cost; /* the same in words: "2.2 ns × m × n" */
    explained_block *blocks;
    size_t block_count;
} explained_body;

/* A nest that is computed by tiles of results, or with the rounds of its rows side by side, where
 * it has no columns: the counters of its loops, and where it is so. */
typedef struct explained_nest {
    const char *rows, *columns, *in_order;
    bool hosts, device;
    location place;
} explained_nest;

/* One C function. */
typedef struct explained_function {
    const char *name;
    const char *stage; /* of a declared reduction: "map"; else NULL */
    location place;
    explained_loop *loops; /* none of a stage */
    size_t loop_count;
    const explained_body *body; /* NULL: not known */
    const char *linked;         /* why a body that is known is linked; or NULL */
    const char *serial; /* why its items are computed one after the other, on one thread; or NULL */
    const char *launch; /* the grid of a hand-written kernel of the gpu's, as it is said; or NULL */
    const char *not_fused; /* why its products are not fused with sums; or NULL */
    const body_obstacle
        *no_lanes; /* why it has no vectors of items, which would be worth it; or NULL */
    const body_obstacle *no_team; /* why threads share no walks of a reorderable one; or NULL */
    location *rows;               /* loops inside whose rounds hosts compute as vectors */
    size_t row_count;
    const body_obstacle *no_rows; /* why none that calls functions of the C library is; or NULL */
    explained_nest *nests;
    size_t nest_count;
    const body_obstacle *no_nests; /* why none of those that might be by tiles is; or NULL */
    explained_effect *effects;
    size_t effect_count;
    explained_piece *pieces;
    size_t piece_count;
    const explained_kernels *hosts; /* NULL: none, or, of a declared reduction's stage, not said */
} explained_function;

/* What users call. */
typedef struct explained_ufunc {
    const char *name, *layout;
    bool is_reduction;
    explained_loop *loops; /* of a declared reduction; those of others are their functions' */
    size_t loop_count;
    explained_function *functions;
    size_t function_count;
    unsigned targets;                /* TARGET_… that serve it */
    const char *host_list;           /* all hosts: "cpu, parallel" */
    const char *host_words;          /* "cpu and parallel" */
    const explained_kernels *hosts;  /* the same for all functions; NULL: they differ */
    const explained_kernels *device; /* NULL: none, because of gpu_refusal */
    const char *gpu_refusal;
} explained_ufunc;

/* All of one run. */
typedef struct explanation {
    explained_ufunc *ufuncs;
    size_t count;
} explanation;

/* By weft_kernel_shape: "contiguous". */
extern const char *const explain_shape_names[];

/* Gathers what is said of a ufunc, in the arena. */
void explain_ufunc(arena *memory, const generate_options *options, const ufunc *shown,
                   explained_ufunc *fact);

void explain_print_text(const explanation *all, FILE *out);
void explain_print_json(const explanation *all, FILE *out);
/* A function in two lines: its layout, kind and cost; the kernels that serve it. */
const char *explain_head(arena *memory, const explained_ufunc *fact,
                         const explained_function *part);

#endif
