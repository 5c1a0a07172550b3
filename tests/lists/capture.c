/* capture.c: lists on a stream that is captured into a CUDA graph. */
#include "../device/graphs.h"
#include "list_tests.h"
#include "lists.h"

static weft_error error;

/* Offsets are looked at before anything runs, so the call is refused, and the capture goes on. */
void test_capture(void **state)
{
    (void)state;
    if (target != WEFT_GPU || !graph_open())
        return;
    void *stream = graph_stream(false);
    const weft_options options = {.target = target, .stream = stream};
    float numbers[] = {1, 2, 3, 4, 5, 6};
    weft_array near = weft_array_view(numbers, WEFT_FLOAT32, 1, SHAPE(6), NULL), x, sums;
    weft_array offsets =
        weft_array_view((void *)(uintptr_t)SHAPE(0, 2, 6), WEFT_INT64, 1, SHAPE(3), NULL);
    assert_int_equal(weft_device_array(&x, WEFT_FLOAT32, 1, SHAPE(6), &options, &error), 0);
    assert_int_equal(weft_device_array(&sums, WEFT_FLOAT32, 1, SHAPE(2), &options, &error), 0);
    assert_int_equal(weft_array_copy(&x, &near, &options, &error), WEFT_OK);
    weft_array lists = weft_ragged_view(&x, &offsets);
    weft_array *operands[] = {&lists, &sums};
    assert_true(graph_begin(stream, GRAPH_RELAXED));
    assert_int_equal(weft_call(&weft_ufunc_list_sum, operands, &options, &error),
                     WEFT_ERROR_ARGUMENT);
    assert_string_equal(error.text,
                        "list_sum: its lists' offsets are looked at on the host, and the stream is "
                        "captured into a CUDA graph, whose work runs later");
    assert_int_equal(graph_state_of(stream), GRAPH_CAPTURES);
    graph_destroy(graph_end(stream));
    assert_int_equal(weft_call(&weft_ufunc_list_sum, operands, &options, &error), WEFT_OK);
    assert_int_equal(weft_array_copy(&near, &x, &options, &error), WEFT_OK);
    weft_array first = weft_array_view(numbers, WEFT_FLOAT32, 1, SHAPE(2), NULL);
    assert_int_equal(weft_array_copy(&first, &sums, &options, &error), WEFT_OK);
    assert_true(numbers[0] == 3 && numbers[1] == 18);
    weft_array_clear(&x);
    weft_array_clear(&sums);
    graph_stream_end(stream);
}
