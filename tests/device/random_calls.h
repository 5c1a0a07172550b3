/* random_calls.h: what programs of random calls begin with: statuses that end them, and numbers that are the same in every
 * run. Included once in a program. */
#ifndef TEST_RANDOM_CALLS_H
#define TEST_RANDOM_CALLS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

static weft_error error;

/* Ends the program where a call that must succeed did not; the text is that of `error`. */
static void check(weft_status status, const char *what)
{
    if (status == WEFT_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, error.text);
    exit(1);
}

/* Uniform in [0, limit). */
static int64_t below(int64_t limit)
{
    static uint64_t state = 0x9e3779b97f4a7c15u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (int64_t)(state % (uint64_t)limit);
}

#endif
