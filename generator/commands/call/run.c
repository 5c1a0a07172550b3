#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "commands/arguments.h"
#include "commands/commands.h"
#include "commands/interrupt.h"
#include "commands/publish.h"
#include "commands/report.h"
#include "library.h"
#include "lists.h"
#include "operands.h"
#include "run_options.h"
#include "text/file.h"

enum { KEY_TARGET = 512 };

/* "cpu, parallel, gpu, " */
#define LISTED(ENUM, name, kernels) #name ", "
#define TARGETS                     WEFT_TARGETS(LISTED)

/* What `weft run` was asked for. */
typedef struct run_request {
    call_request call;
    method_options how;
    run_options rest;
    text_list outputs; /* -o, in order */
    bool verbose;
} run_request;

static const struct argp_option options[] = {
    {NULL, 'o', "OUT.npy", 0, "Write an output here; once for each output, in their order", 0},
    {"target", KEY_TARGET, "TARGET", 0, TARGETS "or auto (the default)", 0},
    {"verbose", 'v', NULL, 0,
     "Say how each call is computed, which target ran, the shapes and the time", 0},
    {0},
};

static const char text[] =
    "Calls function UFUNC of library LIB. Each IN is a .npy file or a number: -2.5, 3, 1+2j, true. "
    "A number takes the dtype of the arrays beside it. A file whose name is a number is written "
    "./5, and one that begins with a dash stands behind --. Lists are an array of all elements, "
    "with "
    "--offsets, or the rows of one. All outputs are written, or none.\n"
    "\n"
    "A function of two inputs and one output also has UFUNC.reduce IN, UFUNC.accumulate IN, "
    "UFUNC.reduceat IN INDICES, UFUNC.outer A B and UFUNC.at IN INDICES VALUES, which writes a "
    "copy of IN with the items updated; UFUNC.reduce_segments IN OFFSETS reduces lists, and "
    "UFUNC.reduce_keys IN KEYS --count=N groups. A declared reduction has UFUNC.reduce IN... and "
    "these two alone."
    "\vExamples:\n"
    "  weft run ./libkernels.so matmul A.npy B.npy -o C.npy --target=gpu\n"
    "  weft run ./libkernels.so hypotenuse x.npy -2.5 -o h.npy\n"
    "  weft run std add.reduce A.npy -o total.npy --axis=all\n"
    "  weft run std divmod x.npy 3 -o quotient.npy -o remainder.npy -v\n";

static weft_target find_target(const char *word, struct argp_state *state)
{
    for (weft_target target = WEFT_AUTO; target < WEFT_TARGET_END; target++)
        if (strcmp(word, weft_target_name(target)) == 0)
            return target;
    argp_error(state, "--target: '%s' is none of " TARGETS "auto", word);
    return WEFT_AUTO;
}

static error_t parse(int key, char *word, struct argp_state *state)
{
    run_request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->call;
        state->child_inputs[1] = &request->how;
        state->child_inputs[2] = &request->rest;
        return 0;
    case 'o':
        text_add(request->call.memory, &request->outputs, arguments_plain(word));
        return 0;
    case 'v':
        request->verbose = true;
        return 0;
    case KEY_TARGET:
        request->call.options.target = find_target(word, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&call_options_grammar, 0, NULL, 0},
                                             {&method_grammar, 0, NULL, 0},
                                             {&run_options_grammar, 0, NULL, 0},
                                             {0}};
static const struct argp grammar = {
    options, parse, "LIB UFUNC IN...", text, children, NULL, NULL,
};

static bool check_outputs(const run_request *request)
{
    const text_list *names = &request->outputs;
    for (size_t i = 0; i < names->count; i++) {
        if (!publish_check(request->call.memory, names->items[i]) ||
            !library_check_output(request->call.memory, request->call.words.items[0],
                                  names->items[i]))
            return false;
        for (size_t k = 0; k < i; k++)
            if (file_would_be_same(request->call.memory, names->items[i], names->items[k])) {
                report_error("two outputs cannot both be %s", names->items[i]);
                return false;
            }
    }
    return true;
}

/* Writes every output under another name beside its own; *written counts those that stand. */
static bool write_aside(const run_request *request, const weft_array *outputs, const char **aside,
                        size_t *written)
{
    weft_error error;
    for (size_t i = 0; i < request->outputs.count; i++) {
        const char *name = request->outputs.items[i];
        aside[i] = arena_format(request->call.memory, "%s/.weft-%ld-%zu.npy",
                                text_folder(request->call.memory, name), (long)getpid(), i);
        const weft_array elements = lists_elements(&outputs[i]);
        if (weft_npy_write(aside[i], &elements, &error) != WEFT_OK) {
            report_error("%s", text_replace(request->call.memory, error.text, aside[i], name));
            return false;
        }
        ++*written;
    }
    return true;
}

/* All outputs get their names only when all are written, so that a failure leaves no file. */
static bool write_outputs(const run_request *request, const weft_array *outputs)
{
    const char *aside[WEFT_MAX_OPERANDS];
    size_t written = 0, renamed = 0;
    interrupt_hold();
    bool is_done = write_aside(request, outputs, aside, &written) && !interrupt_came();
    for (; is_done && renamed < written; renamed++)
        if (rename(aside[renamed], request->outputs.items[renamed]) != 0) {
            report_error("cannot write %s: %s", request->outputs.items[renamed], strerror(errno));
            is_done = false;
            break;
        }
    for (size_t i = renamed; i < written; i++)
        unlink(aside[i]);
    interrupt_release();
    return is_done;
}

/* "float32(3, 4)"; a number as it was written, since it takes the dtype of the arrays. */
static const char *format_operand(const run_request *request, const weft_array *array, int number)
{
    arena *memory = request->call.memory;
    if (array->flags & WEFT_ARRAY_WEAK)
        return request->call.words.items[number + 2];
    return arena_format(memory, "%s%s", weft_dtype_name((weft_dtype)array->dtype),
                        operands_format_shape(memory, array));
}

static void print_call(const run_request *request, const call_operands *all, weft_target target,
                       double seconds)
{
    arena *memory = request->call.memory;
    int inputs = all->input_count, count = inputs + all->output_count;
    const char *shapes = "";
    for (int i = 0; i < count; i++)
        if (all->pointers[i]) /* else a default, or the number of the item */
            shapes = arena_format(memory, "%s%s%s", shapes,
                                  i == inputs ? " -> "
                                  : i         ? " "
                                              : "",
                                  format_operand(request, &all->arrays[i], i));
    /* a method takes its steps one by one, and chooses for each */
    const char *ran = all->method != METHOD_CALL && target == WEFT_AUTO
                          ? "targets as above"
                          : arena_format(memory, "target %s", weft_target_name(target));
    fprintf(stderr, "%s: %s, %s, %.6g s\n", request->call.words.items[1], ran, shapes, seconds);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool call(run_request *request, call_operands *all)
{
    weft_error error;
    weft_options *given = &request->call.options;
    weft_target target = given->target;
    weft_status status = WEFT_OK;
    if (all->method == METHOD_CALL) {
        given->axis = request->how.axis_count > 0 ? request->how.axes : NULL;
        given->keepdims = request->how.keepdims;
    }
    if (request->verbose)
        setenv("WEFT_TRACE", "1", 1); /* libweft reads it once, and choosing reads it */
    if (all->method == METHOD_CALL)
        status = weft_target_choose(all->ufunc, all->pointers, given, &target, &error);
    double start = seconds_now();
    given->target = target;
    if (status == WEFT_OK && all->method == METHOD_CALL)
        status = weft_call(all->ufunc, all->pointers, given, &error);
    else if (status == WEFT_OK)
        status = method_run(all->method, all->ufunc, all->arrays, &request->how, given, &error);
    if (status != WEFT_OK) {
        call_options_report(request->call.memory, error.text);
        return false;
    }
    double seconds = seconds_now() - start;
    if (!write_outputs(request, all->arrays + all->input_count))
        return false;
    run_options_report(&request->rest);
    if (request->verbose)
        print_call(request, all, target, seconds);
    return true;
}

int command_run(int argc, char **argv)
{
    arena *memory = arena_new();
    run_request request = {.call = {.memory = memory}, .how = {.axis_count = -1, .count = -1}};
    call_operands all = {0};
    int status = arguments_parse(&grammar, argc, argv, memory, &request);
    if (status == STATUS_DONE)
        status = operands_open(&request.call, (int)request.outputs.count, &all);
    if (status == STATUS_DONE &&
        !method_check(all.method, request.call.words.items[1], &request.how))
        status = STATUS_USAGE;
    if (status == STATUS_DONE &&
        (!run_options_open(&request.rest, &all, request.how.keepdims, &request.call) ||
         !check_outputs(&request) || !call(&request, &all)))
        status = STATUS_FAILED;
    operands_clear(&all);
    run_options_clear(&request.rest);
    arena_free(memory);
    return status;
}
