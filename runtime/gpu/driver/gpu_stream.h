/* gpu_stream.h: streams that the legacy default stream does not wait for by itself. Device memory
 * that is freed without naming a stream is freed on the legacy one, which must come after all work
 * of ours. */
#ifndef WEFT_GPU_STREAM_H
#define WEFT_GPU_STREAM_H

#include "gpu_context.h"

/* Whether work on the stream is recorded for a CUDA graph instead of run. An error where the stream
 * takes no work now: the legacy one while another is captured that it would wait for, and one whose
 * capture has failed. To be asked before anything else of a stream: most other questions destroy
 * what is captured. */
weft_status gpu_stream_recording(const gpu_scope *scope, CUstream stream, bool *is_recording,
                                 weft_error *error);

/* Whether the legacy stream takes no work now, for that reason. */
bool gpu_stream_legacy_is_barred(const gpu_scope *scope);

/* An error as above, and where work on the stream is recorded: `what` must happen at once. */
weft_status gpu_stream_running(const gpu_scope *scope, CUstream stream, const char *what,
                               weft_error *error);

/* Waits for the work on the stream; reports late faults. */
weft_status gpu_stream_wait(const gpu_scope *scope, CUstream stream, weft_error *error);

/* Notes that work was enqueued on the stream, which is not captured; does nothing for streams that
 * the legacy one waits for. */
void gpu_stream_note(const gpu_scope *scope, CUstream stream);

/* The same of any stream of libweft's own, which is about to be destroyed. */
void gpu_stream_note_last(const gpu_scope *scope, CUstream stream);

/* Lets later work on the legacy stream wait for all that was noted in this context. Does not block.
 * */
void gpu_stream_join(const gpu_scope *scope);

#endif
