/* `weft check`: the same calls on every target, and where their results differ. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "commands/arguments.h"
#include "commands/call/library.h"
#include "commands/commands.h"
#include "commands/report.h"
#include "commands/table.h"
#include "random_operands.h"

enum { KEY_ITEMS = 512, KEY_LOW, KEY_HIGH, KEY_SEED };

/* What `weft check` was asked for. */
typedef struct check_request {
    call_request call;
    random_rule rule;
} check_request;

/* What came of it. */
typedef struct check_result {
    arena *memory;
    table rows;
    size_t compared, wrong, refused;      /* calls of other targets than the first */
    const char *missing[WEFT_TARGET_END]; /* why this machine has no such target; NULL: it has */
} check_result;

static const struct argp_option options[] = {
    {"items", KEY_ITEMS, "N", 0, "Draw so many items; 1000 by default", 0},
    {"low", KEY_LOW, "X", 0,
     "Draw numbers from X on; by default the negative of --high, 0 for integers", 0},
    {"high", KEY_HIGH, "X", 0, "Draw numbers below X; 8 by default", 0},
    {"seed", KEY_SEED, "N", 0, "Draw other numbers; 0 by default", 0},
    {0},
};

static const char text[] =
    "Calls function UFUNC of library LIB on every target and compares the results with the cpu's: "
    "they are the same, or within rounding where a GPU computed; what is not is named by its first "
    "element. Each IN is a .npy file or a number. Where no IN is given, each loop of the function "
    "is called with random operands, and where no UFUNC is, each of the library. The exit status "
    "is 1 if a result is wrong."
    "\vExamples:\n"
    "  weft check ./libkernels.so matmul A.npy B.npy\n"
    "  weft check ./libkernels.so\n"
    "  weft check std hypot --items=100000 --low=0 --high=1\n";

static double parse_number(const char *option, const char *word, struct argp_state *state)
{
    char *end;
    const char *plain = arguments_plain(word);
    const double number = strtod(plain, &end);
    if (end == plain || *end || !isfinite(number))
        argp_error(state, "--%s: '%s' is not a number", option, plain);
    return number;
}

static long parse_count(const char *option, const char *word, struct argp_state *state)
{
    long number = 0;
    if (!text_whole_number(word, 0, INT32_MAX, &number))
        argp_error(state, "--%s: '%s' is not a number from 0 to %d", option, arguments_plain(word),
                   INT32_MAX);
    return number;
}

static error_t parse(int key, char *word, struct argp_state *state)
{
    check_request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        request->call.least_words = 1;
        state->child_inputs[0] = &request->call;
        return 0;
    case ARGP_KEY_END:
        if (!isnan(request->rule.low) && !(request->rule.low < request->rule.high))
            argp_error(state, "--low=%g is not below --high=%g", request->rule.low,
                       request->rule.high);
        return 0;
    case KEY_ITEMS:
        request->rule.items = parse_count("items", word, state);
        return 0;
    case KEY_SEED:
        request->rule.seed = (uint64_t)parse_count("seed", word, state);
        return 0;
    case KEY_LOW:
        request->rule.low = parse_number("low", word, state);
        return 0;
    case KEY_HIGH:
        request->rule.high = parse_number("high", word, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&call_options_grammar, 0, NULL, 0}, {0}};
static const struct argp grammar = {
    options, parse, "LIB [UFUNC [IN...]]", text, children, NULL, NULL,
};

/* One row a side: what was called, the target, what came out. */
static void add_rows(check_result *found, const bench *all, const char *called)
{
    for (size_t i = 0; i < all->side_count; i++) {
        const bench_side *side = &all->sides[i];
        const char *result = compare_format(found->memory, &side->result);
        if (side == bench_reference(all))
            continue;
        if (side->is_missing) { /* said once, below the rows */
            found->missing[side->options.target] = side->refusal;
            continue;
        }
        if (side->refusal) {
            result = arena_format(found->memory, "not called: %s", side->refusal);
            found->refused++;
        } else if (!bench_is_right(all, side)) {
            result = arena_format(found->memory, "WRONG: %s%s%s", result, side->first ? ": " : "",
                                  side->first ? side->first : "");
            found->wrong++;
        }
        found->compared += !side->refusal;
        const char **row = table_add_row(&found->rows);
        row[0] = called;
        row[1] = side->name;
        row[2] = result;
    }
}

/* Calls on every target, and compares. Reports and returns false where there is nothing to compare
 * with. */
static bool check_call(check_result *found, const call_operands *call, const weft_options *how,
                       const char *called)
{
    bench all = {.memory = found->memory, .call = call};
    const call_request request = {.memory = found->memory, .options = *how};
    bench_prepare(&all, &request);
    report_progress_end();
    bool is_done = bench_reference(&all) != NULL;
    if (!is_done)
        report_error("%s: %s", called, all.sides[0].refusal);
    is_done = is_done && bench_compare(&all);
    if (is_done)
        add_rows(found, &all, called);
    bench_clear(&all);
    return is_done;
}

static bool check_loop(check_result *found, const check_request *request, const weft_ufunc *ufunc,
                       const weft_loop *loop)
{
    call_operands call = {.ufunc = ufunc,
                          .method = METHOD_CALL,
                          .input_count = ufunc->input_count,
                          .output_count = ufunc->output_count};
    weft_options how = request->call.options;
    weft_dtype signature[WEFT_MAX_OPERANDS];
    weft_error error;
    const int64_t shape[] = {request->rule.items};
    for (int i = 0; i < ufunc->input_count + ufunc->output_count; i++)
        signature[i] = (weft_dtype)loop->dtypes[i];
    how.signature = signature;
    if (!weft_ufunc_given_inputs(ufunc)) {
        how.rank = 1;
        how.shape = shape;
    }
    const char *called =
        arena_format(found->memory, "%s %s", ufunc->name, strchr(loop->prototype, '('));
    bool is_done = random_operands(&call, loop, &request->rule, &error) == WEFT_OK;
    if (!is_done)
        report_error("%s: %s", called, error.text);
    is_done = is_done && check_call(found, &call, &how, called);
    operands_clear(&call);
    return is_done;
}

/* Each loop of a function on random operands. A declared reduction has no calls. */
static bool check_loops(check_result *found, const check_request *request, const weft_ufunc *ufunc)
{
    bool is_done = true;
    for (uint32_t i = 0; i < ufunc->loop_count && !ufunc->reducer; i++)
        is_done = check_loop(found, request, ufunc, &ufunc->loops[i]) && is_done;
    return is_done;
}

static int check_random(check_result *found, const check_request *request)
{
    const text_list *words = &request->call.words;
    weft_library *library = library_open(found->memory, words->items[0]);
    if (!library)
        return STATUS_FAILED;
    const weft_library_table *contents = weft_library_contents(library);
    bool is_done = true;
    for (uint32_t i = 0; i < contents->count && words->count < 2; i++)
        is_done = check_loops(found, request, contents->ufuncs[i]) && is_done;
    if (words->count == 2) {
        const weft_ufunc *ufunc = operands_find(&request->call, library, words->items[1]);
        is_done = ufunc && check_loops(found, request, ufunc);
    }
    weft_library_close(library);
    return is_done ? STATUS_DONE : STATUS_FAILED;
}

static int check_given(check_result *found, const check_request *request)
{
    call_operands call = {0};
    int status = operands_open(&request->call, -1, &call);
    if (status == STATUS_DONE &&
        !check_call(found, &call, &request->call.options, request->call.words.items[1]))
        status = STATUS_FAILED;
    operands_clear(&call);
    return status;
}

static void print_result(const check_result *found)
{
    table_print(&found->rows, stdout);
    for (int target = 0; target < WEFT_TARGET_END; target++)
        if (found->missing[target])
            printf("%s: %s\n", weft_target_name((weft_target)target), found->missing[target]);
    if (found->compared)
        printf("%zu of %zu results are wrong\n", found->wrong, found->compared);
    if (found->refused)
        printf("%zu calls could not be made\n", found->refused);
}

int command_check(int argc, char **argv)
{
    arena *memory = arena_new();
    check_request request = {.call = {.memory = memory},
                             .rule = {.items = 1000, .low = NAN, .high = 8}};
    check_result found = {.memory = memory, .rows = {.memory = memory, .column_count = 3}};
    int status = arguments_parse(&grammar, argc, argv, memory, &request);
    if (status == STATUS_DONE)
        status = request.call.words.count > 2 ? check_given(&found, &request)
                                              : check_random(&found, &request);
    print_result(&found);
    if (found.wrong)
        status = STATUS_FAILED;
    arena_free(memory);
    return status;
}
