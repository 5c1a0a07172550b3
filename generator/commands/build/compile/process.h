/* process.h: other programs, started without a shell. */
#ifndef WEFT_PROCESS_H
#define WEFT_PROCESS_H

#include <sys/types.h>

#include "commands/text.h"

/* Starts a program found on PATH (or by its path, if that has a slash) in a process group of its
 * own, in `folder` (NULL: here), with no input; what it prints goes into the file `output`, and its
 * temporary files beside that. 0 and *process, or the error number. */
int process_start(arena *memory, const text_list *arguments, const char *folder, const char *output,
                  pid_t *process);

/* Runs a program to its end, or to an interrupt, while these are held back; what it prints goes
 * into the file `output`. Whether it succeeded. */
bool process_succeeds(arena *memory, const text_list *arguments, const char *output);
/* The same in `folder`. */
bool process_succeeds_in(arena *memory, const text_list *arguments, const char *folder,
                         const char *output);

/* What a program that succeeds prints, in the arena; NULL where it fails. */
const char *process_output(arena *memory, const text_list *arguments, const char *output);

/* The path of an executable: the name itself if it has a slash, else where PATH has it; NULL if
 * there is none. In the arena. */
const char *process_find(arena *memory, const char *name);

#endif
