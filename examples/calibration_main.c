/* Readings over (time, channel): temperatures are a column, what is known of channels are rows, and
 * a mask leaves out the channels that are not wired. */
#include "example.h"

#include <math.h>
#include <stdint.h>

#include "calibration.h"

enum { TIMES = 2000, CHANNELS = 6 };

static float gain[CHANNELS] = {0.01F, 0.02F, 0.01F, 0.05F, 0.01F, 0.005F};
static float offset[CHANNELS] = {12, -30, 0, 5, 100, -7};
static float drift[CHANNELS] = {0.5F, 0, -0.25F, 1, 2, 0};
static bool wired[CHANNELS] = {true, true, false, true, true, true};

/* What the sensor measured: channel k a wave of its own. */
static double truth(int time, int channel)
{
    return (channel == 5 ? 250 : 20) * sin(0.01 * time + channel);
}

/* What its converter made of it, with the temperature going up and down. */
static void record(int16_t readings[TIMES][CHANNELS], float *temperatures)
{
    for (int t = 0; t < TIMES; t++) {
        temperatures[t] = (float)(20 + 8 * cos(0.003 * t));
        for (int k = 0; k < CHANNELS; k++) {
            double raw = truth(t, k) / (double)gain[k] + (double)offset[k] +
                         (double)drift[k] * ((double)temperatures[t] - 20);
            readings[t][k] = (int16_t)fmax(INT16_MIN, fmin(INT16_MAX, round(raw)));
        }
    }
}

static void check(int16_t readings[TIMES][CHANNELS], const float *values)
{
    for (int k = 0; k < CHANNELS; k++) {
        double largest = 0;
        int lost = 0;
        for (int t = 0; t < TIMES; t++) {
            double value = (double)values[t * CHANNELS + k];
            bool at_end = readings[t][k] == INT16_MIN || readings[t][k] == INT16_MAX;
            lost += isnan(value);
            example_expect(!wired[k] || isnan(value) == at_end, "NaN at the ends of the range");
            if (!isnan(value))
                largest = fmax(largest, fabs(value - truth(t, k)));
        }
        if (!wired[k]) {
            example_expect(lost == 0 && values[k] == 0, "what is left out is 0");
            continue;
        }
        printf("  %d  %6.3f  %8.5f  %4d\n", k, (double)gain[k], largest, lost);
        example_expect(largest <= 0.5001 * (double)gain[k] + 1e-4, "within half a step");
        example_expect((lost > 0) == (k == 5), "only channel 5 leaves its range");
    }
}

int main(void)
{
    static int16_t readings[TIMES][CHANNELS];
    static float temperatures[TIMES];
    record(readings, temperatures);
    const int64_t shape[] = {TIMES, CHANNELS}, column[] = {TIMES, 1};
    weft_array raw = weft_array_view(readings, WEFT_INT16, 2, shape, NULL);
    weft_array temperature = weft_array_view(temperatures, WEFT_FLOAT32, 2, column, NULL);
    weft_array g = weft_array_view(gain, WEFT_FLOAT32, 1, shape + 1, NULL);
    weft_array o = weft_array_view(offset, WEFT_FLOAT32, 1, shape + 1, NULL);
    weft_array d = weft_array_view(drift, WEFT_FLOAT32, 1, shape + 1, NULL);
    weft_array mask = weft_array_view(wired, WEFT_BOOL, 1, shape + 1, NULL);
    weft_error error;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        weft_array values = {0};
        weft_options options = {.target = target, .where = &mask};
        example_check(weft_calibrate(&raw, &temperature, &g, &o, &d, &values, &options, &error),
                      &error);
        printf("%s: channel, gain, largest error, readings lost\n", weft_target_name(target));
        check(readings, values.data);
        weft_array_clear(&values);
    }
    return 0;
}
