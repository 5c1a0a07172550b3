/* call_options.h: the options and words that run and bench share. */
#ifndef WEFT_CALL_OPTIONS_H
#define WEFT_CALL_OPTIONS_H

#include <argp.h>

#include <weft/weft.h>

#include "commands/text.h"

/* Numbers that --threads may name. */
enum { CALL_MOST_THREADS = 16 };

/* What to call, with what. */
typedef struct call_request {
    arena *memory;
    text_list words;    /* LIB, UFUNC, IN… as arguments_parse hands them over */
    size_t least_words; /* 0: LIB and UFUNC */
    weft_options options;
    int threads[CALL_MOST_THREADS]; /* that --threads names; one of them is options.threads, too */
    size_t thread_count;
    bool tries_threads; /* it may name several */
    text_list offsets;  /* --offsets, in order */
} call_request;

/* The grammar of --threads, --device, --casting and --offsets, and of LIB, UFUNC, IN…; its input is
 * a call_request with `memory` set. */
extern const struct argp call_options_grammar;

/* Reports the error of a call with its options named as on the command line. */
void call_options_report(arena *memory, const char *text);

#endif
