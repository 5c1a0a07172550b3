/* One noisy signal under three windows: a row of windows makes three results.
 *   moving_average [FILE.svg] */
#include "example.h"

#include <math.h>
#include <stdint.h>

#include "moving_average.h"
#include "plot.h"

enum { VALUES = 600, WINDOWS = 3 };

static int64_t windows[WINDOWS] = {1, 12, 60};

static void make(double *signal)
{
    uint32_t state = 7;
    for (int i = 0; i < VALUES; i++) {
        state = state * 1664525U + 1013904223U;
        signal[i] = sin(i * 0.02) + 0.5 * (state / 4294967296.0 - 0.5);
    }
}

/* The mean, each by itself. */
static double mean_of(const double *signal, int last, int64_t window)
{
    int first = last + 1 < window ? 0 : last + 1 - (int)window;
    double sum = 0;
    for (int i = first; i <= last; i++)
        sum += signal[i];
    return sum / (last + 1 - first);
}

static void draw(const char *path, const double *means)
{
    static const char *const names[WINDOWS] = {"the signal", "mean of 12", "mean of 60"};
    static double time[VALUES];
    for (int i = 0; i < VALUES; i++)
        time[i] = i;
    plot *plot = plot_begin(path, "Moving averages", (plot_axis){"time", 0, VALUES, 6, 0},
                            (plot_axis){"value", -1.5, 1.5, 6, 0});
    for (int k = 0; k < WINDOWS; k++)
        plot_line(plot, names[k], VALUES, time, means + (size_t)k * VALUES);
    plot_end(plot);
}

int main(int argc, char **argv)
{
    static double signal[VALUES];
    make(signal);
    weft_array x = weft_array_view(signal, WEFT_FLOAT64, 1, (int64_t[]){VALUES}, NULL);
    weft_array window = weft_array_view(windows, WEFT_INT64, 1, (int64_t[]){WINDOWS}, NULL);
    weft_error error;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        weft_array means = {0};
        weft_options options = {.target = target};
        example_check(weft_moving_average(&x, &window, &means, &options, &error), &error);
        const double *mean = means.data;
        double largest = 0;
        for (int k = 0; k < WINDOWS; k++)
            for (int i = 0; i < VALUES; i++)
                largest =
                    fmax(largest, fabs(mean[k * VALUES + i] - mean_of(signal, i, windows[k])));
        printf("%-8s  %d windows over %d values: largest difference %.1e\n",
               weft_target_name(target), WINDOWS, VALUES, largest);
        example_expect(largest < 1e-12, "moving averages");
        if (target == WEFT_CPU)
            draw(argc > 1 ? argv[1] : "moving_average.svg", mean);
        weft_array_clear(&means);
    }
    return 0;
}
