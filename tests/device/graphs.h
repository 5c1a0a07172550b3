/* graphs.h: streams that are captured into CUDA graphs, through the driver's own interface, which
 * is opened as libweft opens it. */
#ifndef TEST_GRAPHS_H
#define TEST_GRAPHS_H

#include <stdbool.h>

#include <weft/weft.h>

/* How cuStreamBeginCapture may be asked. */
typedef enum graph_mode {
    GRAPH_GLOBAL,
    GRAPH_THREAD_LOCAL,
    GRAPH_RELAXED,
    GRAPH_MODE_COUNT
} graph_mode;

/* What cuStreamIsCapturing answers; -1 where it fails. */
typedef enum graph_state { GRAPH_RUNS, GRAPH_CAPTURES, GRAPH_BROKEN } graph_state;

/* Makes the primary context of device 0 current; false if the driver or something of it is missing.
 * */
bool graph_open(void);

/* A stream, which the legacy one waits for if it is blocking; destroyed by graph_stream_end. */
void *graph_stream(bool is_blocking);
void graph_stream_end(void *stream);

/* From begin to end work on the stream is recorded. graph_end gives an executable graph, or NULL if
 * the capture was destroyed; destroyed by graph_destroy. */
bool graph_begin(void *stream, graph_mode mode);
void *graph_end(void *stream);
int graph_state_of(void *stream);
/* Runs it, and waits. */
bool graph_replay(void *graph, void *stream);
void graph_destroy(void *graph);

/* Waits for a stream as its owner would not while it is captured: that destroys the capture. */
void graph_break(void *stream);

#endif
