#include "run_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/arguments.h"
#include "commands/report.h"
#include "operands.h"

enum {
    KEY_WHERE = 768,
    KEY_ORDER,
    KEY_DTYPE,
    KEY_SIGNATURE,
    KEY_AXES,
    KEY_FLAGS,
    KEY_STATUS,
    KEY_SHAPE
};

static const struct argp_option options[] = {
    {"where", KEY_WHERE, "FILE", 0,
     "Compute only where this array of bool is true; the other elements are 0", 2},
    {"order", KEY_ORDER, "ORDER", 0,
     "Memory order of the outputs: K (as the inputs, the default), C, F, or A (F if all inputs "
     "are)",
     2},
    {"dtype", KEY_DTYPE, "DTYPE", 0, "Take the loop that gives this dtype; inputs are cast", 2},
    {"signature", KEY_SIGNATURE, "LIST", 0,
     "Take the loop of these dtypes, inputs first, with commas; any leaves one open", 2},
    {"axes", KEY_AXES, "LIST", 0,
     "The core axes of each operand, as in (0,1),(-1,0),(0,1); those of outputs without core "
     "dimensions may be left out",
     2},
    {"shape", KEY_SHAPE, "LIST", 0,
     "One more shape that the operands broadcast with, as in 1000,3: that of the outputs where "
     "numbers of items are the only inputs",
     2},
    {"flags", KEY_FLAGS, NULL, 0,
     "Print the floating-point flags that the call raised: divide, overflow, underflow, invalid, "
     "or "
     "none",
     2},
    {"status", KEY_STATUS, "RULE", 0,
     "What errors in the status of a function do: fail the call (the default), count, or keep, "
     "which "
     "asks for warnings neither",
     2},
    {0},
};

static weft_order find_order(const char *word, struct argp_state *state)
{
    static const char names[] = {
        [WEFT_ORDER_K] = 'K', [WEFT_ORDER_C] = 'C', [WEFT_ORDER_F] = 'F', [WEFT_ORDER_A] = 'A'};
    for (size_t i = 0; i < sizeof names; i++)
        if (word[0] == names[i] && !word[1])
            return (weft_order)i;
    argp_error(state, "--order: '%s' is none of K, C, F, A", word);
    return WEFT_ORDER_K;
}

static weft_code_rule find_rule(const char *word, struct argp_state *state)
{
    static const char *const names[] = {
        [WEFT_CODES_FAIL] = "fail", [WEFT_CODES_COUNT] = "count", [WEFT_CODES_KEEP] = "keep"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(word, names[i]) == 0)
            return (weft_code_rule)i;
    argp_error(state, "--status: '%s' is none of fail, count, keep", word);
    return WEFT_CODES_FAIL;
}

static weft_dtype find_dtype(const char *option, const char *word, struct argp_state *state)
{
    weft_dtype dtype = weft_dtype_find(word);
    if (dtype == WEFT_NONE)
        argp_error(state, "%s: '%s' is no dtype", option, word);
    return dtype;
}

static void parse_signature(const char *word, run_options *given, struct argp_state *state)
{
    char name[24];
    given->signature_count = 0;
    for (const char *at = word; at;) {
        size_t length = strcspn(at, ",");
        if (given->signature_count == WEFT_MAX_OPERANDS)
            argp_error(state, "--signature: more than %d dtypes", WEFT_MAX_OPERANDS);
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name), at);
        given->signature[given->signature_count++] =
            strcmp(name, "any") == 0 ? WEFT_NONE : find_dtype("--signature", name, state);
        at = at[length] ? at + length + 1 : NULL;
    }
}

/* One tuple, "(0,-1)"; the text behind it, NULL if it is none. */
static const char *parse_tuple(const char *at, run_options *given)
{
    int *count = &given->tuples[given->tuple_count++];
    *count = 0;
    if (*at++ != '(')
        return NULL;
    while (*at && *at != ')') {
        char *end;
        long axis = strtol(at, &end, 10);
        if (end == at || axis < -WEFT_MAX_RANK || axis >= WEFT_MAX_RANK ||
            *count == WEFT_MAX_RANK || (*end != ',' && *end != ')'))
            return NULL;
        given->axes[given->axis_count++] = (int)axis;
        ++*count;
        at = *end == ',' ? end + 1 : end;
    }
    return *at == ')' ? at + 1 : NULL;
}

static void parse_axes(const char *word, run_options *given, struct argp_state *state)
{
    const char *at = word;
    given->tuple_count = given->axis_count = 0;
    do {
        at = parse_tuple(at, given);
    } while (at && *at == ',' && given->tuple_count < WEFT_MAX_OPERANDS && at++);
    if (!at || *at)
        argp_error(state, "--axes: '%s' is no list like (0,1),(-1)", word);
}

static void parse_shape(const char *word, run_options *given, struct argp_state *state)
{
    given->rank = 0;
    for (const char *at = word; at;) {
        char *end;
        errno = 0;
        const long long size = strtoll(at, &end, 10);
        if (end == at || (*end && *end != ',') || size < 0 || errno || given->rank == WEFT_MAX_RANK)
            argp_error(state, "--shape: '%s' is no list of at most %d sizes, like 1000,3", word,
                       WEFT_MAX_RANK);
        given->shape[given->rank++] = size;
        at = *end ? end + 1 : NULL;
    }
}

static error_t parse(int key, char *word, struct argp_state *state)
{
    run_options *given = state->input;
    switch (key) {
    case KEY_WHERE:
        given->where = arguments_plain(word);
        return 0;
    case KEY_ORDER:
        given->order = find_order(word, state);
        return 0;
    case KEY_DTYPE:
        given->dtype = find_dtype("--dtype", word, state);
        return 0;
    case KEY_SIGNATURE:
        parse_signature(word, given, state);
        return 0;
    case KEY_FLAGS:
        given->reports_flags = true;
        return 0;
    case KEY_STATUS:
        given->codes.rule = find_rule(word, state);
        return 0;
    case KEY_SHAPE:
        parse_shape(arguments_plain(word), given, state);
        return 0;
    case KEY_AXES:
        parse_axes(arguments_plain(word), given, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp run_options_grammar = {.options = options, .parser = parse};

/* Whether there is a tuple for every operand that needs one, of its core rank. */
static bool check_axes(const run_options *given, const weft_ufunc *ufunc, bool keepdims)
{
    int count = ufunc->input_count + ufunc->output_count;
    if (given->tuple_count > count) {
        report_error("--axes has %d tuples; %s has %d operands", given->tuple_count, ufunc->name,
                     count);
        return false;
    }
    for (int i = 0; i < given->tuple_count; i++) {
        bool keeps = keepdims && i >= ufunc->input_count;
        int rank = ufunc->operands[keeps ? 0 : i].core_rank;
        if (given->tuples[i] != rank) {
            report_error("--axes names %d axes of operand %d (%s) of %s, which has %d core "
                         "dimensions",
                         given->tuples[i], i, ufunc->operands[i].name, ufunc->name, rank);
            return false;
        }
    }
    return true;
}

bool run_options_open(run_options *given, const call_operands *all, bool keepdims,
                      call_request *request)
{
    const weft_ufunc *ufunc = all->ufunc;
    bool is_call = all->method == METHOD_CALL, calls = is_call || all->method == METHOD_OUTER;
    if ((!is_call && (given->tuple_count || given->rank)) ||
        (!calls && (given->order || given->reports_flags))) {
        report_error("%s goes with calls, not with %s",
                     given->tuple_count ? "--axes"
                     : given->rank      ? "--shape"
                     : given->order     ? "--order"
                                        : "--flags",
                     request->words.items[1]);
        return false;
    }
    if (given->tuple_count && !check_axes(given, ufunc, keepdims))
        return false;
    if (given->where) {
        if (!operands_read(given->where, &given->mask))
            return false;
        request->options.where = &given->mask;
    }
    int operand_count = ufunc->input_count + ufunc->output_count;
    if (given->signature_count > 0 && given->signature_count != operand_count) {
        report_error("--signature names %d dtypes; %s has %d operands", given->signature_count,
                     ufunc->name, operand_count);
        return false;
    }
    request->options.axes = given->tuple_count ? given->axes : NULL;
    request->options.axes_count = given->axis_count;
    request->options.rank = given->rank;
    request->options.shape = given->rank ? given->shape : NULL;
    request->options.floating_flags = given->reports_flags ? &given->flags : NULL;
    request->options.size = sizeof request->options;
    request->options.codes = calls ? &given->codes : NULL;
    request->options.order = given->order;
    request->options.dtype = given->dtype;
    request->options.signature = given->signature_count ? given->signature : NULL;
    return true;
}

void run_options_report(const run_options *given)
{
    static const char *const names[] = {"divide", "overflow", "underflow", "invalid"};
    if (given->codes.errors || given->codes.warnings)
        report_warning("%s", given->codes.text);
    if (!given->reports_flags)
        return;
    printf("floating-point flags:");
    for (int k = 0; k < 4; k++)
        if (given->flags >> k & 1)
            printf(" %s", names[k]);
    printf("%s\n", given->flags ? "" : " none");
}

void run_options_clear(run_options *given)
{
    weft_array_clear(&given->mask);
}
