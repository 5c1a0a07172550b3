/* gpu_stream.h: streams that the legacy default stream does not wait for by itself. Device memory
 * that is freed without naming a stream is freed on the legacy one, which must come after all work
 * of ours. */
#ifndef WEFT_GPU_STREAM_H
#define WEFT_GPU_STREAM_H

#include "gpu_context.h"

/* Notes that work was enqueued on the stream; does nothing for streams that the legacy one waits
 * for. */
void gpu_stream_note(const gpu_scope *scope, CUstream stream);

/* Lets later work on the legacy stream wait for all that was noted in this context. Does not block.
 * */
void gpu_stream_join(const gpu_scope *scope);

#endif
