/* folders.h: where the tool's own headers and device templates lie. */
#ifndef WEFT_FOLDERS_H
#define WEFT_FOLDERS_H

#include <stdbool.h>

#include "text/arena.h"

/* Folders that the tool takes files from, in the arena. */
typedef struct tool_folders {
    const char *include; /* holds weft/annotate.h and weft/kernel.h */
    const char *device;  /* holds weft_device.cuh */
    const char *project; /* holds what `weft new` copies */
    const char *prefix;  /* where Weft is installed; NULL in its build tree */
} tool_folders;

/* Those of the source tree while the tool lies in its build tree, else those beside the tool's own
 * installed folder. Reports and returns false if annotate.h is in neither. */
bool folders_find(arena *memory, tool_folders *folders);

/* The same without a report: why not; NULL: they are found. */
const char *folders_fault(arena *memory, tool_folders *folders);

/* The folder of the tool's executable, in the arena; NULL if the system does not tell. */
const char *folders_executable(arena *memory);

/* The path of an installed library; "libweft_NAME.so" for the loader to find where no place has it.
 */
const char *folders_library(arena *memory, const char *name);

#endif
