/* strict.h: ufuncs that are strict give the same bits on every instruction set and target. */
#ifndef CALL_STRICT_H
#define CALL_STRICT_H

#include <weft/weft.h>

/* Compares the bits of the base instruction set with all others (WEFT_CPU), or with the gpu; the
 * exit status: 77 where there is no other. Must be called before any ufunc. */
int strict_run(weft_target with);

#endif
