#include "run_options.h"

#include "arguments.h"
#include "operands.h"

enum { KEY_WHERE = 768 };

static const struct argp_option options[] = {
    {"where", KEY_WHERE, "FILE", 0,
     "Compute only where this array of bool is true; the other elements are 0", 2},
    {0},
};

static error_t parse(int key, char *word, struct argp_state *state)
{
    run_options *given = state->input;
    switch (key) {
    case KEY_WHERE:
        given->where = arguments_plain(word);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp run_options_grammar = {.options = options, .parser = parse};

bool run_options_open(run_options *given, call_request *request)
{
    if (given->where) {
        if (!operands_read(given->where, &given->mask))
            return false;
        request->options.where = &given->mask;
    }
    return true;
}

void run_options_clear(run_options *given)
{
    weft_array_clear(&given->mask);
}
