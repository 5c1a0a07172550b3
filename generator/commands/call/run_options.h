/* run_options.h: the options of a call that only `weft run` takes. */
#ifndef WEFT_RUN_OPTIONS_H
#define WEFT_RUN_OPTIONS_H

#include "operands.h"

/* What they name; cleared by run_options_clear. */
typedef struct run_options {
    const char *where; /* --where, as written; NULL if absent */
    weft_array mask;   /* and read */
    weft_order order;
    weft_dtype dtype;
    int signature_count; /* 0: no --signature */
    weft_dtype signature[WEFT_MAX_OPERANDS];
    bool reports_flags; /* --flags */
    unsigned flags;     /* that the call raised */
    weft_codes codes;   /* --status, and what was said */
    int rank;           /* of --shape; 0: none is given */
    int64_t shape[WEFT_MAX_RANK];
    int tuple_count;               /* 0: no --axes */
    int tuples[WEFT_MAX_OPERANDS]; /* axes of each */
    int axis_count;
    int axes[WEFT_MAX_OPERANDS * WEFT_MAX_RANK];
} run_options;

/* The grammar of these options; its input is a run_options. */
extern const struct argp run_options_grammar;

/* Reads what the options name and points the call's options at it; reports what is wrong. */
bool run_options_open(run_options *given, const call_operands *all, bool keepdims,
                      call_request *request);
/* Prints what the options ask for once the call has succeeded. */
void run_options_report(const run_options *given);
void run_options_clear(run_options *given);

#endif
