/* capture_refusals.c: what cannot be captured is an error that leaves the capture whole. */
#include <pthread.h>
#include <stdio.h>

#include "capture_scene.h"
#include "sample.ufuncs.h"

static bool calls_are_refused(scene *all)
{
    static int32_t numbers[SCENE_COUNT];
    weft_error e = {.text = ""};
    weft_array host = weft_array_view(numbers, WEFT_INT32, 1, &(int64_t){SCENE_COUNT}, NULL),
               none = {0};
    weft_array mask = weft_array_view(numbers, WEFT_BOOL, 1, &(int64_t){SCENE_COUNT}, NULL);
    weft_options masked = all->options, *on = &all->options;
    masked.where = &mask;
    weft_array *const from_host[] = {&all->a, &host, &all->c}, *const to_host[] = {&all->a, &all->b,
                                                                                   &host};
    weft_array *const given[] = {&all->a, &all->b, &all->c}, *const made[] = {&all->a, &all->b,
                                                                              &none};
    weft_ufunc tree = sample_add;
    tree.flags |= WEFT_UFUNC_REORDERABLE;
    return is_refused(weft_call(&sample_add, from_host, on, &e), &e,
                      "operand 1 (b) lies in host") &&
           is_refused(weft_call(&sample_add, to_host, on, &e), &e, "operand 2 (c) lies in host") &&
           is_refused(weft_call(&sample_add, given, &masked, &e), &e, "(where) lies in host") &&
           is_refused(weft_call(&sample_add, made, on, &e), &e, "operand 2 (c) is not given") &&
           is_refused(weft_reduce(&tree, &all->a, &none, NULL, on, &e), &e,
                      "result is not given") &&
           is_refused(weft_reduce(&tree, &host, &all->c, NULL, on, &e), &e, "lies in host") &&
           is_refused(weft_accumulate(&sample_add, &all->a, &all->c, 0, on, &e), &e,
                      "computed in host memory");
}

static bool others_are_refused(scene *all)
{
    int32_t number = 1;
    weft_error e = {.text = ""};
    weft_array host = weft_array_view(&number, WEFT_INT32, 1, &(int64_t){1}, NULL), made = {0};
    weft_options *on = &all->options;
    weft_event *event = NULL;
    bool good =
        is_refused(weft_synchronize(on, &e), &e, "waiting for it cannot be part") &&
        is_refused(weft_to_device(&host, &made, on, &e), &e, "no array can be made") &&
        is_refused(weft_device_array(&made, WEFT_INT8, 0, NULL, on, &e), &e,
                   "no array can be made") &&
        is_refused(weft_copy_to_host(&all->a, &made, on, &e), &e, "a copy to or from the host") &&
        is_ok(weft_event_create(&event, on, &e), &e) &&
        is_refused(weft_event_record(event, on, &e), &e, "an event for timing");
    weft_event_destroy(event);
    return good && made.dtype == WEFT_NONE;
}

/* Refused before and after something that is captured. */
bool refusals(scene *all)
{
    return graph_begin(all->stream, all->mode) && calls_are_refused(all) &&
           others_are_refused(all) && scene_add(all, &all->a, &all->b, &all->c) &&
           calls_are_refused(all) && others_are_refused(all) &&
           scene_replays(all, &all->c, sum_of_both);
}

/* The legacy stream waits for blocking ones, so it takes no work while one is captured. */
bool legacy_stream(scene *all)
{
    const weft_options legacy = {.target = WEFT_GPU};
    weft_error e = {.text = ""};
    weft_array old;
    weft_array *const operands[] = {&all->a, &all->b, &all->a};
    static const char words[] = "the legacy default stream cannot be used";
    if (!is_ok(weft_device_array(&old, WEFT_INT32, 1, &(int64_t){SCENE_COUNT}, NULL, &e), &e) ||
        !graph_begin(all->stream, all->mode))
        return false;
    weft_array_clear(&old);
    bool good = !all->is_blocking ||
                (is_refused(weft_call(&sample_add, operands, &legacy, &e), &e, words) &&
                 is_refused(weft_synchronize(&legacy, &e), &e, words) &&
                 is_refused(weft_device_trim(&legacy, &e), &e, words) &&
                 is_refused(weft_device_array(&old, WEFT_INT8, 0, NULL, &legacy, &e), &e, words));
    return good && scene_add(all, &all->a, &all->b, &all->c) &&
           scene_replays(all, &all->c, sum_of_both) && is_ok(weft_device_trim(NULL, &e), &e);
}

/* A stream for another thread, and whether its call went well. */
typedef struct elsewhere {
    void *stream;
    bool good;
} elsewhere;

static void *call_elsewhere(void *argument)
{
    elsewhere *here = argument;
    int32_t x[] = {1, 2, 3}, sums[3] = {0};
    weft_error error = {.text = ""};
    weft_array a = weft_array_view(x, WEFT_INT32, 1, &(int64_t){3}, NULL);
    weft_array sum = weft_array_view(sums, WEFT_INT32, 1, &(int64_t){3}, NULL);
    const weft_options options = {.target = WEFT_GPU, .stream = here->stream};
    here->good =
        is_ok(weft_call(&sample_add, (weft_array *[]){&a, &a, &sum}, &options, &error), &error) &&
        sums[2] == 6;
    return NULL;
}

/* The first call of all, in another thread and on another stream. */
bool other_thread(scene *all)
{
    pthread_t thread;
    elsewhere there = {graph_stream(false), false};
    if (!graph_begin(all->stream, all->mode) ||
        pthread_create(&thread, NULL, call_elsewhere, &there) != 0)
        return false;
    pthread_join(thread, NULL);
    bool good = there.good && scene_add(all, &all->a, &all->b, &all->c) &&
                scene_replays(all, &all->c, sum_of_both);
    graph_stream_end(there.stream);
    return good;
}

/* A capture that the caller destroys. */
bool broken_capture(scene *all)
{
    weft_error error = {.text = ""};
    weft_array *const operands[] = {&all->a, &all->b, &all->c};
    if (!graph_begin(all->stream, all->mode))
        return false;
    graph_break(all->stream);
    weft_status status = weft_call(&sample_add, operands, &all->options, &error);
    return graph_state_of(all->stream) == GRAPH_BROKEN &&
           is_refused(status, &error, "capture into a CUDA graph has failed") &&
           !graph_end(all->stream);
}
