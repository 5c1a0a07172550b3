#include "call_options.h"

#include <limits.h>
#include <string.h>

#include "commands/arguments.h"
#include "commands/report.h"

enum { KEY_THREADS = 256, KEY_DEVICE, KEY_CASTING, KEY_OFFSETS };

static const struct argp_option options[] = {
    {"threads", KEY_THREADS, "N", 0,
     "parallel: at most N threads. bench tries each of N,N,...; of a function with WEFT_LAUNCH "
     "blocks of "
     "N threads on gpu",
     1},
    {"device", KEY_DEVICE, "N", 0, "gpu: the number of the CUDA device, 0 by default", 1},
    {"casting", KEY_CASTING, "RULE", 0,
     "Which casts are allowed: no, equiv, safe, same_kind (the default), unsafe", 1},
    {"offsets", KEY_OFFSETS, "[NAME=]FILE", 0,
     "For functions of lists, whose layout has n~: where each list begins in the array of all "
     "elements, and where the last one ends; of n alone, if NAME is n",
     1},
    {0},
};

static weft_casting find_casting(const char *word)
{
    static const char *const names[] = {
        [WEFT_CASTING_NO] = "no",         [WEFT_CASTING_EQUIV] = "equiv",
        [WEFT_CASTING_SAFE] = "safe",     [WEFT_CASTING_SAME_KIND] = "same_kind",
        [WEFT_CASTING_UNSAFE] = "unsafe",
    };
    for (size_t i = WEFT_CASTING_NO; i < sizeof names / sizeof *names; i++)
        if (strcmp(word, names[i]) == 0)
            return (weft_casting)i;
    return WEFT_CASTING_DEFAULT;
}

/* "4" or, for who tries several, "64,128". */
static void read_threads(char *word, call_request *request, struct argp_state *state)
{
    long number;
    request->thread_count = 0;
    for (char *at = word, *next; at; at = next) {
        next = strchr(at, ',');
        if (next)
            *next++ = 0;
        if (!text_whole_number(at, 1, INT_MAX, &number))
            argp_error(state, "--threads: '%s' is not a number from 1 on", arguments_plain(at));
        if (request->thread_count == (request->tries_threads ? CALL_MOST_THREADS : 1))
            argp_error(state, "--threads takes at most %zu number%s", request->thread_count,
                       request->tries_threads ? "s" : "");
        request->threads[request->thread_count++] = (int)number;
    }
    request->options.threads = request->thread_count == 1 ? request->threads[0] : 0;
}

static error_t parse(int key, char *word, struct argp_state *state)
{
    call_request *request = state->input;
    long number;
    switch (key) {
    case ARGP_KEY_ARG:
        text_add(request->memory, &request->words, arguments_plain(word));
        return 0;
    case ARGP_KEY_END:
        if (request->words.count < (request->least_words ? request->least_words : 2))
            argp_error(state, request->words.count        ? "UFUNC is missing"
                              : request->least_words == 1 ? "LIB is missing"
                                                          : "LIB and UFUNC are missing");
        return 0;
    case KEY_THREADS:
        read_threads(arena_copy(request->memory, word), request, state);
        return 0;
    case KEY_DEVICE:
        if (!text_whole_number(word, 0, INT16_MAX - 1, &number))
            argp_error(state, "--device: '%s' is not the number of a device",
                       arguments_plain(word));
        request->options.device = (int)number;
        return 0;
    case KEY_CASTING:
        request->options.casting = find_casting(word);
        if (request->options.casting == WEFT_CASTING_DEFAULT)
            argp_error(state, "--casting: '%s' is none of no, equiv, safe, same_kind, unsafe",
                       word);
        return 0;
    case KEY_OFFSETS:
        text_add(request->memory, &request->offsets, arguments_plain(word));
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp call_options_grammar = {.options = options, .parser = parse};

void call_options_report(arena *memory, const char *text)
{
    text = text_replace(memory, text, " options.floating_flags", " --flags");
    report_error("%s", text_replace(memory, text, " options.", " --"));
}
