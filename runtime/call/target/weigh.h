/* weigh.h: the cost model of AUTO: how long a call would take on each target, by the numbers of
 * tune.h. */
#ifndef WEFT_CALL_WEIGH_H
#define WEFT_CALL_WEIGH_H

#include <stdbool.h>

#include "base/tune.h"
#include "plan/plan.h"

/* What is to be done. */
typedef struct weigh_load {
    double work; /* nanoseconds of the estimate, of a kind */
    weft_work_kind kind;
    double bytes;   /* of all operands, each once */
    double touched; /* that items read and write */
    bool is_whole;  /* arrays go to a device as wholes, however large they are */
} weigh_load;

/* Estimated nanoseconds on the calling thread, on so many threads, and on a gpu, the way there and
 * back included. */
double weigh_cpu(const tune_numbers *numbers, const weigh_load *load);
double weigh_parallel(const tune_numbers *numbers, const weigh_load *load, int threads);
double weigh_gpu(const tune_numbers *numbers, const weigh_load *load);

/* Whether so many threads are worth waking: they gain more than estimates are sure of; and whether
 * any number of them may be, for to ask how many there are takes as long as a short call. */
bool weigh_takes_parallel(const tune_numbers *numbers, const weigh_load *load, int threads);
bool weigh_may_take_parallel(const tune_numbers *numbers, const weigh_load *load);

#endif
