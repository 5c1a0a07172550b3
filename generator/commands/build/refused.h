/* refused.h: which kernels of a generated .cu the device compiler refuses: one of them must not
 * cost the others theirs. */
#ifndef WEFT_REFUSED_H
#define WEFT_REFUSED_H

#include "commands/text.h"

/* A compilation of a .cu that failed. */
typedef struct refused_search {
    arena *memory;
    const text_list *command; /* of nvcc, which takes -D behind it */
    const text_list *then;    /* commands that must succeed behind it: of ptxas */
    size_t then_count;
    const char *folder; /* to run it in; NULL: the current one */
    const char *loops;  /* the .loops.h that the .cu includes */
    const char *log;    /* the file that what nvcc prints goes into */
} refused_search;

/* Where it fails for the kernels: finds the ufuncs by halves, warns of each and adds their macros,
 * such as WEFT_REFUSED_add, which leave them out, to `refused`. Returns how many ufuncs of the .cu
 * are left; less than all of them where an interrupt came. */
size_t refused_find(const refused_search *search, text_list *refused);

/* Runs the command without the kernels of these macros; whether it succeeded. */
bool refused_compile(const refused_search *search, const text_list *refused);

#endif
