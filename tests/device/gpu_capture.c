/* gpu_capture.c: calls on streams that are captured into CUDA graphs, replayed with other inputs;
 * what cannot be captured is an error that leaves the capture whole. Each scenario in a process of
 * its own, in which no kernel has been loaded, in every mode, on a stream that the legacy one waits
 * for and on one that it does not. Exits with 77 (skipped) and says why without a GPU. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <weft/weft.h>

#include "../stand_in/control.h"
#include "capture_scene.h"
#include "sample.ufuncs.h"

static bool first_call(scene *all)
{
    return graph_begin(all->stream, all->mode) && scene_add(all, &all->a, &all->b, &all->c) &&
           scene_replays(all, &all->c, sum_of_both);
}

static int32_t chain(int replay, int k)
{
    return 2 * scene_element(0, replay, k) + 12;
}

/* Elements of the host are those of the time of the call. */
static bool host_values(scene *all)
{
    int32_t five = 5, one = 1;
    weft_array number = weft_array_view(&five, WEFT_INT32, 0, NULL, NULL),
               seven = weft_scalar_i64(7);
    weft_array row = weft_array_view(&one, WEFT_INT32, 1, &(int64_t){SCENE_COUNT}, &(int64_t){0});
    weft_array minus = weft_scalar_i64(-1);
    bool good =
        graph_begin(all->stream, all->mode) && scene_add(all, &all->a, &number, &all->c) &&
        scene_add(all, &seven, &all->c, &all->c) && scene_add(all, &all->c, &row, &all->c) &&
        scene_add(all, &all->c, &minus, &all->c) && scene_add(all, &all->c, &all->a, &all->c);
    five = one = 1000;
    return good && scene_replays(all, &all->c, chain);
}

static int32_t from_behind(int replay, int k)
{
    return scene_element(0, replay, SCENE_COUNT - 1 - k) + scene_element(0, replay, k);
}

/* The output lies over an input the other way round, so it is written through a temporary. */
static bool temporaries(scene *all)
{
    weft_array backwards = all->c;
    backwards.flags = 0;
    backwards.data = (char *)all->c.data + (SCENE_COUNT - 1) * sizeof(int32_t);
    backwards.steps[0] = -(int64_t)sizeof(int32_t);
    weft_array zero = weft_scalar_i64(0);
    return graph_begin(all->stream, all->mode) && scene_add(all, &all->a, &zero, &all->c) &&
           scene_add(all, &backwards, &all->a, &all->c) && scene_replays(all, &all->c, from_behind);
}

static int32_t total(int replay, int k)
{
    uint32_t sum = 1000;
    for (int i = 0; i < SCENE_COUNT; i++)
        sum += (uint32_t)scene_element(0, replay, i);
    return (int32_t)sum + 0 * k;
}

static bool reductions(scene *all)
{
    weft_ufunc add = sample_add;
    add.flags |= WEFT_UFUNC_REORDERABLE;
    weft_error error = {.text = ""};
    weft_array sum = all->c, initial = weft_scalar_i64(1000);
    sum.flags = 0;
    sum.rank = 0;
    const weft_reduction how = {.all = true, .initial = &initial};
    if (!graph_begin(all->stream, all->mode) ||
        !is_ok(weft_reduce(&add, &all->a, &sum, &how, &all->options, &error), &error))
        return false;
    sum.rank = 1;
    sum.shape[0] = 1;
    return scene_replays(all, &sum, total);
}

/* ---- the list ---- */

static const struct {
    const char *name;
    bool (*holds)(scene *all);
} scenarios[] = {
    {"first_call", first_call},     {"host_values", host_values},
    {"temporaries", temporaries},   {"reductions", reductions},
    {"refusals", refusals},         {"legacy_stream", legacy_stream},
    {"other_thread", other_thread}, {"broken_capture", broken_capture},
};

enum { SCENARIOS = sizeof scenarios / sizeof *scenarios, SKIPPED = 77 };

static bool run(int k, graph_mode mode, bool is_blocking)
{
    weft_error error = {.text = ""};
    stand_in_control control;
    scene all = {.mode = mode, .is_blocking = is_blocking};
    weft_array *const arrays[] = {&all.a, &all.b, &all.c};
    if (!graph_open())
        return false;
    for (int i = 0; i < 3; i++)
        if (!is_ok(
                weft_device_array(arrays[i], WEFT_INT32, 1, &(int64_t){SCENE_COUNT}, NULL, &error),
                &error))
            return false;
    all.stream = graph_stream(is_blocking);
    all.options = (weft_options){.target = WEFT_GPU, .stream = all.stream};
    bool good = scenarios[k].holds(&all) && scene_works(&all);
    for (int i = 0; i < 3; i++)
        weft_array_clear(arrays[i]);
    graph_stream_end(all.stream);
    if (good && stand_in_find(&control) && control.live() != 0) {
        printf("  %ld pieces of device memory were not freed\n", control.live());
        good = false;
    }
    return good;
}

/* The status of a child that runs a scenario; k = -1: that asks for a GPU only. */
static int run_in_child(int k, graph_mode mode, bool is_blocking)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        weft_error error = {.text = ""};
        if (k < 0 && weft_target_check(WEFT_GPU, NULL, &error)) {
            printf("SKIPPED: %s\n", error.text);
            exit(SKIPPED);
        }
        exit(k < 0 || run(k, mode, is_blocking) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    bool ended = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
    return ended ? WEXITSTATUS(status) : EXIT_FAILURE;
}

int main(void)
{
    static const char *const modes[] = {"global", "thread-local", "relaxed"};
    int failed = 0, first = run_in_child(-1, GRAPH_GLOBAL, false);
    if (first != EXIT_SUCCESS)
        return first;
    for (int k = 0; k < SCENARIOS * GRAPH_MODE_COUNT * 2; k++) {
        int scenario = k / (GRAPH_MODE_COUNT * 2), mode = k / 2 % GRAPH_MODE_COUNT;
        if (run_in_child(scenario, (graph_mode)mode, k % 2) == EXIT_SUCCESS)
            continue;
        printf("FAILED: %s, mode %s, %s stream\n", scenarios[scenario].name, modes[mode],
               k % 2 ? "blocking" : "non-blocking");
        failed++;
    }
    printf("gpu_capture: %d failed of %d\n", failed, SCENARIOS * GRAPH_MODE_COUNT * 2);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
