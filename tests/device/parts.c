/* parts.c: parts of calls on places of their own, over the stand-in for the driver with two devices: a call
 * that is split over both and the host has the bits of the whole, and one that is computed part by part needs
 * memory for one part. Random calls of two functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../stand_in/control.h"
#include "call/parts/part.h"
#include "sample.ufuncs.h"

enum { ROUNDS = 150, MOST = 4096, PLACES = 4, MOST_PARTS = 2 * WEFT_MAX_RANK + 1 };

static stand_in_control driver;
static unsigned long long state = 88172645463325252ULL;
static weft_error error;

static unsigned below(unsigned n)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (unsigned)(state % n);
}

/* Two inputs and an output, by position in memory; what the whole call gives. */
static float memory[3][2 * MOST], expected[2 * MOST];

/* A view with random gaps and order of axes; rank 3, some extents 1. */
static weft_array random_view(float *data, const int64_t *shape, bool is_output)
{
    int64_t steps[3], step = 4 * (1 + (int64_t)below(2)), own[3];
    const int first = (int)below(3), turn = below(2) ? 1 : 2;
    for (int k = 0; k < 3; k++) {
        const int axis = (first + k * turn) % 3;
        own[axis] = shape[axis];
        if (!is_output && below(4) == 0)
            own[axis] = 1;
        steps[axis] = step;
        step *= own[axis];
    }
    return weft_array_view(data, WEFT_FLOAT32, 3, own, steps);
}

/* Cuts the items into boxes, at least `wanted` where there are so many items. */
static int cut(const call_state *whole, int wanted, plan_box *boxes)
{
    int count = 0;
    const int64_t items = whole->plan.item_count, each = (items + wanted - 1) / wanted;
    for (int64_t lo = 0; lo < items;) {
        const int64_t end = lo / each * each + each;
        lo = part_next_box(&whole->plan, lo, end < items ? end : items, &boxes[count++]);
    }
    return count;
}

/* What must be freed at most at any time: one part's three temporaries, if it is alone. */
static bool step_by_step(call_state *part, const call_state *whole, const plan_box *box,
                         const weft_place *place)
{
    const long before = driver.live();
    weft_status status = part_make(part, whole, box, whole->overlapping, place, &error);
    if (!status)
        status = stage_operands(part, &error);
    const bool is_small = driver.live() - before <= 3;
    if (!status)
        status = call_run(part, &error);
    if (!status)
        status = stage_bring_home(part, false, &error);
    status = call_await(part, status, &error);
    status = stage_copy_back(part, status, &error);
    status = call_synchronize(part, status, &error);
    part_clear(part);
    return !status && is_small;
}

/* All parts take each step together, part k at place k. The host is the last. */
static bool together(call_state *parts, const call_state *whole, const plan_box *boxes, int count,
                     const weft_place *places, int place_count)
{
    weft_status status = WEFT_OK;
    const uint32_t staged = part_find_staged(whole, true);
    int made = 0;
    while (made < count && !status) {
        status = part_make(&parts[made], whole, &boxes[made], staged, &places[made % place_count],
                           &error);
        made++;
    }
    for (int k = 0; k < count && !status; k++)
        status = stage_operands(&parts[k], &error);
    for (int k = 0; k < count && !status; k++)
        status = call_run(&parts[k], &error);
    int brought = 0;
    while (brought < count && !status)
        status = stage_bring_home(&parts[brought++], true, &error);
    for (int k = 0; k < brought; k++)
        status = call_await(&parts[k], status, &error);
    for (int k = 0; k < brought; k++)
        status = stage_copy_back(&parts[k], status, &error);
    for (int k = 0; k < made; k++) {
        status = call_synchronize(&parts[k], status, &error);
        part_clear(&parts[k]);
    }
    return !status;
}

/* The operands in host memory, filled; what a call of the whole gives is noted. False where no input has the
 * shape, and where that call fails. */
static bool make_operands(weft_array *a, weft_array *b, weft_array *c)
{
    const int64_t shape[] = {1 + below(6), 1 + below(20), 1 + below(30)};
    for (int k = 0; k < 2 * MOST; k++) {
        memory[0][k] = (float)below(1000);
        memory[1][k] = (float)below(1000) / 7;
        memory[2][k] = -1;
    }
    *a = random_view(memory[0], shape, false);
    *b = random_view(memory[1], shape, false);
    *c = random_view(memory[2], shape, true);
    for (int axis = 0; axis < 3; axis++)
        if (a->shape[axis] != shape[axis] && b->shape[axis] != shape[axis])
            return false;
    if (weft_call(&sample_add, (weft_array *[]){a, b, c}, &(weft_options){.target = WEFT_CPU},
                  &error))
        return false;
    memcpy(expected, memory[2], sizeof expected);
    for (int k = 0; k < 2 * MOST; k++)
        memory[2][k] = -1;
    return true;
}

/* The checks of a call, then its parts, one after the other or together. any_host: at a host, too. */
static bool split(weft_array *const *operands, bool any_host, const weft_place *places)
{
    static call_state whole, parts[8 * MOST_PARTS];
    static plan_box boxes[8 * MOST_PARTS];
    const weft_options on_gpu = {.target = WEFT_GPU};
    weft_status status = call_open(&whole, &sample_add, operands, &on_gpu, "parts", &error);
    if (!status)
        status = call_settle(&whole, 1.0, &error);
    const int count = status ? 0 : cut(&whole, 1 + (int)below(7), boxes);
    bool good = !status;
    if (below(2))
        for (int k = 0; k < count && good; k++)
            good = step_by_step(&parts[0], &whole, &boxes[k], &places[k % (PLACES - 1)]);
    else if (good)
        good = together(parts, &whole, boxes, count, places, any_host ? PLACES : PLACES - 1);
    free(whole.many);
    return good;
}

static bool round_passes(const weft_place *places)
{
    weft_array a, b, c, there = {0};
    error = (weft_error){.text = ""};
    if (!make_operands(&a, &b, &c))
        return error.text[0] == '\0';
    const bool is_there = below(3) == 0; /* an input on the second device */
    if (is_there && weft_to_device(&b, &there, &(weft_options){.device = 1}, &error))
        return false;
    bool good = split((weft_array *[]){&a, is_there ? &there : &b, &c}, !is_there, places);
    weft_array_clear(&there);
    return good && memcmp(memory[2], expected, sizeof expected) == 0 && driver.live() == 0;
}

int main(void)
{
    bool good = stand_in_find(&driver);
    if (good)
        driver.set_device_count(2);
    good = good && weft_target_check(WEFT_GPU, &(weft_options){.device = 1}, &error) == WEFT_OK;
    const weft_place places[PLACES] = {{.backend = &backend_gpu, .device = 1},
                                       {.backend = &backend_gpu},
                                       {.backend = &backend_gpu, .device = 1},
                                       {.backend = &backend_cpu}};
    for (int n = 0; n < ROUNDS && good; n++) {
        good = round_passes(places);
        if (!good)
            printf("FAILED: round %d: %s\n", n, error.text);
    }
    printf("parts: %s\n", good ? "good" : "bad");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
