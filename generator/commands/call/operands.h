/* operands.h: the library, the ufunc and the inputs that a call on the command line names. */
#ifndef WEFT_OPERANDS_H
#define WEFT_OPERANDS_H

#include "call_options.h"
#include "method.h"

/* What is called; cleared by operands_clear. */
typedef struct call_operands {
    weft_library *library;
    const weft_ufunc *ufunc;
    call_method method;
    int input_count, output_count;           /* of the method */
    weft_array arrays[WEFT_MAX_OPERANDS];    /* inputs, read; then outputs, not given */
    weft_array *pointers[WEFT_MAX_OPERANDS]; /* to them, as weft_call takes them */
    weft_array offsets[WEFT_MAX_OPERANDS];   /* of inputs that are lists; of several with the same,
                                                the first's */
} call_operands;

/* Opens and reads all; reports what is wrong and returns a status of commands.h. `outputs` counts
 * the output files that were named, -1 where none can be. */
int operands_open(const call_request *request, int outputs, call_operands *all);
/* The function of a library that the request opened; reports and returns NULL if there is none. */
const weft_ufunc *operands_find(const call_request *request, const weft_library *library,
                                const char *name);
/* Reads one input, a .npy file or a number; reports what is wrong. */
bool operands_read(const char *word, weft_array *array);
void operands_clear(call_operands *all);

/* "(3, 4)", the shape of an array, "(2 lists, 7)" of lists; in the arena. */
const char *operands_format_shape(arena *memory, const weft_array *array);

#endif
