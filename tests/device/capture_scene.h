/* capture_scene.h: what the scenarios of gpu_capture share. */
#ifndef TEST_CAPTURE_SCENE_H
#define TEST_CAPTURE_SCENE_H

#include <weft/weft.h>

#include "graphs.h"

enum { SCENE_COUNT = 5000 };

/* A stream, and three arrays of SCENE_COUNT int32 on the device, of which a and b are inputs. */
typedef struct scene {
    void *stream;
    graph_mode mode;
    bool is_blocking;
    weft_options options; /* on the stream */
    weft_array a, b, c;
} scene;

/* Whether a call went well, or was refused in these words; prints what it says else. */
bool is_ok(weft_status status, const weft_error *error);
bool is_refused(weft_status status, const weft_error *error, const char *words);

/* The k-th element of an input (0: a, 1: b) at a replay, and what one of an output must be. */
int32_t scene_element(int input, int replay, int k);
typedef int32_t expectation(int replay, int k);
int32_t sum_of_both(int replay, int k);

/* c = a + b, or any other sum, on the scene's stream. */
bool scene_add(scene *all, weft_array *a, weft_array *b, weft_array *c);

/* Ends the capture and replays it, with other inputs each time. */
bool scene_replays(scene *all, const weft_array *output, expectation *expected);

/* Whether calls run as ever: on the stream, on the legacy one, and with operands of the host. */
bool scene_works(scene *all);

/* Scenarios of what cannot be captured: capture_refusals.c. */
bool refusals(scene *all);
bool legacy_stream(scene *all);
bool other_thread(scene *all);
bool broken_capture(scene *all);

#endif
