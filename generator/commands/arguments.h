/* arguments.h: a command line made ready for argp, which knows no long options with one dash and
 * takes every word with a dash in front for an option. */
#ifndef WEFT_ARGUMENTS_H
#define WEFT_ARGUMENTS_H

#include <argp.h>

#include "../arena.h"

/* A copy of argv in which "-isystem DIR" and "-std=X" have two dashes, as compilers' options that
 * argp can read, and negative numbers stand behind a blank, which arguments_plain takes away. What
 * stands behind "--" is left alone. */
char **arguments_prepare(arena *memory, int argc, char **argv);

/* The word as the user wrote it. */
const char *arguments_plain(const char *word);

/* Parses a prepared command line: 0, or the exit status to leave with. Help and wrong options end
 * the tool here, with status 0 and 2. */
int arguments_parse(const struct argp *grammar, int argc, char **argv, arena *memory, void *input);

#endif
