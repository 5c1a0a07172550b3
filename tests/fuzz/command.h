/* command.h: the tool within this process, kept from what a fuzz target cannot have: programs that it
 * starts, its exit, long measurements. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>

enum { COMMAND_BUILT = 100 }; /* `weft build` came as far as its first compiler */

/* The tool's main over these words, the first of them its name. Returns its exit status, 0 to 2, or
 * COMMAND_BUILT. */
int command_run_tool(int count, char **words);

#endif
