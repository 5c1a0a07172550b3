/* threads.h: how many threads the parallel target may use here and now. */
#ifndef WEFT_THREADS_H
#define WEFT_THREADS_H

#include "plan/place.h"

/* At least 1: bounded by place->threads, the cores, OMP_NUM_THREADS. 1 inside somebody's
 * parallel region, in a forked child of a process that already used threads, and in a build
 * without OpenMP. */
int threads_limit(const weft_place *place);

/* Makes sure that `wanted` threads can be created, before OpenMP tries and ends the process;
 * returns how many may be used. Remembers that the process has used threads. */
int threads_reserve(int wanted);

/* Whether the library was built with OpenMP; without, parallel is serial. */
extern const bool threads_are_built;

/* Whether this process is a forked child of one that had threads. */
bool threads_are_lost(void);

#endif
