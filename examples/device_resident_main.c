/* Data that stays on the GPU over many calls: 64 rods, 100 steps, one copy each way. */
#include "example.h"

#include <math.h>
#include <string.h>

#include "device_resident.h"

enum { RODS = 64, POINTS = 50, STEPS = 100 };

/* Takes STEPS steps, back and forth between two arrays; the result is in `now`. */
static void simulate(weft_array *now, weft_array *next, const weft_options *options)
{
    weft_array rate = weft_scalar_f64(0.25);
    weft_error error;
    for (int step = 0; step < STEPS; step += 2) {
        example_check(weft_heat_step(now, &rate, next, options, &error), &error);
        example_check(weft_heat_step(next, &rate, now, options, &error), &error);
    }
}

int main(void)
{
    static double start[RODS][POINTS], expected[RODS][POINTS], spare[RODS][POINTS];
    for (int rod = 0; rod < RODS; rod++)
        start[rod][rod % POINTS] = 100;
    memcpy(expected, start, sizeof start);

    const int64_t shape[] = {RODS, POINTS};
    weft_array host_now = weft_array_view(expected, WEFT_FLOAT64, 2, shape, NULL);
    weft_array host_next = weft_array_view(spare, WEFT_FLOAT64, 2, shape, NULL);
    simulate(&host_now, &host_next, &(weft_options){.target = WEFT_CPU});
    printf("cpu       rod 10 after %d steps: %.3f at its hot point\n", STEPS, expected[10][10]);

    if (!example_has_target(WEFT_GPU))
        return EXAMPLE_SKIPPED;
    weft_options gpu = {.target = WEFT_GPU};
    weft_array source = weft_array_view(start, WEFT_FLOAT64, 2, shape, NULL);
    weft_array now = {0}, next = {0}, result = {0};
    weft_error error;
    example_check(weft_to_device(&source, &now, &gpu, &error), &error);
    example_check(weft_device_array(&next, WEFT_FLOAT64, 2, shape, &gpu, &error), &error);
    simulate(&now, &next, &gpu); /* returns before the GPU is done */
    example_check(weft_copy_to_host(&now, &result, &gpu, &error), &error);

    double largest = 0;
    for (int i = 0; i < RODS * POINTS; i++)
        largest = fmax(largest, fabs(((double *)result.data)[i] - ((double *)expected)[i]));
    printf("gpu       %d steps on the device: largest difference to cpu %g\n", STEPS, largest);
    example_expect(largest < 1e-9, "gpu and cpu agree");
    weft_array_clear(&now);
    weft_array_clear(&next);
    weft_array_clear(&result);
    return 0;
}
