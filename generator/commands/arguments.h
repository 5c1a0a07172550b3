/* arguments.h: a command line made ready for argp, which knows no long options with one dash and
 * takes every word with a dash in front for an option. */
#ifndef WEFT_ARGUMENTS_H
#define WEFT_ARGUMENTS_H

#include <argp.h>

#include "text.h"
#include "text/arena.h"

/* Parses a command line: 0, or the exit status to leave with. Help and wrong options end the tool
 * here, with status 0 and 2. The grammar's parser gets negative numbers behind a blank. */
int arguments_parse(const struct argp *grammar, int argc, char **argv, arena *memory, void *input);

/* Takes what stands behind "--", before argp mixes it with the other words, and returns argc
 * without it. */
int arguments_take_behind(arena *memory, int argc, char **argv, text_list *behind);

/* A word that is no option, as the user wrote it: without that blank. */
const char *arguments_plain(const char *word);

#endif
