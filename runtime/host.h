/* host.h: the backend slots that cpu and parallel share: both work in host memory. */
#ifndef WEFT_HOST_H
#define WEFT_HOST_H

#include "backend.h"

bool host_wants_temporary(const weft_plan *plan, int operand, const weft_array *array);
weft_status host_allocate(weft_array *array, size_t byte_count, const weft_options *options,
                          weft_error *error);
void host_release(weft_array *array, const weft_options *options);
weft_status host_copy(const weft_array *target, const weft_array *source,
                      const weft_options *options, weft_error *error);
weft_status host_finish(const weft_options *options, weft_error *error);

/* Runs the whole plan on the calling thread. */
weft_status host_run(const weft_plan *plan, weft_error *error);

#endif
