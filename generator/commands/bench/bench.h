/* bench.h: what the parts of `weft bench` share. */
#ifndef WEFT_BENCH_H
#define WEFT_BENCH_H

#include "commands/call/operands.h"
#include "compare.h"

enum {
    BENCH_MAX_SIDES = WEFT_TARGET_END + CALL_MOST_THREADS /* one a target, and gpu on arrays of its
                                                             own; or some of these, by threads */
};

/* One way to make the call: a target, and where its arrays lie. */
typedef struct bench_side {
    const char *name;        /* "gpu, device arrays" */
    const char *refusal;     /* why it cannot be measured; NULL if it is */
    const weft_ufunc *ufunc; /* what is called, on blocks of another size where that is tried */
    weft_options options;
    bool is_missing; /* the machine has no such target: for every call the same refusal */
    bool is_on_device;
    weft_array arrays[WEFT_MAX_OPERANDS]; /* owns the outputs, and the inputs on a device */
    weft_array *pointers[WEFT_MAX_OPERANDS];
    weft_event *start, *end; /* where is_on_device */
    size_t repeats;          /* calls in one sample */
    double *seconds;         /* of one call, as the host sees it; one per round */
    double *device_seconds;  /* between the events; NULL on the host */
    comparison result;       /* against the first side that is called */
    const char *first;       /* the first element that is out of the limit, said; NULL: none */
} bench_side;

/* One benchmark. */
typedef struct bench {
    arena *memory;
    const call_operands *call;
    bench_side sides[BENCH_MAX_SIDES];
    size_t side_count, rounds; /* rounds that were measured */
    int64_t items;             /* of one call */
    int64_t bytes;             /* of all operands */
} bench;

/* Sets up every side and calls each once; those that fail say why in `refusal`. */
void bench_prepare(bench *all, const call_request *request);
/* A ufunc like one with a hand-written kernel, whose blocks have so many threads; in the arena. */
const weft_ufunc *bench_with_threads(arena *memory, const weft_ufunc *ufunc, int threads);
/* Whether a ufunc has such a kernel. */
bool bench_has_grid(const weft_ufunc *ufunc);
/* Times all sides, interleaved: so many rounds, or where `rounds` is 0 up to 11, fewer if they take
 * long. Reports and returns false if a call fails. */
bool bench_measure(bench *all, size_t rounds);
/* Compares every side's outputs with those of the first that was measured. Reports and returns
 * false if they cannot be had. */
bool bench_compare(bench *all);
void bench_clear(bench *all);

/* The median of the rounds; in the order of the values nothing is kept. */
double bench_median(const bench *all, const double *values);
/* The first side that was measured, NULL if there is none. */
const bench_side *bench_reference(const bench *all);
/* Whether the side's outputs are right: the same, or within rounding where a GPU computed. */
bool bench_is_right(const bench *all, const bench_side *side);

/* Prints the table. */
void bench_print(const bench *all, FILE *out);
/* Draws a bar chart as SVG; true if it could be written. */
bool bench_draw(const bench *all, FILE *out);

#endif
