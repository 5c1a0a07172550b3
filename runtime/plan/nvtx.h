/* nvtx.h: ranges of calls for a profiler, such as Nsight Systems: WEFT_TRACE=nvtx asks for them. */
#ifndef WEFT_NVTX_H
#define WEFT_NVTX_H

#include "trace.h"

/* Whether a profiler is there to take ranges: NVTX_INJECTION64_PATH names a library that wants
 * them. */
bool nvtx_open(void);

/* Begins a range of the calling thread, called like `add float64(1000, 3) float64(3,)`: a name, and
 * the checked operands. */
void nvtx_push(const char *name, const weft_array *const *operands, int count);
/* Ends the thread's last one. */
void nvtx_pop(void);

#endif
