/* host.h: the backend slots that cpu and parallel share: both work in host memory. Core blocks
 * that are not contiguous are packed as the plan is walked, so neither wants temporaries of its
 * own. */
#ifndef WEFT_HOST_H
#define WEFT_HOST_H

#include "plan/backend.h"

/* Nanoseconds of work that each thread of the parallel target must bring: what is less than two
 * threads' work runs as on cpu. */
#define HOST_THREAD_WORK 4000.0

weft_status host_allocate(weft_array *array, size_t byte_count, const weft_place *place,
                          weft_error *error);
void host_release(weft_array *array, const weft_place *place);
weft_status host_copy(const weft_array *target, const weft_array *source, const weft_place *place,
                      weft_error *error);

/* The slot `spread` on the calling thread. */
weft_status host_spread(const weft_place *place, double nanoseconds, int64_t piece_count,
                        int64_t byte_count, backend_piece *piece, const void *context,
                        weft_error *error);

/* Runs the whole plan on the calling thread. */
weft_status host_run(const weft_plan *plan, weft_error *error);

#endif
