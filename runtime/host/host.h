/* host.h: the backend slots that cpu and parallel share: both work in host memory. Core blocks
 * that are not contiguous are packed as the plan is walked, so neither wants temporaries of its
 * own. */
#ifndef WEFT_HOST_H
#define WEFT_HOST_H

#include "base/dtype.h"
#include "plan/backend.h"

/* Nanoseconds of work that each thread of the parallel target must bring: what is less than two threads' work
 * runs as on cpu. */
#define HOST_THREAD_WORK 2000.0

enum { HOST_LINE = 64 }; /* bytes of a line of the cache */

/* The items of a row before the first whose result begins a line of the cache; 0 where that is no matter. Vectors that
 * lie across lines take a tenth longer where the second cache sets the pace, and half as long again in the
 * first. An item has the same bits wherever it lies in a row. `result`: of the row's first item. */
static inline int64_t host_items_before_line(const weft_loop *loop, int operand, const char *result,
                                             int64_t step, int64_t count)
{
    enum { LEAST_BYTES = 3072, LEAST_OF_NARROW = 4096, WIDE = 4 };
    const int64_t size = dtype_table[loop->kernel_dtypes[operand]].size;
    if (loop->shapes & WEFT_HAS(LANES) || step != size ||
        count < (size < WIDE ? LEAST_OF_NARROW : LEAST_BYTES) / size)
        return 0;
    return (int64_t)(-(uintptr_t)result % HOST_LINE) / size;
}

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
