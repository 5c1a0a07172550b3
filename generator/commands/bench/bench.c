#include "bench.h"

#include "commands/arguments.h"
#include "commands/call/library.h"
#include "commands/commands.h"
#include "commands/publish.h"
#include "commands/report.h"
#include "text/file.h"

enum { KEY_ROUNDS = 512, KEY_SVG };

/* What `weft bench` was asked for. */
typedef struct bench_request {
    call_request call;
    size_t rounds; /* 0: not said */
    const char *chart;
} bench_request;

static const struct argp_option options[] = {
    {"rounds", KEY_ROUNDS, "N", 0, "Measure N rounds; by default 11, or fewer within 20 seconds",
     0},
    {"svg", KEY_SVG, "FILE", 0, "Draw the times as a bar chart", 0},
    {0},
};

static const char text[] =
    "Calls function UFUNC of library LIB on every target, side by side: times are medians of "
    "interleaved rounds after a warm-up, outputs are reused, and every result is checked against "
    "the cpu. On gpu once with host arrays, which are copied there and back, and once with arrays "
    "that stay on the device. Each IN is a .npy file or a number. The exit status is 1 if a result "
    "is wrong."
    "\vExamples:\n"
    "  weft bench ./libkernels.so matmul A.npy B.npy\n"
    "  weft bench std add x.npy 1.5 --rounds=31 --svg add.svg\n"
    "  weft bench ./libkernels.so vector_add a.npy b.npy --threads=64,128,256\n";

static error_t parse(int key, char *word, struct argp_state *state)
{
    bench_request *request = state->input;
    long number;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->call;
        return 0;
    case KEY_ROUNDS:
        if (!text_whole_number(word, 1, 100000, &number))
            argp_error(state, "--rounds: '%s' is not a number from 1 to 100000",
                       arguments_plain(word));
        request->rounds = (size_t)number;
        return 0;
    case KEY_SVG:
        request->chart = word;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&call_options_grammar, 0, NULL, 0}, {0}};
static const struct argp grammar = {
    options, parse, "LIB UFUNC IN...", text, children, NULL, NULL,
};

static bool draw(const bench *all, const char *path)
{
    const char *name;
    FILE *out = publish_open(all->memory, path, 0666, &name);
    return out && publish_close(out, name, path, bench_draw(all, out));
}

/* Where not even the cpu could be called, the call itself is wrong: its own error says so. */
static bool check_sides(const bench *all)
{
    if (bench_reference(all))
        return true;
    report_error("%s", all->sides[0].refusal);
    return false;
}

static bool check_results(const bench *all)
{
    bool is_right = true;
    for (size_t i = 0; i < all->side_count; i++)
        if (!all->sides[i].refusal && !bench_is_right(all, &all->sides[i])) {
            const char *first = all->sides[i].first;
            report_error("the result of %s differs from that of %s%s%s", all->sides[i].name,
                         bench_reference(all)->name, first ? ": " : "", first ? first : "");
            is_right = false;
        }
    return is_right;
}

/* The chart is nothing but a new file, or takes the place of an old chart. */
static bool check_chart(const bench_request *request)
{
    const text_list *words = &request->call.words;
    if (!publish_check(request->call.memory, request->chart) ||
        !library_check_output(request->call.memory, words->items[0], request->chart))
        return false;
    for (size_t i = 2; i < words->count; i++)
        if (file_is_same(words->items[i], request->chart)) {
            report_error("--svg=%s is an input", request->chart);
            return false;
        }
    return true;
}

static bool measure(bench *all, const bench_request *request)
{
    if (request->chart && !check_chart(request))
        return false;
    bench_prepare(all, &request->call);
    report_progress_end();
    if (!check_sides(all) || !bench_measure(all, request->rounds) || !bench_compare(all))
        return false;
    bench_print(all, stdout);
    if (request->chart && !draw(all, request->chart))
        return false;
    return check_results(all);
}

int command_bench(int argc, char **argv)
{
    arena *memory = arena_new();
    bench_request request = {.call = {.memory = memory, .tries_threads = true}};
    call_operands call = {0};
    bench all = {.memory = memory, .call = &call};
    int status = arguments_parse(&grammar, argc, argv, memory, &request);
    if (status == STATUS_DONE)
        status = operands_open(&request.call, -1, &call);
    if (status == STATUS_DONE && !measure(&all, &request))
        status = STATUS_FAILED;
    bench_clear(&all);
    operands_clear(&call);
    arena_free(memory);
    return status;
}
