/* call_options.h: the options and words that run and bench share. */
#ifndef WEFT_CALL_OPTIONS_H
#define WEFT_CALL_OPTIONS_H

#include <argp.h>

#include <weft/weft.h>

#include "commands/text.h"

/* What to call, with what. */
typedef struct call_request {
    arena *memory;
    text_list words; /* LIB, UFUNC, IN… as arguments_parse hands them over */
    weft_options options;
} call_request;

/* The grammar of --threads, --device and --casting; its input is a call_request with
 * `memory` set. */
extern const struct argp call_options_grammar;

/* Takes one word of the command line. */
void call_options_add_word(call_request *request, const char *word);
/* Reports a wrong command line where LIB or UFUNC is missing. */
void call_options_check(const call_request *request, struct argp_state *state);

/* Reports the error of a call with its options named as on the command line. */
void call_options_report(arena *memory, const char *text);

#endif
