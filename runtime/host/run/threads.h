/* threads.h: how many threads the parallel target may use here and now, and what OpenMP's
 * environment asks of them. */
#ifndef WEFT_THREADS_H
#define WEFT_THREADS_H

#include "plan/place.h"

/* At least 1: bounded by place->threads and OpenMP's number of threads (OMP_NUM_THREADS,
 * omp_set_num_threads, else the cores that the process may use), where that is those cores, as
 * counted at the first call, also by the quota of the process's cgroup. 1 inside somebody's
 * parallel region. A build without OpenMP sees neither such regions nor omp_set_num_threads. */
int threads_limit(const weft_place *place);

/* Binds the calling thread, helper `number` from 1, to its place if OMP_PROC_BIND asks for it; a
 * build without OpenMP does not. */
void threads_bind(int number);

/* Whether OMP_WAIT_POLICY asks that waiting threads sleep at once. */
bool threads_are_passive(void);

#endif
