/* library.h: what is known of functions of the C library and of the compiler: one table for all
 * that ask. */
#ifndef WEFT_LIBRARY_H
#define WEFT_LIBRARY_H

#include <stdbool.h>

/* A function, and the one of float whose name ends in f. */
typedef struct library_function {
    const char *name;
    unsigned operands;
    double nanoseconds; /* estimated, on one core */
    unsigned writes;    /* bit: the operand behind whose address it writes */
    bool impure;        /* it touches more than its operands and what lies behind them */
    bool on_gpu;        /* the device headers offer it */
    bool builtin;       /* there only behind __builtin_ */
} library_function;

/* The name a source uses for a function: "__tg_sqrt" is "sqrt", "__builtin_isnan" is "isnan". */
const char *library_name(const char *symbol);
/* The function of a name, such as "sqrt" or "sqrtf"; NULL if nothing is known of it. */
const library_function *library_find(const char *name);
/* Whether it is no call, but an instruction or a few. */
bool library_is_instruction(const library_function *function);

#endif
