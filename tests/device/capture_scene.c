/* capture_scene.c: inputs, replays and expectations of gpu_capture. */
#include "capture_scene.h"

#include <stdio.h>
#include <string.h>

#include "sample.ufuncs.h"

enum { REPLAYS = 3 };

bool is_ok(weft_status status, const weft_error *error)
{
    if (status)
        printf("  %s\n", error->text);
    return status == WEFT_OK;
}

bool is_refused(weft_status status, const weft_error *error, const char *words)
{
    if (status == WEFT_ERROR_ARGUMENT && strstr(error->text, words))
        return true;
    printf("  status %d, \"%s\" instead of \"%s\"\n", (int)status, error->text, words);
    return false;
}

int32_t scene_element(int input, int replay, int k)
{
    return input == 0 ? k * (replay + 1) : 7 * replay - k % 100;
}

/* Writes both inputs as they are at a replay, and -1 to the output. */
static bool fill(scene *all, int replay)
{
    static int32_t numbers[3][SCENE_COUNT];
    weft_array *arrays[] = {&all->a, &all->b, &all->c};
    weft_error error = {.text = ""};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < SCENE_COUNT; k++)
            numbers[i][k] = i < 2 ? scene_element(i, replay, k) : -1;
        weft_array host = weft_array_view(numbers[i], WEFT_INT32, 1, &(int64_t){SCENE_COUNT}, NULL);
        if (!is_ok(weft_array_copy(arrays[i], &host, NULL, &error), &error))
            return false;
    }
    return is_ok(weft_synchronize(NULL, &error), &error);
}

static bool holds(const weft_array *output, int replay, expectation *expected)
{
    weft_array back = {0};
    weft_error error = {.text = ""};
    if (!is_ok(weft_copy_to_host(output, &back, NULL, &error), &error))
        return false;
    int wrong = -1;
    for (int k = (int)back.shape[0] - 1; k >= 0; k--)
        wrong = ((int32_t *)back.data)[k] == expected(replay, k) ? wrong : k;
    if (wrong >= 0)
        printf("  replay %d: element %d is %d instead of %d\n", replay, wrong,
               (int)((int32_t *)back.data)[wrong], (int)expected(replay, wrong));
    weft_array_clear(&back);
    return wrong < 0;
}

bool scene_replays(scene *all, const weft_array *output, expectation *expected)
{
    bool good = graph_state_of(all->stream) == GRAPH_CAPTURES;
    if (!good)
        printf("  the capture is destroyed\n");
    void *graph = graph_end(all->stream);
    for (int replay = 0; replay < REPLAYS && good; replay++)
        good = fill(all, replay) && graph_replay(graph, all->stream) &&
               holds(output, replay, expected);
    if (graph)
        graph_destroy(graph);
    return good && graph;
}

bool scene_add(scene *all, weft_array *a, weft_array *b, weft_array *c)
{
    weft_error error = {.text = ""};
    weft_array *const operands[] = {a, b, c};
    return is_ok(weft_call(&sample_add, operands, &all->options, &error), &error);
}

int32_t sum_of_both(int replay, int k)
{
    return scene_element(0, replay, k) + scene_element(1, replay, k);
}

bool scene_works(scene *all)
{
    weft_error error = {.text = ""};
    int32_t x[] = {1, -2, 3}, sums[3] = {0};
    weft_array host = weft_array_view(x, WEFT_INT32, 1, &(int64_t){3}, NULL);
    weft_array sum = weft_array_view(sums, WEFT_INT32, 1, &(int64_t){3}, NULL);
    const weft_options legacy = {.target = WEFT_GPU};
    for (int n = 0; n < 2; n++) {
        const weft_options *options = n ? &legacy : &all->options;
        weft_array *const far[] = {&all->a, &all->b, &all->c}, *const near[] = {&host, &host, &sum};
        if (!fill(all, n) || !is_ok(weft_call(&sample_add, far, options, &error), &error) ||
            !is_ok(weft_synchronize(options, &error), &error) || !holds(&all->c, n, sum_of_both) ||
            !is_ok(weft_call(&sample_add, near, options, &error), &error) || sums[1] != -4)
            return false;
        sums[1] = 0;
    }
    return true;
}
