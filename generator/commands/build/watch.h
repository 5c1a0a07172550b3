/* watch.h: an end for the reading of a text that has none. Hostile C can make libclang crash, run
 * for ever or take all memory; then the tool ends with an error, and nothing is written. */
#ifndef WEFT_WATCH_H
#define WEFT_WATCH_H

enum { WATCH_USUAL_SECONDS = 300 }; /* of processor time */

/* How long the next reading may take, in seconds of processor time; of real time 4 times as
 * long. */
void watch_set_limit(long seconds);

/* What must be tidied up where the tool ends here; it may only do what a signal handler may. NULL:
 * nothing. */
void watch_set_cleanup(void (*cleanup)(void));

/* Watches from now on, for the sake of this file; NULL: no longer. An interrupt that is held back
 * ends the tool meanwhile, too. As generate_options.watch has it. */
void watch_reading(const char *file);

/* The function that is read, for messages; NULL: none. As generate_options.watch_function has it.
 */
void watch_function(const char *name);

#endif
