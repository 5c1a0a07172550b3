/* flags.h: the floating-point flags of one call. */
#ifndef WEFT_FLAGS_H
#define WEFT_FLAGS_H

#include <fenv.h>
#include <stdatomic.h>

#include "call.h"

/* The caller's floating-point environment while a call watches its own flags. */
typedef struct flags_watch {
    fenv_t kept;
    atomic_int raised; /* exceptions, as <fenv.h> names them, of threads that have ended */
} flags_watch;

/* Refuses flags where the target does not report them. */
weft_status flags_check(const call_state *call, weft_error *error);

/* Begins with no flag raised; the plan learns where threads add theirs. */
void flags_begin(flags_watch *watch, weft_plan *plan);

/* Restores the caller's environment; adds what was raised to `flags`, unless that is NULL. */
void flags_end(flags_watch *watch, unsigned *flags);

#endif
