/* targets.h: sets of targets in words. */
#ifndef WEFT_TARGETS_H
#define WEFT_TARGETS_H

#include "options.h"
#include "text/arena.h"

/* By weft_target: "cpu"; of WEFT_AUTO NULL. */
extern const char *const target_names[WEFT_TARGET_END];

/* The names of a set of bits, TARGET_…, of options.h: "cpu, parallel and gpu" where `last` is " and
 * ". */
const char *targets_list(arena *memory, unsigned bits, const char *last);

#endif
