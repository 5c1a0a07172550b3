/* copies.c: the slots of the gpu backend that begin copies and await them, over the stand-in for the driver,
 * which does what the host need not wait for as late as it may: random copies of random arrays, several on
 * their way at once, with and without a mark, and with one that fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../stand_in/control.h"
#include "base/cast.h"
#include "plan/backend.h"

enum { MOST = 7, ROOM = 1 << 17, ROUNDS = 400, LAUNCH_FAILED = 719 };

/* One array in host memory, its twin on the device, and where that comes back to. */
typedef struct journey {
    weft_array from, there, back;
    char source[ROOM], target[ROOM], expected[ROOM];
} journey;

static stand_in_control driver;
static journey journeys[MOST];
static unsigned long long state = 88172645463325252ULL;

static unsigned below(unsigned n)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (unsigned)(state % n);
}

static weft_status failed(weft_status status, const weft_error *error, const char *what)
{
    if (status)
        printf("%s: %s\n", what, error->text);
    return status;
}

/* A view of random steps, negative ones and gaps among them, of this shape. */
static weft_array random_view(char *memory, weft_dtype dtype, const int64_t *shape)
{
    int64_t size = (int64_t)weft_dtype_size(dtype), row = (1 + (int64_t)below(2)) * size;
    int64_t steps[2] = {row * shape[1] + below(2) * size, row};
    if (below(3) == 0)
        return weft_array_view(memory, dtype, 2, shape, NULL);
    if (below(3) == 0) {
        memory += steps[1] * (shape[1] - 1);
        steps[1] = -steps[1];
    }
    return weft_array_view(memory, dtype, 2, shape, steps);
}

/* A journey of a random shape and dtypes that hold the numbers from 0 to 99. */
static weft_status make(journey *one, const weft_place *place, weft_error *error)
{
    static const weft_dtype dtypes[] = {WEFT_INT8, WEFT_INT32, WEFT_FLOAT32, WEFT_FLOAT64,
                                        WEFT_COMPLEX64};
    enum { COUNT = sizeof dtypes / sizeof *dtypes };
    const int64_t shape[] = {1 + below(4), below(8) ? 1 + below(300) : 1000};
    weft_array numbers = weft_array_view(NULL, WEFT_UINT8, 2, shape, NULL);
    static uint8_t values[4 * 1000];
    for (size_t k = 0; k < sizeof values; k++)
        values[k] = (uint8_t)below(100);
    numbers.data = values;
    one->from = random_view(one->source, dtypes[below(COUNT)], shape);
    cast_copy(&one->from, &numbers);
    one->back = random_view(one->target, dtypes[below(COUNT)], shape);
    one->there = weft_array_view(NULL, dtypes[below(COUNT)], 2, shape, NULL);
    memset(one->target, 0x55, sizeof one->target);
    memcpy(one->expected, one->target, sizeof one->target);
    weft_array expected = one->back;
    expected.data = one->expected + ((char *)one->back.data - one->target);
    cast_copy(&expected, &numbers);
    return place->backend->allocate(&one->there, 16 * 4 * 1000, place, error);
}

/* Begins all of it; nothing has come home before it is awaited. */
static weft_status begin(journey *one, backend_copies *copies, const weft_place *place,
                         weft_error *error)
{
    weft_status status = place->backend->begin_copy(copies, &one->there, &one->from, place, error);
    return status ? status
                  : place->backend->begin_copy(copies, &one->back, &one->there, place, error);
}

static bool is_untouched(const journey *one)
{
    for (size_t k = 0; k < sizeof one->target; k++)
        if (one->target[k] != 0x55)
            return false;
    return true;
}

/* One round: how many go, and which copy fails, from 1; 0: none. */
static bool round_passes(int count, int failing, const weft_place *place)
{
    weft_error error = {.text = ""};
    backend_copies copies = {0};
    weft_status status = WEFT_OK;
    bool good = true;
    for (int k = 0; k < count; k++)
        if (failed(make(&journeys[k], place, &error), &error, "making"))
            return false;
    driver.fail("cuMemcpyDtoHAsync", failing, LAUNCH_FAILED, 0);
    for (int k = 0; k < count && !status; k++)
        status = begin(&journeys[k], &copies, place, &error);
    for (int k = 0; k < count; k++)
        good = good && is_untouched(&journeys[k]);
    if (!status && below(2))
        good = good && !place->backend->mark_copies(&copies, place, &error);
    good = good && (status != WEFT_OK) == (failing > 0);
    good = good && !failed(place->backend->await_copies(&copies, place, &error), &error, "waiting");
    good = good && !copies.any && !copies.first && !copies.last && !copies.mark;
    for (int k = 0; k < count; k++) {
        const journey *one = &journeys[k];
        const bool came = !failing || k < failing - 1;
        good = good && (came ? memcmp(one->target, one->expected, sizeof one->target) == 0
                             : is_untouched(one));
        place->backend->release(&journeys[k].there, place);
    }
    if (!good)
        printf("FAILED: %d copies, number %d failing\n", count, failing);
    return good;
}

int main(void)
{
    const weft_place place = {.backend = &backend_gpu};
    bool good = stand_in_find(&driver) && weft_target_check(WEFT_GPU, NULL, NULL) == WEFT_OK;
    for (int n = 0; n < ROUNDS && good; n++) {
        const int count = 1 + (int)below(MOST);
        good = round_passes(count, below(3) ? 0 : 1 + (int)below((unsigned)count), &place);
    }
    good = good && weft_device_trim(NULL, NULL) == WEFT_OK && driver.live() == 0;
    printf("copies: %s\n", good ? "good" : "bad");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
