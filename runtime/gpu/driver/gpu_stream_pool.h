/* gpu_stream_pool.h: streams of our own, for work that is done side by side and waited for by its
 * thread. */
#ifndef WEFT_GPU_STREAM_POOL_H
#define WEFT_GPU_STREAM_POOL_H

#include "plan/backend.h"

/* The slots `take_stream` and `give_stream`. */
weft_status gpu_stream_pool_take(weft_place *own, const weft_place *place, weft_error *error);
void gpu_stream_pool_give(const weft_place *own);

#endif
