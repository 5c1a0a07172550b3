/* method.h: what `weft run` does with a function beside calling it: the word behind the dot of
 * "add.reduce", and the options that go with it. */
#ifndef WEFT_TOOL_METHOD_H
#define WEFT_TOOL_METHOD_H

#include <argp.h>

#include <weft/weft.h>

#include "text/arena.h"

typedef enum call_method {
    METHOD_CALL,
    METHOD_REDUCE,
    METHOD_ACCUMULATE,
    METHOD_REDUCEAT,
    METHOD_OUTER,
    METHOD_AT,
    METHOD_REDUCE_SEGMENTS,
    METHOD_REDUCE_KEYS,
    METHOD_COUNT
} call_method;

/* The options that go with methods; --axis and --keepdims with calls too. */
typedef struct method_options {
    bool all, keepdims;
    int axes[WEFT_MAX_RANK];
    int axis_count;      /* -1: --axis was not given */
    const char *initial; /* a number; NULL: none */
    int64_t count;       /* of groups; -1: --count was not given */
    bool skip;
} method_options;

/* The grammar of --axis, --keepdims, --initial, --count and --skip; its input is a method_options
 * whose axis_count and count are -1. */
extern const struct argp method_grammar;

/* Splits "add.reduce" into the function's name, in the arena, and what is done with it. */
const char *method_split(arena *memory, const char *word, call_method *method);

/* "reduce, accumulate, … and at". */
const char *method_names(arena *memory);

/* How many inputs it takes, and what they are for a message where they are not the function's own:
 * those of calls and of declared reductions are. */
int method_input_count(call_method method, const weft_ufunc *ufunc);
const char *method_inputs(call_method method);

/* Whether declared reductions have the method. */
bool method_takes_declared(call_method method);

/* Whether the options that were given are ones of the method; else reports. `name` is the word of
 * the command line. */
bool method_check(call_method method, const char *name, const method_options *given);

/* Runs it: operands are its inputs, then the result, which is not given. */
weft_status method_run(call_method method, const weft_ufunc *ufunc, weft_array *operands,
                       const method_options *how, const weft_options *options, weft_error *error);

#endif
