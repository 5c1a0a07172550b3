#include "gpu_bench.h"

#include <stdio.h>
#include <stdlib.h>

weft_error bench_error;
const weft_options bench_gpu = {.target = WEFT_GPU};
static double numbers[BENCH_PERIOD];

void bench_check(weft_status status, const char *what)
{
    if (status == WEFT_OK)
        return;
    printf("%s: %s\n", what, bench_error.text);
    exit(EXIT_FAILURE);
}

double bench_draw(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state % (1 << 20)) / (1 << 19) - 1;
}

double bench_number(int64_t at)
{
    return numbers[at % BENCH_PERIOD];
}

bool bench_begin(void)
{
    if (weft_target_check(WEFT_GPU, NULL, &bench_error)) {
        printf("SKIPPED: %s\n", bench_error.text);
        return false;
    }
    for (int k = 0; k < BENCH_PERIOD; k++)
        numbers[k] = bench_draw();
    return true;
}

weft_array bench_array(int64_t count, weft_dtype dtype, double low, double high)
{
    const int64_t size = (int64_t)weft_dtype_size(dtype), repeats = count / BENCH_PERIOD + 1;
    static double scaled[BENCH_PERIOD];
    weft_array made, block;
    bench_check(weft_device_array(&made, dtype, 1, &(int64_t){repeats * BENCH_PERIOD}, &bench_gpu,
                                  &bench_error),
                "array");
    if (low == high)
        return made;
    for (int k = 0; k < BENCH_PERIOD; k++)
        scaled[k] = low + (high - low) * ((numbers[k] + 1) / 2);
    weft_array host = weft_array_view(scaled, WEFT_FLOAT64, 1, &(int64_t){BENCH_PERIOD}, NULL);
    bench_check(weft_to_device(&host, &block, &bench_gpu, &bench_error), "numbers");
    weft_array target = made, source = block;
    target.flags = source.flags = 0;
    target.rank = source.rank = 2;
    target.shape[0] = source.shape[0] = repeats, target.shape[1] = source.shape[1] = BENCH_PERIOD;
    target.steps[0] = BENCH_PERIOD * size, target.steps[1] = size;
    source.steps[0] = 0, source.steps[1] = sizeof *numbers;
    bench_check(weft_array_copy(&target, &source,
                                &(weft_options){.target = WEFT_GPU,
                                                .casting = WEFT_CASTING_UNSAFE},
                                &bench_error),
                "filling");
    bench_check(weft_synchronize(&bench_gpu, &bench_error), "filling");
    weft_array_clear(&block);
    return made;
}

weft_array bench_line(int64_t count, double low, double high)
{
    weft_array host, made;
    bench_check(weft_array_new(&host, WEFT_FLOAT32, 1, &count, &bench_error), "line");
    for (int64_t k = 0; k < count; k++)
        ((float *)host.data)[k] = (float)(low + (high - low) * (double)k / (double)(count - 1));
    bench_check(weft_to_device(&host, &made, &bench_gpu, &bench_error), "line");
    weft_array_clear(&host);
    return made;
}

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double bench_measure(bench_work *work, void *context)
{
    weft_event *start, *end;
    float times[BENCH_ROUNDS];
    int calls = 1;
    bench_check(weft_event_create(&start, &bench_gpu, &bench_error), "event");
    bench_check(weft_event_create(&end, &bench_gpu, &bench_error), "event");
    for (int round = -2; round < BENCH_ROUNDS; round++) { /* two to warm up */
        float milliseconds;
        bench_check(weft_event_record(start, &bench_gpu, &bench_error), "event");
        for (int n = 0; n < calls; n++)
            work(context);
        bench_check(weft_event_record(end, &bench_gpu, &bench_error), "event");
        bench_check(weft_event_elapsed(start, end, &milliseconds, &bench_error), "event");
        if (round == -1 && milliseconds < 1)
            calls = 20;
        if (round >= 0)
            times[round] = milliseconds * 1000 / (float)calls;
    }
    weft_event_destroy(start);
    weft_event_destroy(end);
    qsort(times, BENCH_ROUNDS, sizeof *times, compare);
    return times[BENCH_ROUNDS / 2];
}

/* Two arrays. */
typedef struct pair {
    weft_array from, to;
} pair;

static void copy(void *context)
{
    pair *both = context;
    bench_check(weft_array_copy(&both->to, &both->from, &bench_gpu, &bench_error), "copy");
}

double bench_copies(void)
{
    enum { COUNT = 1 << 28 };
    pair both = {bench_array(COUNT, WEFT_FLOAT32, -1, 1), bench_array(COUNT, WEFT_FLOAT32, 0, 0)};
    const double bytes = 2.0 * (double)both.from.shape[0] * 4;
    const double time = bench_measure(copy, &both);
    weft_array_clear(&both.from);
    weft_array_clear(&both.to);
    return bytes / time;
}
