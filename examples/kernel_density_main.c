/* Densities of 400 samples for three widths at 281 places: one call.
 *   kernel_density [FILE.svg] */
#include "example.h"

#include <math.h>
#include <stdint.h>

#include "kernel_density.h"
#include "plot.h"

enum { SAMPLES = 400, PLACES = 281, WIDTHS = 3 };

static const double first_place = -7, last_place = 7;

/* Two heaps of samples, about -1 and 2; the same numbers everywhere. */
static void make(double *samples)
{
    uint32_t state = 1;
    for (int i = 0; i < SAMPLES; i++) {
        double sum = 0; /* of twelve uniform numbers: nearly normal */
        for (int k = 0; k < 12; k++) {
            state = state * 1664525U + 1013904223U;
            sum += state / 4294967296.0;
        }
        samples[i] = i % 3 == 0 ? 2 + 0.4 * (sum - 6) : -1 + 0.8 * (sum - 6);
    }
}

/* The mean and variance of a density are those of its samples, and its width squared more. */
static void check(const double *samples, const double *places, const double *density, double width)
{
    double mean = 0, variance = 0, total = 0, first = 0, second = 0;
    for (int i = 0; i < SAMPLES; i++)
        mean += samples[i] / SAMPLES;
    for (int i = 0; i < SAMPLES; i++)
        variance += (samples[i] - mean) * (samples[i] - mean) / SAMPLES;
    double step = (last_place - first_place) / (PLACES - 1);
    for (int i = 0; i < PLACES; i++) {
        total += step * density[i];
        first += step * density[i] * places[i];
        second += step * density[i] * (places[i] - mean) * (places[i] - mean);
    }
    printf("  width %.2f: total %.9f, mean %.6f, variance %.6f\n", width, total, first, second);
    example_expect(fabs(total - 1) < 1e-6, "a density has the integral 1");
    example_expect(fabs(first - mean) < 1e-5, "the mean of the samples");
    example_expect(fabs(second - variance - width * width) < 1e-4, "the variance and width²");
}

static void draw(const char *path, const double *samples, const double *places,
                 const double *density)
{
    static const char *const names[WIDTHS] = {"width 0.1", "width 0.3", "width 1"};
    plot *plot = plot_begin(path, "Densities of 400 samples",
                            (plot_axis){"x", first_place, last_place, 14, 0},
                            (plot_axis){"density", 0, 0.5, 5, 0});
    static const double ground[SAMPLES];
    plot_points(plot, SAMPLES, samples, ground);
    for (int k = 0; k < WIDTHS; k++)
        plot_line(plot, names[k], PLACES, places, density + (size_t)k * PLACES);
    plot_end(plot);
}

int main(int argc, char **argv)
{
    double samples[SAMPLES], widths[WIDTHS] = {0.1, 0.3, 1};
    make(samples);
    weft_array sample = weft_array_view(samples, WEFT_FLOAT64, 1, (int64_t[]){SAMPLES}, NULL);
    weft_array x = example_points(1, PLACES, first_place, last_place);
    weft_array width = weft_array_view(widths, WEFT_FLOAT64, 2, (int64_t[]){WIDTHS, 1}, NULL);
    weft_error error;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        weft_array density = {0};
        weft_options options = {.target = target};
        example_check(weft_kernel_density(&sample, &x, &width, &density, &options, &error), &error);
        printf("%s:\n", weft_target_name(target));
        for (int k = 0; k < WIDTHS; k++)
            check(samples, x.data, (double *)density.data + (size_t)k * PLACES, widths[k]);
        if (target == WEFT_CPU)
            draw(argc > 1 ? argv[1] : "kernel_density.svg", samples, x.data, density.data);
        weft_array_clear(&density);
    }
    weft_array_clear(&x);
    return 0;
}
